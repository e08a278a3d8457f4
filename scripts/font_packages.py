"""The Debian font packages of the glyph corpus, by role. Whole packages are held out, never single faces."""

# The figures of the model card.
TEST = """
    fonts-b612 fonts-cantarell fonts-comic-neue fonts-courier-prime fonts-ebgaramond fonts-firacode fonts-go
    fonts-inter fonts-jetbrains-mono fonts-lato fonts-league-spartan fonts-manrope fonts-open-sans
    fonts-oxygen fonts-quicksand fonts-roboto-unhinted fonts-sil-charis fonts-vollkorn fonts-wqy-zenhei
    fonts-yanone-kaffeesatz
""".split()
# Temperature and choices, never reported.
TUNE = """
    fonts-arapey fonts-cabin fonts-clear-sans fonts-karla fonts-mononoki fonts-national-park
    fonts-naver-d2coding fonts-play fonts-quattrocento fonts-sora
""".split()
# Includes the fonts that real games come with. Packages that add no face beside these are left out.
TRAIN = """
    fonts-3270 fonts-adf-accanthis fonts-adf-baskervald fonts-adf-berenis fonts-adf-gillius fonts-adf-ikarius
    fonts-adf-irianis fonts-adf-libris fonts-adf-mekanus fonts-adf-oldania fonts-adf-romande fonts-adf-solothurn
    fonts-adf-switzera fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-aenigma fonts-agave
    fonts-aksharyogini2 fonts-alee fonts-allerta fonts-ancient-scripts fonts-anonymous-pro fonts-aoyagi-kouzan-t
    fonts-aoyagi-soseki fonts-apropal fonts-arabeyes fonts-arkpandora fonts-arphic-ukai fonts-arphic-uming
    fonts-atarismall fonts-averia-gwf fonts-averia-sans-gwf fonts-averia-serif-gwf fonts-babelstone-modern
    fonts-baekmuk fonts-bajaderka fonts-bebas-neue fonts-beng-extra fonts-beteckna fonts-blankenburg
    fonts-bpg-georgian fonts-breip fonts-bwht fonts-cabinsketch fonts-campania fonts-cardo
    fonts-century-catalogue fonts-cherrybomb fonts-cmu fonts-comfortaa fonts-compagnon fonts-croscore
    fonts-crosextra-caladea fonts-crosextra-carlito fonts-cwtex-fs fonts-cwtex-heib fonts-cwtex-yen
    fonts-dancingscript fonts-ddc-uchen fonts-dejavu-core fonts-dejavu-extra fonts-deva-extra
    fonts-dkg-handwriting fonts-dosis fonts-dotgothic16 fonts-dseg fonts-dustin fonts-dzongkha
    fonts-ecolier-court fonts-eeyek fonts-elstob fonts-engadget fonts-essays1743 fonts-eurofurence fonts-f500
    fonts-fantasma fonts-fantasque-sans fonts-fanwood fonts-farsiweb fonts-femkeklaver fonts-freefarsi
    fonts-freefont-ttf fonts-gamaliel fonts-gargi fonts-gemunu-libre fonts-georgewilliams fonts-gfs-artemisia
    fonts-gfs-baskerville fonts-gfs-bodoni-classic fonts-gfs-didot fonts-gfs-didot-classic fonts-gfs-gazis
    fonts-gfs-neohellenic fonts-gfs-olga fonts-gfs-porson fonts-gfs-solomos fonts-glasstty fonts-gnutypewriter
    fonts-gotico-antiqua fonts-goudybookletter fonts-gubbi fonts-gujr-extra fonts-guru-extra fonts-hack
    fonts-havana fonts-hermit fonts-horai-umefont fonts-hosny-amiri fonts-hosny-thabit fonts-humor-sans
    fonts-inconsolata fonts-ipaexfont-gothic fonts-ipaexfont-mincho fonts-ipafont-gothic fonts-ipafont-mincho
    fonts-isabella fonts-johnsmith-induni fonts-jsmath fonts-junction fonts-junicode fonts-jura fonts-kalapi
    fonts-katex fonts-kaushanscript fonts-khmeros fonts-kiloji fonts-klaudia-berenika fonts-klee fonts-komatuna
    fonts-konatu fonts-kouzan-mouhitsu fonts-lao fonts-ldco fonts-league-mono fonts-leckerli-one fonts-lemonada
    fonts-levien-museum fonts-lexi-gulim fonts-lexi-saebom fonts-lg-aboriginal fonts-liberation fonts-lindenhill
    fonts-linex fonts-linuxlibertine fonts-lmodern fonts-lobster fonts-lobstertwo fonts-lohit-beng-assamese
    fonts-lohit-deva fonts-lohit-gujr fonts-lohit-guru fonts-lohit-knda fonts-lohit-mlym
    fonts-lohit-taml-classical fonts-lxgw-wenkai fonts-lyx fonts-manchufont fonts-meera-inimai fonts-migmix
    fonts-millimetre fonts-misaki fonts-mmcedar fonts-mona fonts-monofur fonts-monoid-halfloose
    fonts-morisawa-bizud-gothic fonts-morisawa-bizud-mincho fonts-motoya-l-cedar fonts-motoya-l-maruberi
    fonts-mph-2b-damase fonts-mplus fonts-myanmar fonts-nafees fonts-nakula fonts-nanum fonts-nanum-eco
    fonts-nanum-extra fonts-navilu fonts-noto-core fonts-noto-mono fonts-ocr-a fonts-ocr-b fonts-oflb-asana-math
    fonts-okolaks fonts-oldstandard fonts-opendin fonts-opendyslexic fonts-oradano-mincho-gsrr fonts-osifont
    fonts-pagul fonts-paktype fonts-paratype fonts-povray fonts-prociono fonts-proggy fonts-radisnoir
    fonts-reggae fonts-ricty-diminished fonts-rit-sundar fonts-roadgeek fonts-roboto-slab fonts-rocknroll
    fonts-routed-gothic fonts-rufscript fonts-sambhota-yigchung fonts-sarai fonts-sawarabi-gothic
    fonts-sawarabi-mincho fonts-senamirmir-washra fonts-seto fonts-sil-abyssinica fonts-sil-akatab
    fonts-sil-alkalami fonts-sil-andika fonts-sil-andikanewbasic fonts-sil-annapurna fonts-sil-awami-nastaliq
    fonts-sil-dai-banna fonts-sil-doulos fonts-sil-ezra fonts-sil-galatia fonts-sil-gentium
    fonts-sil-gentium-basic fonts-sil-gentiumplus fonts-sil-harmattan fonts-sil-lateef fonts-sil-mingzat
    fonts-sil-mondulkiri fonts-sil-mondulkiri-extra fonts-sil-nuosusil fonts-sil-padauk fonts-sil-scheherazade
    fonts-sil-sophia-nubian fonts-sil-taiheritagepro fonts-sil-zaghawa-beria fonts-sixtyfour fonts-sjfonts
    fonts-smc-anjalioldlipi fonts-smc-chilanka fonts-smc-dyuthi fonts-smc-gayathri fonts-smc-karumbi
    fonts-smc-keraleeyam fonts-smc-manjari fonts-smc-meera fonts-smc-rachana fonts-smc-raghumalayalamsans
    fonts-smc-suruma fonts-smc-uroob fonts-smiley-sans fonts-solide-mirage fonts-spleen fonts-staypuft
    fonts-stick fonts-stix fonts-summersby fonts-taml-tamu fonts-taml-tscu fonts-telu-extra fonts-teluguvijayam
    fonts-terminus fonts-texgyre fonts-texgyre-math fonts-tibetan-machine fonts-tiresias fonts-tomsontalks
    fonts-train fonts-triod-postnaja fonts-tuffy fonts-ubuntu-title fonts-ukij-uyghur fonts-umeplus-cl
    fonts-unfonts-core fonts-unfonts-extra fonts-uralic fonts-urw-base35 fonts-vlgothic fonts-woowa-bm
    fonts-yrsa-rasa fonts-yusei-magic
""".split()

PACKAGES = [*TEST, *TUNE, *TRAIN]
