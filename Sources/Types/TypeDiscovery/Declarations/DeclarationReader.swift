import ProfferFileSystem
import UniformTypes

/// A reader that converts the values of a file to declarations, and collects all errors with their
/// positions.
struct DeclarationReader {
  let fileName: String
  var declarations: [TypeDeclaration] = []
  var mistakes: [DiscoveryError] = []
  var remarks: [String] = []

  init(fileName: String) { self.fileName = fileName }

  /// Reads a whole file.
  mutating func read(_ root: PropertyValue) {
    guard case .dictionary = root else {
      return refuse(
        .wrongShape, "", "expected a dictionary with the key \(DeclarationKey.exported), found \(root.kind)")
    }
    let exported = root[DeclarationKey.exported]
    let imported = root[DeclarationKey.imported]
    if exported == nil && imported == nil {
      return refuse(
        .noDeclarations, "",
        "the file declares no types: use the key \(DeclarationKey.exported) for your own types, "
          + "and \(DeclarationKey.imported) for the types of others")
    }
    if let exported { readList(exported, key: DeclarationKey.exported, origin: .exported) }
    let exportedIdentifiers = Set(declarations.map { TypeIdentifier($0.identifier) })
    let importedStart = declarations.count
    if let imported { readList(imported, key: DeclarationKey.imported, origin: .imported) }
    for declaration in declarations[importedStart...]
    where exportedIdentifiers.contains(TypeIdentifier(declaration.identifier)) {
      remark(
        DeclarationKey.imported,
        "“\(declaration.identifier)” is also exported, and the exported declaration is used")
    }
  }

  /// Reads a declaration; returns nil if the declaration contains an error.
  mutating func declaration(
    _ value: PropertyValue, at listPlace: String, origin: TypeDeclaration.Origin
  ) -> TypeDeclaration? {
    guard case .dictionary(let members) = value else {
      refuse(.wrongShape, listPlace, "expected a dictionary, found \(value.kind)")
      return nil
    }
    guard let identifier = identifier(value[DeclarationKey.identifier], at: listPlace) else { return nil }
    let place = "\(listPlace) (\(identifier))"
    let mistakeCount = mistakes.count
    var declaration = TypeDeclaration(identifier: identifier, origin: origin)
    for (key, value) in members { read(value, of: key, into: &declaration, at: place) }
    return mistakes.count == mistakeCount ? declaration : nil
  }

  private mutating func readList(_ value: PropertyValue, key: String, origin: TypeDeclaration.Origin) {
    guard case .list(let elements) = value else {
      return refuse(.wrongShape, key, "expected a list of dictionaries, found \(value.kind)")
    }
    var places: [TypeIdentifier: Int] = [:]
    for (index, element) in elements.enumerated() {
      guard let declaration = declaration(element, at: "\(key)[\(index)]", origin: origin) else { continue }
      if let first = places.updateValue(index, forKey: TypeIdentifier(declaration.identifier)) {
        refuse(
          .duplicateDeclaration, "\(key)[\(index)]",
          "“\(declaration.identifier)” is already declared by \(key)[\(first)]; remove one of the two")
      } else {
        declarations.append(declaration)
      }
    }
  }

  private mutating func identifier(_ value: PropertyValue?, at place: String) -> String? {
    guard let value else {
      refuse(.missingIdentifier, place, "the key \(DeclarationKey.identifier) is missing")
      return nil
    }
    guard case .text(let identifier) = value else {
      refuse(.wrongShape, "\(place): \(DeclarationKey.identifier)", "expected text, found \(value.kind)")
      return nil
    }
    return checked(identifier, at: "\(place): \(DeclarationKey.identifier)") ? identifier : nil
  }

  private mutating func checked(_ identifier: String, at place: String) -> Bool {
    let typeIdentifier = TypeIdentifier(identifier)
    guard typeIdentifier.isValid else {
      refuse(.malformedIdentifier, place, TypeError.malformed(typeIdentifier).message)
      return false
    }
    if typeIdentifier.isDynamic {
      refuse(
        .malformedIdentifier, place,
        "“\(identifier)” is in the domain dyn., which is for undeclared types; choose another name")
      return false
    }
    return true
  }

