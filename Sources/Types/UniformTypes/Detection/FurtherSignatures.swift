/// The signatures of the formats in `FurtherTypes`, in the format that `SignatureTable` describes.
///
/// Sources: the specifications of the formats. For formats without a published specification, the source is
/// the first bytes that the maker's own programs write.
enum FurtherSignatures {
  static let table = #"""
    # Pictures
    com.lizardtech.djvu: DjVu header
      0: "AT&TFORM" 12: "DJVU"
      0: "AT&TFORM" 12: "DJVM"
      0: "AT&TFORM" 12: "DJVI"
    io.proffer.windows-cursor: cursor header
      0: 00 00 02 00 01 00 9: 00
      0: 00 00 02 00 02 00 9: 00
      0: 00 00 02 00 03 00 9: 00
      0: 00 00 02 00 04 00 9: 00
      0: 00 00 02 00 05 00 9: 00
      0: 00 00 02 00 06 00 9: 00
      0: 00 00 02 00 07 00 9: 00
      0: 00 00 02 00 08 00 9: 00
    io.proffer.animated-cursor: RIFF form ACON
      0: "RIFF" 8: "ACON"
    io.proffer.gimp-image: GIMP image header
      0: "gimp xcf "
    io.proffer.gimp-brush: GIMP brush header
      20: "GIMP"
    io.proffer.gimp-pattern: GIMP pattern header
      20: "GPAT"
    public.radiance: Radiance header
      0: "#?RADIANCE" 0A
      0: "#?RGBE" 0A
    com.microsoft.dds: DirectDraw surface header
      0: "DDS " 7C 00 00 00
    io.proffer.ktx-2: KTX 2 signature
      0: AB "KTX 20" BB 0D 0A 1A 0A
    org.khronos.astc: ASTC header
      0: 13 AB A1 5C
    public.pvr: PVR header
      0: "PVR" 03
    io.proffer.mng: MNG signature
      0: 8A "MNG" 0D 0A 1A 0A
    io.proffer.enhanced-metafile: enhanced metafile header
      0: 01 00 00 00 40: " EMF"
    io.proffer.windows-metafile: Windows metafile header
      0: D7 CD C6 9A 00 00
      0: 01 00 09 00 00 03
    io.proffer.qoi: QOI header
      0: "qoif" 00
    io.proffer.bpg: BPG header
      0: "BPG" FB
    io.proffer.jpeg-ls: JPEG-LS start of frame
      0: FF D8 FF F7
    io.proffer.jpeg-xr: JPEG XR header
      0: "II" BC 01
    io.proffer.jpeg-xs: JPEG XS header
      0: FF 10 FF 50
    io.proffer.fits: FITS header
      0: "SIMPLE  =                    T"
    io.proffer.xpm: X pixmap comment
      text: "/* XPM */"
    io.proffer.sun-raster: Sun raster header
      0: 59 A6 6A 95
    io.proffer.ilbm: IFF form ILBM
      0: "FORM" 8: "ILBM"
      0: "FORM" 8: "PBM "
    io.proffer.multipage-pcx: DCX header
      0: B1 68 DE 3A
    io.proffer.pcx: PCX header
      0: 0A 05 01 08 64: 00
      0: 0A 05 01 01 64: 00
      0: 0A 02 01 64: 00
      0: 0A 03 01 64: 00
    io.proffer.flif: FLIF header
      0: "FLIF"
    io.proffer.coreldraw: CorelDRAW header
      0: "RIFF" 8: "CDR" ?? "vrsn"
    io.proffer.sigma-raw: Sigma raw header
      0: "FOVb"
    com.konicaminolta.raw-image: Minolta raw header
      0: 00 "MRM" 00
    com.panasonic.rw2-raw-image: Panasonic raw header
      0: "IIU" 00 18 00 00 00
    com.olympus.raw-image: Olympus raw header
      0: "IIRO" 08 00 00 00
      0: "MMOR" 00 00
      0: "IIRS" 08 00 00 00
    com.canon.crw-raw-image: Canon raw header
      0: "II" 1A 00 00 00 "HEAPCCDR"
    com.sgi.sgi-image: SGI image header
      0: 01 DA 00 01 00 02
      0: 01 DA 00 01 00 03
      0: 01 DA 01 01 00 02
      0: 01 DA 01 01 00 03

