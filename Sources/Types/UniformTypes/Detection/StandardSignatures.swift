/// The signatures of common formats, as text in the format that `SignatureTable` describes.
///
/// Sources: the specifications published by the owners of the formats. Each signature is for a type of the
/// standard table.
enum StandardSignatures {
  static let table = #"""
    # Pictures
    public.png: PNG signature
      0: 89 "PNG" 0D 0A 1A 0A
    public.jpeg: JPEG start of image
      0: FF D8 FF
    com.compuserve.gif: GIF signature
      0: "GIF87a"
      0: "GIF89a"
    org.webmproject.webp: RIFF form WEBP
      0: "RIFF" 8: "WEBP"
    public.tiff: TIFF header
      0: "II" 2A 00
      0: "MM" 00 2A
      0: "II" 2B 00
      0: "MM" 00 2B
    com.canon.cr2-raw-image: Canon raw header
      0: "II" 2A 00 8: "CR" 02
    com.fuji.raw-image: Fujifilm raw header
      0: "FUJIFILMCCD-RAW"
    com.microsoft.bmp: bitmap header
      0: "BM" 6: 00 00 00 00 15: 00 00 00
    com.microsoft.ico: icon header
      0: 00 00 01 00 ?? 00 9: 00
    com.apple.icns: icon family header
      0: "icns" 00
    com.adobe.photoshop-image: Photoshop header
      0: "8BPS" 00 01
    com.adobe.photoshop-large-image: Photoshop large document header
      0: "8BPS" 00 02
    public.jpeg-2000: JPEG 2000 signature
      0: 00 00 00 0C "jP  " 0D 0A 87 0A
      0: FF 4F FF 51
    public.jpeg-xl: JPEG XL signature
      0: 00 00 00 0C "JXL " 0D 0A 87 0A
      0: FF 0A
    com.ilm.openexr-image: OpenEXR signature
      0: 76 2F 31 01
    org.khronos.ktx: KTX signature
      0: AB "KTX 11" BB 0D 0A 1A 0A
    org.nema.dicom: DICOM prefix
      128: "DICM"
    gov.nih.nifti-1: NIfTI signature
      344: "n+1" 00

    # Documents
    com.adobe.pdf: PDF header
      0: "%PDF-"
      0: EF BB BF "%PDF-"
    com.adobe.postscript: PostScript header
      0: "%!PS"
    com.adobe.encapsulated-postscript: encapsulated PostScript header
      0: "%!PS-Adobe-" ?? ?? ?? " EPSF-"
      0: C5 D0 D3 C6
    public.rtf: RTF header
      0: "{\rtf"
    com.apple.binary-property-list: binary property list header
      0: "bplist0"
    io.proffer.compound-file: compound file of Microsoft Office
      0: D0 CF 11 E0 A1 B1 1A E1
    com.apple.alias-file: bookmark data
      0: "book" 00 00 00 00 "mark"

    # Archives
    public.zip-archive: zip local file header
      0: "PK" 03 04
    public.zip-archive: end of an empty or split zip archive
      0: "PK" 05 06
      0: "PK" 07 08
    org.gnu.gnu-zip-archive: gzip header
      0: 1F 8B 08
    public.bzip2-archive: bzip2 header
      0: "BZh" ?? 31 41 59 26 53 59
      0: "BZh" ?? 17 72 45 38 50 90
    org.tukaani.xz-archive: xz header
      0: FD "7zXZ" 00
    org.7-zip.7-zip-archive: 7-Zip signature
      0: "7z" BC AF 27 1C
    com.rarlab.rar-archive: RAR signature
      0: "Rar!" 1A 07
    public.tar-archive: tar header
      257: "ustar" 00
      257: "ustar  " 00
    public.z-archive: compress header
      0: 1F 9D 89
      0: 1F 9D 8A
      0: 1F 9D 8B
      0: 1F 9D 8C
      0: 1F 9D 8D
      0: 1F 9D 8E
      0: 1F 9D 8F
      0: 1F 9D 90
    public.cpio-archive: cpio header
      0: "070701"
      0: "070702"
      0: "070707"
    com.apple.xar-archive: xar header
      0: "xar!" 00
    com.microsoft.cab: cabinet header
      0: "MSCF" 00 00 00 00
    public.iso-image: volume descriptor of ISO 9660
      32769: "CD001"
    com.apple.binhex-archive: BinHex preamble
      text: "(This file must be converted with BinHex"

