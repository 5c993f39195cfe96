package import FileSystem
package import JSONText

/// Tells the types of files while they are packed; what knows types by names and bytes is outside this module.
package protocol FileTyping: Sendable {
  /// The type of an open file.
  ///
  /// - Parameters:
  ///   - bytes: all of the file where they are at hand, else nil.
  func typeIdentifier(
    of file: OpenFile, named name: FileName, status: FileStatus, bytes: UnsafeRawBufferPointer?
  ) throws -> String

  /// The declarations that a bundle carries of these types, as JSON objects.
  func declarations(of typeIdentifiers: [String]) -> [JSONNode]
}
