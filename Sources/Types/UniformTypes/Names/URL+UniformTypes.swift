#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UTType {
  /// The URL of the type's documentation; nil if its declaration has none.
  public var referenceURL: URL? { referenceURL(in: .current) }

  /// Returns the URL of the type's documentation, as declared in a registry.
  ///
  /// - Parameter registry: the registry.
  /// - Returns: the URL; nil if none is declared.
  public func referenceURL(in registry: TypeRegistry) -> URL? {
    referenceURLString(in: registry).flatMap { URL(string: $0) }
  }

  /// Returns a file name with an extension that suits this type.
  ///
  /// The name is unchanged if its extension belongs to a type that conforms to this type. Otherwise the
  /// type's preferred extension is appended. `puppy.jpg` is unchanged for `.image`, and becomes
  /// `puppy.jpg.txt` for `.plainText`. If the type has no preferred extension, every name is unchanged.
  /// (Source: the examples in Apple's `UTAdditions.h`.)
  fileprivate func fileName(from name: String, in registry: TypeRegistry) -> String {
    guard let preferred = preferredFilenameExtension(in: registry), !isValidExtension(of: name, in: registry)
    else { return name }
    return "\(name).\(preferred)"
  }

  private func isValidExtension(of name: String, in registry: TypeRegistry) -> Bool {
    guard let present = FilenameExtension.of(name.utf8) else { return false }
    let types = registry.types(tag: present, tagClass: .filenameExtension, conformingTo: nil)
    if types.contains(where: { $0.conforms(to: self, in: registry) }) { return true }
    // A look-up by extension finds a dynamic type only if the supertype is the same. The extension is
    // therefore also compared with the tags of this type.
    let own = tags(in: registry)[.filenameExtension] ?? []
    return own.contains { $0.lowercased() == present.lowercased() }
  }
}

extension String {
  /// Returns the path of a file in this folder, with an extension that suits the type.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without an extension; an extension that suits the type is kept.
  ///   - contentType: the type of the file.
  /// - Returns: the path.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
    let name = contentType.fileName(from: partialName, in: .current)
    return isEmpty ? name : hasSuffix("/") ? self + name : "\(self)/\(name)"
  }

  /// Returns the path or name with an extension that suits the type.
  ///
  /// The result is unchanged if its extension already suits the type, if the type has no preferred
  /// extension, or if there is no last component.
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
  /// Returns the URL of a file in this folder, with an extension that suits the type.
  ///
  /// A name whose extension already suits the type is unchanged. Otherwise the type's preferred extension
  /// is appended. For a type that conforms to `.directory`, the URL ends in a slash.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without its extension.
  ///   - contentType: the type of the file.
  /// - Returns: the URL.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appendingPathComponent(
      contentType.fileName(from: partialName, in: .current),
      isDirectory: contentType.conforms(to: .directory))
  }

  /// Replaces this URL with the result of `appendingPathComponent(_:conformingTo:)`.
  ///
  /// - Parameters:
  ///   - partialName: the name, with or without its extension.
  ///   - contentType: the type of the file.
  public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }

  /// Returns the URL with an extension that suits the type.
  ///
  /// The URL is unchanged if its extension already suits the type, if the type has no preferred
  /// extension, or if the path has no last component. For a type that conforms to `.directory`, a changed
  /// URL ends in a slash.
  ///
  /// - Parameter contentType: the type of the file.
  /// - Returns: the URL.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    let last = lastPathComponent
    let name = contentType.fileName(from: last, in: .current)
    guard !last.isEmpty, last != "/", name != last else { return self }
    return deletingLastPathComponent()
      .appendingPathComponent(name, isDirectory: contentType.conforms(to: .directory))
  }

  /// Replaces this URL with the result of `appendingPathExtension(for:)`.
  ///
  /// - Parameter contentType: the type of the file.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }
}