    # Documents
    com.adobe.indesign-image: InDesign database header
      0: 06 06 ED F5 D8 1D 46 E5 BD 31 EF E7 FE 74 B7 1D
    io.proffer.onenote-section: OneNote header
      0: E4 52 5C 7B 8C D8 A7 4D
      0: A1 2F FF 43 D9 EF 76 4C
    com.microsoft.chm-archive: compiled help header
      0: "ITSF" 03 00 00 00
    io.proffer.windows-help: Windows help header
      0: 3F 5F 03 00
    io.proffer.wordperfect: WordPerfect header
      0: FF "WPC"
    io.proffer.palm-document: Palm document record header
      60: "TEXtREAd"
    io.proffer.lotus-wordpro: Word Pro header
      0: "WordPro"
    io.proffer.mobipocket: Mobipocket record header
      60: "BOOKMOBI"
    io.proffer.hangul-document: Hangul document header
      0: "HWP Document File V"
    io.proffer.framemaker: FrameMaker header
      0: "<MakerFile "
      0: "<MIFFile "
    org.tug.tex.dvi: DVI preamble
      0: F7 02 01 83 92 C0 1C 3B
    com.microsoft.word.mhtml: MHTML header
      text: "MIME-Version: 1.0" 0D 0A "Content-Type: multipart/related"
    com.microsoft.outlook.dat: TNEF signature
      0: 78 9F 3E 22
    io.proffer.outlook-store: Outlook data file header
      0: "!BDN"

    # Sound and moving pictures
    org.videolan.ape: Monkey's Audio header
      0: "MAC " 8: 00
      0: "MAC " ?? 0F
    org.videolan.wv: WavPack block
      0: "wvpk" 8: ?? 04
    org.videolan.mpc: Musepack header
      0: "MP+" 07
      0: "MP+" 17
      0: "MPCKSH"
    org.videolan.tta: True Audio header
      0: "TTA1"
    org.videolan.voc: Creative voice header
      0: "Creative Voice File"
    org.videolan.dts: DTS sync word
      0: 7F FE 80 01
      0: FE 7F 01 80
      0: 1F FF E8 00 07 F1
    io.proffer.dts-hd: DTS-HD header
      0: "DTSHDHDR"
    org.videolan.it: Impulse Tracker header
      0: "IMPM"
    org.videolan.s3m: Scream Tracker header
      44: "SCRM"
    org.videolan.xm: FastTracker header
      0: "Extended Module: "
    org.videolan.mod: tracker module mark
      1080: "M.K."
      1080: "M!K!"
      1080: "FLT4"
    io.proffer.dsf: DSD stream header
      0: "DSD " 1C 00 00 00
    io.proffer.dff: DSDIFF header
      0: "FRM8" 12: "DSD "
    io.proffer.adaptive-multi-rate-wide: AMR wideband header
      0: "#!AMR-WB" 0A
    com.soundblaster.soundfont: RIFF form sfbk
      0: "RIFF" 8: "sfbk"
    public.downloadable-sound: RIFF form DLS
      0: "RIFF" 8: "DLS "
    org.videolan.rmi: RIFF form RMID
      0: "RIFF" 8: "RMID"
    com.sony.wave64: Wave64 header
      0: "riff" 2E 91 CF 11
    com.audible.aa-audiobook: Audible header
      4: 57 90 75 36
    io.proffer.flash: Flash film header
      0: "FWS" ?? ?? ?? ?? 00
      0: "CWS" ?? ?? ?? ?? 00 78
      0: "ZWS" ?? ?? ?? ?? 00
    public.avchd-mpeg-2-transport-stream: sync bytes of packets with times
      4: 47 196: 47 388: 47 580: 47
    org.videolan.nsv: Nullsoft video header
      0: "NSVf"
      0: "NSVs"
    org.videolan.wtv: Windows recorded television header
      0: B7 D8 00 20 37 49 DA 11
    io.proffer.ivf: IVF header
      0: "DKIF" 00 00 20 00
    io.proffer.y4m: YUV4MPEG2 header
      0: "YUV4MPEG2 "
    public.flc-animation: FLIC header
      4: 11 AF 12: 08 00
      4: 12 AF 12: 08 00
    io.proffer.commodore-sound: SID tune header
      0: "PSID" 00
      0: "RSID" 00
    io.proffer.quicktime-link: QuickTime media link
      text: "<?quicktime type="
      0: "RTSPtext"
      0: "rtsptext"
      0: "SMILtext"

