#!/bin/sh
# On Debian 11, as root: makes /opt/python, a Python 3.11 that needs no newer C library than glibc 2.31, and /opt/compiler,
# a C compiler for 2048's search, for which Debian 11's own is too old. What package.py builds with the two runs on any
# Linux as old as that. The sources are Debian 12's, with its corrections, from where this system gets its own packages.
set -eu
export DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-1700000000}"

sed -n 's/^deb \(.*\)bullseye\(-security\)\{0,1\} main.*/deb-src \1bookworm\2 main/p' /etc/apt/sources.list \
    > /etc/apt/sources.list.d/sources-of-12.list
apt-get update -q
apt-get install -q -y --no-install-recommends binutils ca-certificates dpkg-dev gcc git gperf libbz2-dev libc6-dev libexpat1-dev \
    libffi-dev libfreetype-dev liblzma-dev libsqlite3-dev libssl-dev libxcb1 libxcb-randr0 libxcb-render0 libxcb-shm0 \
    libxcb-xfixes0 make patch pkg-config tk-dev uuid-dev zlib1g-dev

fetch() {
    mkdir -p "/usr/src/$1"
    cd "/usr/src/$1"
    for version in $(apt-cache showsrc "$1" | sed -n 's/^Version: //p' | sort -Vr); do  # a mirror may lack the newest
        if apt-get source -q --download-only "$1=$version"; then break; fi
    done
}

fetch python3.11
dpkg-source --skip-patches -x python3.11_*.dsc made
cd made
# Debian's list begins with its own arrangement of folders; from here on it is faults and gaps that were mended.
sed -n '/^shutdown-deadlock/,$p' debian/patches/series | grep . > ../mended
while read -r name; do patch -s -f -p1 < "debian/patches/$name"; done < ../mended
sed -i '1i #define Py_BUILD_CORE_MODULE 1' Modules/pyexpat.c  # one of them wants it, and left it to that arrangement

./configure -q --prefix=/opt/python --enable-shared --with-system-expat --disable-test-modules \
    LDFLAGS=-Wl,-rpath,/opt/python/lib
make -s -j"$(nproc)"
make -s install

# Tk draws text by it; Debian 11's leaves a file .uuid in each folder of fonts that the user may write to.
fetch fontconfig
dpkg-source -x fontconfig_*.dsc made
cd made
./configure -q PYTHON=/opt/python/bin/python3.11 --sysconfdir=/etc --localstatedir=/var --disable-docs --disable-static
make -s -j"$(nproc)"
make -s -C src install-exec
ldconfig

cd /
rm -r /usr/src/fontconfig /usr/src/python3.11
/opt/python/bin/python3.11 -c "import bz2, ctypes, lzma, sqlite3, ssl, tkinter, uuid, xml.parsers.expat, zlib"

/opt/python/bin/python3.11 -m venv /opt/compiler
/opt/compiler/bin/python -m pip install -q --disable-pip-version-check ziglang
