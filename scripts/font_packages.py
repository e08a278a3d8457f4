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
# Includes the fonts that real games come with.
TRAIN = """
    fonts-3270 fonts-adf-accanthis fonts-adf-gillius fonts-adf-libris fonts-adf-mekanus fonts-adf-romande
    fonts-adf-switzera fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-aenigma fonts-agave
    fonts-allerta fonts-anonymous-pro fonts-averia-gwf fonts-averia-sans-gwf fonts-baekmuk fonts-bebas-neue
    fonts-beteckna fonts-breip fonts-cabinsketch fonts-cardo fonts-century-catalogue fonts-cmu fonts-comfortaa
    fonts-compagnon fonts-croscore fonts-crosextra-caladea fonts-crosextra-carlito fonts-dancingscript
    fonts-dejavu-core fonts-dejavu-extra fonts-dkg-handwriting fonts-dosis fonts-dotgothic16
    fonts-droid-fallback fonts-dseg fonts-dustin fonts-ecolier-court fonts-elstob fonts-engadget
    fonts-essays1743 fonts-eurofurence fonts-fantasque-sans fonts-fanwood fonts-femkeklaver fonts-freefont-ttf
    fonts-gemunu-libre fonts-georgewilliams fonts-gfs-artemisia fonts-gfs-didot fonts-gfs-neohellenic
    fonts-gnutypewriter fonts-goudybookletter fonts-hack fonts-hermit fonts-hosny-amiri fonts-humor-sans
    fonts-inconsolata fonts-ipafont-gothic fonts-ipafont-mincho fonts-junction fonts-junicode fonts-jura
    fonts-kaushanscript fonts-klee fonts-le-murmure fonts-lemonada fonts-levien-typoscript fonts-liberation
    fonts-linuxlibertine fonts-lmodern fonts-lobster fonts-lobstertwo fonts-lohit-deva fonts-lohit-taml
    fonts-mathjax fonts-migmix fonts-millimetre fonts-monofur fonts-monoid fonts-morisawa-bizud-gothic
    fonts-morisawa-bizud-mincho fonts-mplus fonts-nanum fonts-nanum-coding fonts-nanum-extra fonts-noto-core
    fonts-noto-mono fonts-ocr-a fonts-ocr-b fonts-oflb-asana-math fonts-okolaks fonts-oldstandard
    fonts-opendin fonts-opendyslexic fonts-osifont fonts-paratype fonts-prociono fonts-radisnoir fonts-rampart
    fonts-roadgeek fonts-roboto-slab fonts-rocknroll fonts-routed-gothic fonts-rufscript fonts-sawarabi-gothic
    fonts-sil-andika fonts-sil-doulos fonts-sil-gentium fonts-sipa-arundina fonts-smc-manjari fonts-smc-meera
    fonts-smiley-sans fonts-solide-mirage fonts-stick fonts-stix fonts-takao-gothic fonts-terminus-otb
    fonts-texgyre fonts-thai-tlwg-ttf fonts-tiresias fonts-triod-postnaja fonts-tuffy fonts-umeplus
    fonts-unfonts-core fonts-urw-base35 fonts-vlgothic fonts-woowa-bm fonts-wqy-microhei fonts-yrsa-rasa
    fonts-yusei-magic
""".split()

PACKAGES = [*TEST, *TUNE, *TRAIN]
