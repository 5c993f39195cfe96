import ProfferConversions

/// The formats of Office Open XML, by the types of their main parts.
enum OfficeFormat: CaseIterable {
  case word, excel, powerPoint

  /// The name of a file of the format, with its article.
  private var name: String {
    switch self {
    case .word: "a Word document"
    case .excel: "an Excel workbook"
    case .powerPoint: "a PowerPoint presentation"
    }
  }

  /// The ends of the media types of main parts.
  private var mediaTypes: [String] {
    switch self {
    case .word:
      [
        "wordprocessingml.document.main+xml", "wordprocessingml.template.main+xml",
        "ms-word.document.macroEnabled.main+xml", "ms-word.template.macroEnabledTemplate.main+xml",
      ]
    case .excel:
      [
        "spreadsheetml.sheet.main+xml", "spreadsheetml.template.main+xml",
        "ms-excel.sheet.macroEnabled.main+xml", "ms-excel.template.macroEnabled.main+xml",
        "ms-excel.addin.macroEnabled.main+xml",
      ]
    case .powerPoint:
      [
        "presentationml.presentation.main+xml", "presentationml.slideshow.main+xml",
        "presentationml.template.main+xml", "ms-powerpoint.presentation.macroEnabled.main+xml",
        "ms-powerpoint.slideshow.macroEnabled.main+xml", "ms-powerpoint.template.macroEnabled.main+xml",
      ]
    }
  }

  /// Words in the media types of the format.
  private var mediaTypeWords: [String] {
    switch self {
    case .word: ["wordprocessingml", "ms-word"]
    case .excel: ["spreadsheetml", "ms-excel"]
    case .powerPoint: ["presentationml", "ms-powerpoint"]
    }
  }

  /// Returns the main part of a package: the target of the relationship `officeDocument`, or without one, the
  /// part with a media type of the format.
  ///
  /// - Parameter warn: receives a warning about a package without the relationship.
  /// - Throws: `wrongFormat` if the package has no such part, or is a file of another format.
  func mainPart(of package: OpenPackage, warn: (String) -> Void) throws(CoderError) -> PartName {
    let noun = String(name.split(separator: " ").last ?? "document")
    if let relationship = package.relationships.first(ofType: "officeDocument") {
      guard let part = relationship.part else {
        throw CoderError(.wrongFormat, "the \(noun) is outside of the package: “\(relationship.target)”")
      }
      try check(package.contentTypes.type(of: part))
      return part
    }
    guard let part = package.contentTypes.part(typeHasSuffix: mediaTypes) else {
      throw CoderError(.wrongFormat, "this is not \(name): the archive has no relationship to a \(noun)")
    }
    warn("the archive has no relationship to the \(noun); the media types name “\(part.path)”")
    return part
  }

  /// Throws if a main part has a media type of another format; unknown media types are accepted.
  private func check(_ mediaType: String?) throws(CoderError) {
    guard let mediaType, !mediaTypes.contains(where: { mediaType.hasSuffix($0) }) else { return }
    if self == .excel, mediaType.contains("sheet.binary") {
      throw CoderError(.wrongFormat, "this is a binary Excel workbook (.xlsb); save it as .xlsx first")
    }
    for other in Self.allCases where other != self {
      guard other.mediaTypeWords.contains(where: { mediaType.contains($0) }) else { continue }
      throw CoderError(.wrongFormat, "this is \(other.name), not \(name)")
    }
    if mediaType.contains("visio") {
      throw CoderError(.wrongFormat, "this is a Visio drawing, not \(name)")
    }
  }
}