  private mutating func read(
    _ value: PropertyValue, of key: String, into declaration: inout TypeDeclaration, at place: String
  ) {
    let keyPlace = "\(place): \(key)"
    switch key {
    case DeclarationKey.identifier: break
    case DeclarationKey.parents:
      declaration.parents = texts(value, at: keyPlace).filter { checked($0, at: keyPlace) }
    case DeclarationKey.tags: declaration.tags = tags(value, at: keyPlace)
    case DeclarationKey.description: declaration.description = text(value, at: keyPlace)
    case DeclarationKey.reference: declaration.referenceURLString = text(value, at: keyPlace)
    case DeclarationKey.version: declaration.version = version(value, at: keyPlace)
    case DeclarationKey.isWildcard:
      guard case .boolean(let isWildcard) = value else {
        return refuse(.wrongShape, keyPlace, "expected a boolean, found \(value.kind)")
      }
      declaration.isWildcard = isWildcard
    default:
      if !DeclarationKey.ignored.contains(key) {
        remark(place, "the key \(quoted(key)) is unknown; it is ignored")
      }
    }
  }

  private mutating func tags(_ value: PropertyValue, at place: String) -> [UTTagClass: [String]] {
    guard case .dictionary(let members) = value else {
      refuse(.wrongShape, place, "expected a dictionary of tag classes, found \(value.kind)")
      return [:]
    }
    var tags: [UTTagClass: [String]] = [:]
    for (key, value) in members {
      let tagClass = UTTagClass(rawValue: key)
      guard DeclarationKey.tagClasses.contains(tagClass) else {
        remark(place, "the tag class \(quoted(key)) is unknown; its tags are ignored")
        continue
      }
      let texts = texts(value, at: "\(place): \(key)")
      if !texts.isEmpty { tags[tagClass] = texts }
    }
    return tags
  }

  /// Reads a text or a list of texts.
  ///
  /// The system's own declarations use both forms for the same key.
  private mutating func texts(_ value: PropertyValue, at place: String) -> [String] {
    switch value {
    case .text(let text): return [text]
    case .list(let elements):
      var texts: [String] = []
      for (index, element) in elements.enumerated() {
        guard let text = text(element, at: "\(place)[\(index)]") else { continue }
        texts.append(text)
      }
      return texts
    default:
      refuse(.wrongShape, place, "expected text or a list of strings, found \(value.kind)")
      return []
    }
  }

  private mutating func text(_ value: PropertyValue, at place: String) -> String? {
    guard case .text(let text) = value else {
      refuse(.wrongShape, place, "expected text, found \(value.kind)")
      return nil
    }
    return text
  }

  private mutating func version(_ value: PropertyValue, at place: String) -> Int? {
    switch value {
    case .integer(let version): return version
    case .text(let text):
      if let version = Int(text) { return version }
      remark(place, "\(quoted(text)) is not a whole number; the version is ignored")
      return nil
    default:
      refuse(.wrongShape, place, "expected a whole number, found \(value.kind)")
      return nil
    }
  }

  private mutating func refuse(_ code: DiscoveryError.Code, _ place: String, _ problem: String) {
    mistakes.append(DiscoveryError(code, subject: subject(place), reason: problem))
  }

  private mutating func remark(_ place: String, _ text: String) {
    remarks.append("\(subject(place)): \(text)")
  }

  private func subject(_ place: String) -> String { place.isEmpty ? fileName : "\(fileName): \(place)" }

  private func quoted(_ text: String) -> String { "“\(PrintableText.escaped(text.utf8))”" }
}

/// The keys of declaration files.
///
/// Source: Apple's documentation of Info.plist keys, and the system's own declarations of macOS 12.
enum DeclarationKey {
  static let exported = "UTExportedTypeDeclarations"
  static let imported = "UTImportedTypeDeclarations"

  static let identifier = "UTTypeIdentifier"
  static let parents = "UTTypeConformsTo"
  static let tags = "UTTypeTagSpecification"
  static let description = "UTTypeDescription"
  static let reference = "UTTypeReferenceURL"
  static let version = "UTTypeVersion"
  static let isWildcard = "UTTypeIsWildcard"

  /// Keys for icons and kernel extensions, which Proffer does not use.
  static let ignored: Set<String> = [
    "UTTypeIcons", "UTTypeIconFile", "UTTypeIconFiles", "UTTypeIconName", "UTTypeGlyphName",
    "UTTypeSymbolName", "UTKEXTIdentifier",
  ]

  /// The tag classes that a registry stores, in the order in which they are written to a file.
  static let tagClasses: [UTTagClass] = [
    .filenameExtension, .mimeType, .osType, .pasteboardType, .urlScheme, .deviceModelCode,
  ]
}