    # Archives and packages
    io.proffer.zstandard: Zstandard header
      0: 28 B5 2F FD
    io.proffer.lz4: LZ4 header
      0: 04 22 4D 18
      0: 02 21 4C 18
    io.proffer.lzip: lzip header
      0: "LZIP" 01
    io.proffer.lzma: LZMA header
      0: 5D 00 00 ?? ?? FF FF FF FF FF FF FF FF
      0: 5D 00 00 10: 00 00 00
    io.proffer.lzop: lzop header
      0: 89 "LZO" 00 0D 0A 1A 0A
    io.proffer.lrzip: lrzip header
      0: "LRZI" 00
    io.proffer.snappy: Snappy stream header
      0: FF 06 00 00 "sNaPpY"
    io.proffer.archive-library: archive header
      0: "!<arch>" 0A
    org.debian.deb-archive: Debian package
      0: "!<arch>" 0A "debian-binary"
    com.redhat.rpm-archive: RPM package lead
      0: ED AB EE DB
    io.proffer.source-rpm: RPM source package lead
      0: ED AB EE DB 03 00 00 01
    org.7-zip.lha-archive: LHA header
      2: "-lh0-"
      2: "-lh1-"
      2: "-lh4-"
      2: "-lh5-"
      2: "-lh6-"
      2: "-lh7-"
      2: "-lhd-"
      2: "-lzs-"
    org.7-zip.arj-archive: ARJ header
      0: 60 EA ?? ?? ?? ?? ?? ?? ?? ?? 02
    io.proffer.ace-archive: ACE header
      7: "**ACE**"
    io.proffer.installshield-cabinet: InstallShield cabinet header
      0: "ISc("
    io.proffer.alz-archive: ALZ header
      0: "ALZ" 01
    io.proffer.zoo-archive: zoo header
      20: DC A7 C4 FD
    io.proffer.zpaq: ZPAQ header
      0: "zPQ" 01
      0: "7kSt" A0 31 83 D3 8C B2 28 B0 D3
    io.proffer.warc: WARC record
      0: "WARC/1."
    io.proffer.windows-image: Windows image header
      0: "MSWIM" 00 00 00
    io.proffer.qpress: qpress header
      0: "qpress10"
    io.proffer.virtual-hard-disk: virtual hard disk cookie
      0: "conectix"
    io.proffer.virtual-hard-disk-2: virtual hard disk header
      0: "vhdxfile"
    io.proffer.virtual-machine-disk: virtual machine disk header
      0: "KDMV" 01 00 00 00
      0: "# Disk DescriptorFile"
    io.proffer.virtualbox-disk: VirtualBox disk signature
      64: 7F 10 DA BE
    io.proffer.qemu-disk: QEMU disk header
      0: "QFI" FB
    io.proffer.squashfs: SquashFS header
      0: "hsqs"
      0: "sqsh"
    io.proffer.flatpak-bundle: Flatpak header
      0: "flatpak" 00 01 00 89 E5
      0: "xdg-app" 00 01 00 89 E5
    org.chromium.extension: Chromium extension header
      0: "Cr24" 02 00 00 00
      0: "Cr24" 03 00 00 00
    org.bittorrent.torrent: torrent dictionary
      0: "d8:announce"
      0: "d13:announce-list"
      0: "d4:info"
    io.proffer.appimage: AppImage mark in an ELF header
      0: 7F "ELF" 8: "AI" 01
      0: 7F "ELF" 8: "AI" 02
    io.proffer.dalvik-executable: Dalvik executable header
      0: "dex" 0A "03"
    io.proffer.windows-shortcut: shell link header
      0: 4C 00 00 00 01 14 02 00
    io.proffer.windows-registry-hive: registry hive header
      0: "regf"
    io.proffer.event-log: event log header
      0: "ElfFile" 00
    io.proffer.android-sparse-image: sparse image header
      0: 3A FF 26 ED
    io.proffer.device-tree-blob: flattened device tree header
      0: D0 0D FE ED
    com.stuffit.archive.sit: StuffIt header
      0: "StuffIt (c)1997-"
      0: "SIT!" 10: "rLau"
    com.stuffit.archive.sitx: StuffIt X header
      0: "StuffIt!"
      0: "StuffIt?"
    com.apple.applesingle-archive: AppleSingle header
      0: 00 05 16 00 00 02 00 00
    io.proffer.apple-double: AppleDouble header
      0: 00 05 16 07 00 02 00 00
    com.apple.archive: Apple Archive header
      0: "AA01"
    com.apple.encrypted-archive: encrypted archive header
      0: "AEA1"