    # Sound and moving pictures
    public.mp3: ID3 tag
      0: "ID3" 02 00
      0: "ID3" 03 00
      0: "ID3" 04 00
    com.microsoft.waveform-audio: RIFF form WAVE
      0: "RIFF" 8: "WAVE"
      0: "RF64" 8: "WAVE"
    public.aiff-audio: IFF form AIFF
      0: "FORM" 8: "AIFF"
    public.aifc-audio: IFF form AIFC
      0: "FORM" 8: "AIFC"
    org.xiph.flac: FLAC marker
      0: "fLaC" 00
      0: "fLaC" 80
    org.xiph.ogg-audio: Ogg page
      0: "OggS" 00
    public.midi-audio: MIDI header
      0: "MThd" 00 00 00 06
    public.avi: RIFF form AVI
      0: "RIFF" 8: "AVI "
    com.apple.coreaudio-format: Core Audio header
      0: "caff" 00 01
    org.3gpp.adaptive-multi-rate-audio: AMR header
      0: "#!AMR" 0A
      0: "#!AMR-WB" 0A
    public.au-audio: au header
      0: ".snd" 00
    com.adobe.flash.video: Flash video header
      0: "FLV" 01
    com.microsoft.advanced-systems-format: ASF header
      0: 30 26 B2 75 8E 66 CF 11
    com.real.realmedia: RealMedia header
      0: ".RMF" 00
    org.smpte.mxf: MXF partition
      0: 06 0E 2B 34 02 05 01 01
    public.mpeg: MPEG pack or sequence header
      0: 00 00 01 BA
      0: 00 00 01 B3
    public.mpeg-2-transport-stream: sync bytes of transport packets
      0: 47 188: 47 376: 47 564: 47
    public.m3u-playlist: M3U header
      text: "#EXTM3U"
    public.pls-playlist: playlist section
      text: "[playlist]"
    org.w3.webvtt: WebVTT header
      text: "WEBVTT"

    # Fonts
    public.truetype-ttf-font: TrueType header
      0: 00 01 00 00 00
      0: "true" 00
    public.opentype-font: OpenType header
      0: "OTTO" 00
    public.truetype-collection-font: font collection header
      0: "ttcf" 00
    org.w3.woff: WOFF signature
      0: "wOFF" 00 01 00 00
      0: "wOFFOTTO"
      0: "wOFF"
    org.w3.woff2: WOFF2 signature
      0: "wOF2" 00 01 00 00
      0: "wOF2OTTO"
      0: "wOF2"
    com.adobe.postscript-pfb-font: PostScript font in segments
      0: 80 01 6: "%!"
    com.adobe.postscript-pfa-font: PostScript font header
      0: "%!PS-AdobeFont"
      0: "%!FontType1"

    # Programs; those with more inside them are told apart by code
    public.elf-binary: ELF header
      0: 7F "ELF"
    io.proffer.webassembly: WebAssembly header
      0: 00 "asm"

    # Three dimensions
    org.khronos.glb: binary glTF header
      0: "glTF" ?? 00
    com.pixar.universal-scene-description: USD header
      0: "PXR-USDC"
      0: "#usda "
    public.polygon-file-format: polygon file header
      0: "ply" 0A
      0: "ply" 0D

    # Texts that begin in one way
    public.vcard: vCard
      text: "BEGIN:VCARD"
    com.apple.ical.ics: iCalendar object
      text: "BEGIN:VCALENDAR"
    com.microsoft.internet-shortcut: section of an Internet shortcut
      text: "[InternetShortcut]"
    public.x509-certificate: certificate in PEM
      text: "-----BEGIN CERTIFICATE-----"
    public.patch-file: git patch
      text: "diff --git "
    public.php-script: PHP opening tag
      text: "<?php"
    """#
}
