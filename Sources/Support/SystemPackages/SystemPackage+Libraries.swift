extension SystemPackage {
  // The names for apt are those of Debian 12 and were tried there. The other names come from the package lists
  // that the documentation cites.

  /// zlib.
  package static let zlib = SystemPackage(
    "zlib",
    [
      .apt: "zlib1g", .dnf: "zlib", .pacman: "zlib", .apk: "zlib", .zypper: "libz1", .brew: "zlib",
    ])

  /// libpng.
  package static let png = SystemPackage(
    "libpng",
    [
      .apt: "libpng16-16", .dnf: "libpng", .pacman: "libpng", .apk: "libpng", .zypper: "libpng16-16",
      .brew: "libpng",
    ],
    releases: ["debian 13": "libpng16-16t64", "ubuntu 24.04": "libpng16-16t64"])

  /// TurboJPEG of libjpeg-turbo.
  package static let turboJPEG = SystemPackage(
    "TurboJPEG (libjpeg-turbo)",
    [
      .apt: "libturbojpeg0", .dnf: "turbojpeg", .pacman: "libjpeg-turbo", .apk: "libturbojpeg",
      .zypper: "libturbojpeg0", .brew: "jpeg-turbo",
    ],
    releases: ["ubuntu 22.04": "libturbojpeg", "ubuntu 24.04": "libturbojpeg"])

  /// libwebp.
  package static let webP = SystemPackage(
    "libwebp",
    [
      .apt: "libwebp7", .dnf: "libwebp", .pacman: "libwebp", .apk: "libwebp", .zypper: "libwebp7",
      .brew: "webp",
    ])

  /// The part of libwebp that reads animations.
  package static let webPDemux = SystemPackage(
    "libwebpdemux",
    [
      .apt: "libwebpdemux2", .dnf: "libwebp", .pacman: "libwebp", .apk: "libwebpdemux",
      .zypper: "libwebpdemux2", .brew: "webp",
    ])

  /// The part of libwebp that writes animations.
  package static let webPMux = SystemPackage(
    "libwebpmux",
    [
      .apt: "libwebpmux3", .dnf: "libwebp", .pacman: "libwebp", .apk: "libwebpmux", .zypper: "libwebpmux3",
      .brew: "webp",
    ])

  /// libtiff.
  package static let tiff = SystemPackage(
    "libtiff",
    [
      .apt: "libtiff6", .dnf: "libtiff", .pacman: "libtiff", .apk: "tiff", .zypper: "libtiff6",
      .brew: "libtiff",
    ],
    releases: ["ubuntu 22.04": "libtiff5"])

  /// libheif.
  package static let heif = SystemPackage(
    "libheif",
    [
      .apt: "libheif1", .dnf: "libheif", .pacman: "libheif", .apk: "libheif", .zypper: "libheif1",
      .brew: "libheif",
    ])

  /// The decoder of HEVC for libheif.
  package static let hevcDecoder = SystemPackage(
    "a decoder of HEVC for libheif",
    [
      .apt: "libheif1", .dnf: "libheif-freeworld", .pacman: "libheif", .apk: "libheif", .brew: "libheif",
    ],
    releases: ["debian 13": "libheif-plugin-libde265", "ubuntu 24.04": "libheif-plugin-libde265"])

  /// The encoder of HEVC for libheif.
  package static let hevcEncoder = SystemPackage(
    "an encoder of HEVC for libheif",
    [
      .apt: "libheif1", .dnf: "libheif-freeworld", .pacman: "libheif", .apk: "libheif-x265",
      .brew: "libheif",
    ],
    releases: ["debian 13": "libheif-plugin-x265", "ubuntu 24.04": "libheif-plugin-x265"])

  /// The decoder of AV1 for libheif.
  package static let av1Decoder = SystemPackage(
    "a decoder of AV1 for libheif",
    [
      .apt: "libheif1", .dnf: "libheif", .pacman: "libheif", .apk: "libheif-aom", .zypper: "libheif-dav1d",
      .brew: "libheif",
    ],
    releases: ["debian 13": "libheif-plugin-dav1d", "ubuntu 24.04": "libheif-plugin-dav1d"])

  /// The encoder of AV1 for libheif.
  package static let av1Encoder = SystemPackage(
    "an encoder of AV1 for libheif",
    [
      .apt: "libheif1", .dnf: "libheif", .pacman: "libheif", .apk: "libheif-aom", .zypper: "libheif-aom",
      .brew: "libheif",
    ],
    releases: ["debian 13": "libheif-plugin-aomenc", "ubuntu 24.04": "libheif-plugin-aomenc"])

  /// Cairo and Pango, which draw windows.
  package static let cairoAndPango = SystemPackage(
    "Cairo and Pango",
    [
      .apt: "libcairo2 libpangocairo-1.0-0", .dnf: "cairo pango", .pacman: "cairo pango",
      .apk: "cairo pango", .zypper: "libcairo2 libpango-1_0-0", .brew: "cairo pango",
    ])
}