    com.adobe.fdf: FDF header
      0: "%FDF-1"

    # Data
    io.proffer.sqlite: SQLite header
      0: "SQLite format 3" 00
    io.proffer.access-database: Jet database header
      0: 00 01 00 00 "Standard Jet DB" 00
    io.proffer.access-database-2007: ACE database header
      0: 00 01 00 00 "Standard ACE DB" 00
    io.proffer.berkeley-db: Berkeley database magic
      12: 61 15 06 00
      12: 62 31 05 00
      12: 00 06 15 61
      12: 00 05 31 62
    io.proffer.gdbm: GDBM magic
      0: CE 9A 57 13
      0: CF 9A 57 13
    io.proffer.mysql-table-definition: MySQL table definition
      0: FE 01 07 ?? ?? 00
      0: FE 01 08 ?? ?? 00
      0: FE 01 09 ?? ?? 00
      0: FE 01 0A ?? ?? 00
    io.proffer.mysql-misam-index: MySQL index header
      0: FE FE 07
    io.proffer.keepass: KeePass signature
      0: 03 D9 A2 9A 67 FB 4B B5
      0: 03 D9 A2 9A 65 FB 4B B5
    io.proffer.parquet: Parquet header
      0: "PAR1"
    io.proffer.avro: Avro header
      0: "Obj" 01
    io.proffer.orc: ORC header
      0: "ORC"
    io.proffer.arrow: Arrow file header
      0: "ARROW1" 00 00
    io.proffer.feather: Feather header
      0: "FEA1"
    io.proffer.hdf: HDF5 signature
      0: 89 "HDF" 0D 0A 1A 0A
      512: 89 "HDF" 0D 0A 1A 0A
    io.proffer.hdf: HDF4 magic
      0: 0E 03 13 01
    io.proffer.netcdf: NetCDF header
      0: "CDF" 01
      0: "CDF" 02
      0: "CDF" 05
    io.proffer.matlab-data: MATLAB file header
      0: "MATLAB 5.0 MAT-file"
      0: "MATLAB 7.3 MAT-file"
    io.proffer.r-data: R data header
      0: "RDX2" 0A
      0: "RDX3" 0A
      0: "RDA2" 0A
    io.proffer.sas-data: SAS data header
      0: 00 00 00 00 00 00 00 00 00 00 00 00 C2 EA 81 60 B3 14 11 CF
    io.proffer.sas-transport: SAS transport header
      0: "HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!"
    io.proffer.spss-data: SPSS header
      0: "$FL2@(#)"
      0: "$FL3@(#)"
    io.proffer.stata-data: Stata header
      0: "<stata_dta><header>"
    io.proffer.numpy-array: NumPy header
      0: 93 "NUMPY"
    io.proffer.pickle: pickle of protocol 4 or 5
      0: 80 04 95 8: 00 00 00
      0: 80 05 95 8: 00 00 00
    io.proffer.safetensors: length and JSON header
      3: 00 00 00 00 00 "{" 22 "__metadata__"
    io.proffer.gguf: GGUF header
      0: "GGUF" ?? 00 00 00
    io.proffer.tensorflow-lite: TensorFlow Lite mark
      4: "TFL3"
    io.proffer.esri-shape: shapefile code
      0: 00 00 27 0A 00 00 00 00 28: E8 03 00 00
    io.proffer.cbor: self-described CBOR
      0: D9 D9 F7
    io.proffer.packet-capture: packet capture magic
      0: D4 C3 B2 A1 02 00
      0: A1 B2 C3 D4 00 02
      0: 4D 3C B2 A1 02 00
      0: A1 B2 3C 4D 00 02
      0: 0A 0D 0D 0A ?? ?? ?? ?? 4D 3C 2B 1A
      0: 0A 0D 0D 0A ?? ?? ?? ?? 1A 2B 3C 4D
    io.proffer.java-keystore: Java keystore magic
      0: FE ED FE ED 00 00 00
    io.proffer.java-jce-keystore: Java cryptography keystore magic
      0: CE CE CE CE 00 00 00
    io.proffer.java-pack200: Pack200 magic
      0: CA FE D0 0D
    io.proffer.gettext-catalogue: compiled gettext header
      0: DE 12 04 95
      0: 95 04 12 DE
    com.apple.colorsync-profile: ICC profile signature
      36: "acsp"
    io.proffer.llvm-bitcode: LLVM bitcode header
      0: "BC" C0 DE
    io.proffer.garmin-fit: FIT header
      8: ".FIT"
    io.proffer.pkcs-7: PKCS #7 object
      0: 30 80 06 09 2A 86 48 86 F7 0D 01 07
      0: 30 82 ?? ?? 06 09 2A 86 48 86 F7 0D 01 07
      0: 30 83 ?? ?? ?? 06 09 2A 86 48 86 F7 0D 01 07
    public.x509-certificate: certificate in DER
      0: 30 82 ?? ?? 30 82 ?? ?? A0 03 02 01 02 02
    com.rsa.pkcs-12: PKCS #12 object
      0: 30 82 ?? ?? 02 01 03 30 82 ?? ?? 06 09 2A 86 48 86 F7 0D 01 07 01

