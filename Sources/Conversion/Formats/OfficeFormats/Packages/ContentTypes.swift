import ProfferConversions
import XMLText

/// The media types of the parts of a package, from `[Content_Types].xml`.
struct ContentTypes {
  /// The types by filename extension in lower case.
  private var defaults: [String: String] = [:]
  /// The types by the key of a part name.
  private(set) var overrides: [String: String] = [:]

  init() {}

  /// Reads the content of the part.
  init(_ bytes: [UInt8], depthLimit: Int) throws(CoderError) {
    var xml = try PackageXML(
      bytes, PackageName.vocabulary, part: "[Content_Types].xml", depthLimit: depthLimit)
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      let type = xml.attribute(.contentType) ?? ""
      switch name {
      case .defaultType:
        if let text = xml.attribute(.filenameExtension) { defaults[text.lowercased()] = type }
      case .override:
        if let text = xml.attribute(.partName), let part = PartName(target: text, from: nil) {
          overrides[part.key] = type
        }
      default: break
      }
    }
  }

  /// Returns the media type of a part; nil if the package does not state it.
  func type(of part: PartName) -> String? {
    overrides[part.key] ?? part.filenameExtension.flatMap { defaults[$0] }
  }

  /// Returns the first part, by name, whose type has a suffix.
  func part(typeHasSuffix suffixes: [String]) -> PartName? {
    overrides.filter { entry in suffixes.contains { entry.value.hasSuffix($0) } }.keys.min()
      .map { PartName(path: $0) }
  }
}
