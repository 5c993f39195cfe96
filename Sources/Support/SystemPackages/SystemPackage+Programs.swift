extension SystemPackage {
  /// Returns the package of a program; nil if it is unknown.
  ///
  /// - Parameter command: the name of the program, such as `pdftotext`.
  package static func program(_ command: String) -> SystemPackage? { programs[command] }

  // The names for apt are those of Debian 12 and were tried there. The other names come from the package lists
  // that the documentation cites.
  private static let programs: [String: SystemPackage] = {
    let poppler = SystemPackage(
      "Poppler",
      [
        .apt: "poppler-utils", .dnf: "poppler-utils", .pacman: "poppler", .apk: "poppler-utils",
        .zypper: "poppler-tools", .brew: "poppler",
      ])
    return [
      "pandoc": SystemPackage(
        "pandoc",
        [
          .apt: "pandoc", .dnf: "pandoc-cli", .pacman: "pandoc-cli", .apk: "pandoc-cli",
          .zypper: "pandoc-cli", .brew: "pandoc",
        ]),
      "soffice": SystemPackage(
        "LibreOffice",
        [
          .apt: "libreoffice", .dnf: "libreoffice", .pacman: "libreoffice-fresh", .apk: "libreoffice",
          .zypper: "libreoffice", .brew: "--cask libreoffice",
        ]),
      "convert": SystemPackage(
        "ImageMagick",
        [
          .apt: "imagemagick", .dnf: "ImageMagick", .pacman: "imagemagick", .apk: "imagemagick",
          .zypper: "ImageMagick", .brew: "imagemagick",
        ]),
      "rsvg-convert": SystemPackage(
        "rsvg-convert",
        [
          .apt: "librsvg2-bin", .dnf: "librsvg2-tools", .pacman: "librsvg", .apk: "rsvg-convert",
          .zypper: "rsvg-convert", .brew: "librsvg",
        ]),
      "ffmpeg": SystemPackage(
        "ffmpeg",
        [
          .apt: "ffmpeg", .dnf: "ffmpeg-free", .pacman: "ffmpeg", .apk: "ffmpeg", .zypper: "ffmpeg",
          .brew: "ffmpeg",
        ]),
      "pdftotext": poppler, "pdftohtml": poppler, "pdftocairo": poppler, "pdfinfo": poppler,
    ]
  }()
}