    # Fonts
    io.proffer.embedded-opentype: embedded OpenType header
      8: 01 00 02 00 34: "LP"
      8: 02 00 02 00 34: "LP"
      8: 00 00 02 00 34: "LP"
    io.proffer.bitmap-font: BDF header
      0: "STARTFONT "
    io.proffer.x-bitmap-font: PCF header
      0: 01 "fcp"
    io.proffer.console-font: console font header
      0: 36 04 00
      0: 36 04 01
      0: 36 04 02
      0: 36 04 03
      0: 36 04 04
      0: 36 04 05
      0: 72 B5 4A 86

    # Three dimensions
    com.autodesk.fbx: FBX header
      0: "Kaydara FBX Binary  " 00
      0: "; FBX "
    org.blenderfoundation.blender.file: Blender header
      0: "BLENDER"
    com.autodesk.dwg: AutoCAD drawing version
      0: "AC1009" 00
      0: "AC1012" 00
      0: "AC1014" 00
      0: "AC1015" 00
      0: "AC1018" 00
      0: "AC1021" 00
      0: "AC1024" 00
      0: "AC1027" 00
      0: "AC1032" 00
    com.autodesk.dxf: AutoCAD exchange header
      0: "AutoCAD Binary DXF" 0D 0A 1A 00
      text: "0" 0A "SECTION" 0A
      text: "0" 0D 0A "SECTION" 0D 0A
      text: "0" 0A "SECTION" 0D 0A
      text: "999" 0A
      text: "999" 0D 0A
    io.proffer.step: STEP header
      text: "ISO-10303-21;"
    io.proffer.sketchup: SketchUp header
      0: FF FE FF 0E 53 00 6B 00 65 00 74 00 63 00 68 00
    io.proffer.rhino: Rhino header
      0: "3D Geometry File Format "
    io.proffer.vrml: VRML header
      text: "#VRML V"
    io.proffer.lightwave: IFF form LWO
      0: "FORM" 8: "LWO2"
      0: "FORM" 8: "LWOB"

