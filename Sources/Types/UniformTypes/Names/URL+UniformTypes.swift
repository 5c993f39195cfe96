#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UTType {
  /// Where the type is documented; nil when its declaration does not give a URL.
  public var referenceURL: URL? { referenceURL(in: .current) }

  /// Where the type is documented, as a registry declares it.
  ///
  /// - Parameter registry: the registry.
  /// - Returns: the URL; nil where none is declared.
  public func referenceURL(in registry: TypeRegistry) -> URL? {
    referenceURLString(in: registry).flatMap { URL(string: $0) }
  }

  /// A file name for something of this type.
  ///
  /// A name whose extension some type has that conforms to this one is kept; otherwise the type's preferred extension
  /// is appended. `puppy.jpg` stays as it is for `.image`, and becomes `puppy.jpg.txt` for `.plainText`. A type
  /// without a preferred extension leaves every name as it is. (Source: the examples in Apple's `UTAdditions.h`.)
  fileprivate func fileName(from name: String, in registry: TypeRegistry) -> String {
    guard let preferred = preferredFilenameExtension(in: registry), !isValidExtension(of: name, in: registry)
    else { return name }
    return "\(name).\(preferred)"
  }

  private func isValidExtension(of name: String, in registry: TypeRegistry) -> Bool {
    guard let present = FilenameExtension.of(name.utf8) else { return false }
    let types = registry.types(tag: present, tagClass: .filenameExtension, conformingTo: nil)
    if types.contains(where: { $0.conforms(to: self, in: registry) }) { return true }
    // A dynamic type is made for its extension, and finds itself here only under the same supertype.
    let own = tags(in: registry)[.filenameExtension] ?? []
    return own.contains { $0.lowercased() == present.lowercased() }
  }
}

extension String {
  /// The path of a file below this folder, named so that it shows the type.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without an extension; an extension that suits the type is kept.
  ///   - contentType: the type of the file.
  /// - Returns: the path.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
    let name = contentType.fileName(from: partialName, in: .current)
    return isEmpty ? name : hasSuffix("/") ? self + name : "\(self)/\(name)"
  }

  /// The path, or the name, whose last component shows the type.
  ///
  /// It is unchanged when its extension already suits the type, when the type has no preferred extension, and when there
  /// is no last component.
  ///
  /// - Parameter contentType: the type of the file.
  /// - Returns: the path or name.
  public func appendingPathExtension(for contentType: UTType) -> String {
    guard let last = split(separator: "/", omittingEmptySubsequences: true).last else { return self }
    let folder = self[..<last.startIndex]
    return folder + contentType.fileName(from: String(last), in: .current) + self[last.endIndex...]
  }
}

extension URL {
  /// The URL of a file below this folder, named so that it shows the type.
  ///
  /// A name whose extension already suits the type is kept, otherwise the type's preferred extension is appended. For
  /// a type that conforms to `.directory` the URL ends in a slash.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without its extension.
  ///   - contentType: the type to show.
  /// - Returns: the URL.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appendingPathComponent(
      contentType.fileName(from: partialName, in: .current),
      isDirectory: contentType.conforms(to: .directory))
  }

  /// Makes this the URL that `appendingPathComponent(_:conformingTo:)` gives.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without its extension.
  ///   - contentType: the type to show.
  public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }

  /// The URL whose last component shows the type.
  ///
  /// It is unchanged when its extension already suits the type, when the type has no preferred extension, and when the
  /// path has no last component. For a type that conforms to `.directory` a changed URL ends in a slash.
  ///
  /// - Parameter contentType: the type to show.
  /// - Returns: the URL.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    let last = lastPathComponent
    let name = contentType.fileName(from: last, in: .current)
    guard !last.isEmpty, last != "/", name != last else { return self }
    return deletingLastPathComponent()
      .appendingPathComponent(name, isDirectory: contentType.conforms(to: .directory))
  }

  /// Makes this the URL that `appendingPathExtension(for:)` gives.
  ///
  /// - Parameter contentType: the type to show.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }
}
