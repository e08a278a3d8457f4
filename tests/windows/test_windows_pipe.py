"""The daemon's named pipe on Windows: our own code on both ends, in two processes, real kernel32 under Wine between."""

import contextlib
import ctypes
import threading
from functools import partial
from pathlib import Path

import pytest
from fakes import contract
from fakes.elsewhere import windows as back_end
from virtual import desktop, wait_for
from wine import Bridge, Wine, compiled

from gridpilot.service.control import Server

pytestmark = pytest.mark.gui

DACL, KERNEL_OBJECT = 4, 6


@pytest.fixture(scope="module")
def place(programs, prefix):
    """A desktop with Wine on it."""
    with desktop(wm="none", bus=False) as desk:
        yield Wine(desk, prefix), programs


@pytest.fixture
def process(place):
    """Makes another process; Windows' functions as it calls them, and its bridge."""
    wine, programs = place
    made = []

    def start():
        made.append(Bridge(wine, compiled("bridge", programs)))
        return back_end().api.Api(made[-1]), made[-1]

    yield start
    for bridge in made:
        bridge.process.kill()
        bridge.process.wait(30)


@pytest.fixture
def path(request):
    """Its name is the pipe's: one for each test."""
    return Path(f"gridpilot-{request.node.name.encode().hex()[-40:]}.sock")


def test_a_pipe_is_one_daemon_s_and_carries_requests_and_replies(process, path):
    pipe = back_end().pipe
    (daemon, _), (command_line, _) = process(), process()
    line, call = partial(pipe.line, daemon, path), partial(pipe.call, command_line, path)
    contract.a_line_is_one_daemon_s_and_carries_requests_and_replies(line, call)
    held = line()
    assert pipe.line(command_line, path) is None, "another process holds it"
    held.close()


def test_a_pipe_is_free_when_its_daemon_is_killed(process, path):
    pipe = back_end().pipe
    (daemon, bridge), (other, _) = process(), process()
    assert pipe.line(daemon, path) is not None
    assert pipe.line(other, path) is None
    bridge.process.kill()
    wait_for(lambda: pipe.line(other, path), what="the pipe to be free")


def test_who_waits_for_an_answer_hears_of_the_daemon_s_end(process, path):
    pipe, asked, never = back_end().pipe, threading.Event(), threading.Event()
    (daemon, bridge), (command_line, _) = process(), process()

    def answer(_request):
        asked.set()
        never.wait(60)

    server = Server(pipe.line(daemon, path), answer)
    server.start()
    caller = pipe.call(command_line, path)
    caller.send(b'{"do": "solve"}\n')
    assert asked.wait(60)
    bridge.process.kill()
    assert caller.receive(None) == b""
    never.set()
    with contextlib.suppress(OSError):  # its Windows is gone
        server.stop()


def test_the_pipe_s_rights_name_the_user_alone(process, path):
    """As the pipe itself has them: what Windows then does with other users, Wine does not."""
    pipe = back_end().pipe
    api, bridge = process()
    line = pipe.line(api, path)
    user = pipe.name_of(api, path).rpartition("-S-")[2]
    assert rights(bridge, line._next) in {f"D:P(A;;{everything};;;S-{user})" for everything in ("GA", "FA")}
    line.close()


def rights(bridge, handle):
    """The words for who may do what with it."""
    descriptor, words, text = ctypes.c_uint64(), ctypes.c_uint64(), ctypes.create_string_buffer(1000)
    size = ctypes.c_uint32()
    bridge.call("advapi32", "GetSecurityInfo", [handle, KERNEL_OBJECT, DACL, 0, 0, 0, 0, ctypes.byref(descriptor)])
    convert = "ConvertSecurityDescriptorToStringSecurityDescriptorA"
    assert bridge.call("advapi32", convert, [descriptor.value, 1, DACL, ctypes.byref(words), ctypes.byref(size)])
    bridge.call("kernel32", "lstrcpynA", [text, words.value, ctypes.sizeof(text)])
    return text.value.decode()