    # Texts that begin in one way
    io.proffer.pgp-message: OpenPGP message
      text: "-----BEGIN PGP MESSAGE-----"
    io.proffer.pgp-keys: OpenPGP key
      text: "-----BEGIN PGP PUBLIC KEY BLOCK-----"
      text: "-----BEGIN PGP PRIVATE KEY BLOCK-----"
    io.proffer.pgp-signature: OpenPGP signature
      text: "-----BEGIN PGP SIGNATURE-----"
    io.proffer.pem-key: key in PEM
      text: "-----BEGIN PRIVATE KEY-----"
      text: "-----BEGIN RSA PRIVATE KEY-----"
      text: "-----BEGIN DSA PRIVATE KEY-----"
      text: "-----BEGIN EC PRIVATE KEY-----"
      text: "-----BEGIN ENCRYPTED PRIVATE KEY-----"
      text: "-----BEGIN OPENSSH PRIVATE KEY-----"
      text: "-----BEGIN PUBLIC KEY-----"
    io.proffer.pkcs-7: PKCS #7 object in PEM
      text: "-----BEGIN PKCS7-----"
    io.proffer.pkcs-10: certificate request in PEM
      text: "-----BEGIN CERTIFICATE REQUEST-----"
      text: "-----BEGIN NEW CERTIFICATE REQUEST-----"
    io.proffer.certificate-revocation-list: revocation list in PEM
      text: "-----BEGIN X509 CRL-----"
    io.proffer.desktop-entry: desktop entry section
      text: "[Desktop Entry]"
    io.proffer.windows-registry: registry header
      text: "REGEDIT4"
      text: "Windows Registry Editor Version "
    io.proffer.flatpak-reference: Flatpak reference section
      text: "[Flatpak Ref]"
    org.khronos.collada.digital-asset-exchange: COLLADA root element
      text: "<COLLADA "
    io.proffer.gettext-translation: first message of a gettext file
      text: "msgid " 22 22 0A "msgstr " 22 22
    io.proffer.substation-alpha: script information section
      text: "[Script Info]"
    io.proffer.visual-studio-solution: solution header
      text: "Microsoft Visual Studio Solution File"
    io.proffer.lyx: LyX header
      text: "#LyX "
    io.proffer.cue-sheet: cue sheet remark
      text: "REM GENRE "
    io.proffer.font-metrics: font metrics header
      text: "StartFontMetrics "
    io.proffer.fontforge: FontForge header
      text: "SplineFontDB:"
    io.proffer.xfig: Xfig header
      text: "#FIG "
    io.proffer.qml: QML imports
      text: "import QtQuick "
    io.proffer.ldif: LDIF version
      text: "version: 1" 0A "dn: "
    com.apple.chess.pgn: chess game header
      text: "[Event " 22
    public.uuencoded-archive: uuencode header
      text: "begin 644 "
      text: "begin 664 "
      text: "begin 755 "
    public.patch-file: differences of files
      text: "--- a/"
    public.toml: TOML package table
      text: "[package]" 0A "name = "
    """#
}
