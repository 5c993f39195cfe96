public import ProfferFileSystem
public import UniformTypes

/// A file that declares types: a property list such as an Info.plist, or JSON with the same keys.
///
/// The keys `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations` each contain a list of
/// dictionaries; all other keys are ignored. (Source: Apple, “Declaring New Uniform Type Identifiers”.)
///
///     let file = try DeclarationFile(contentsOf: path)
///     let registry = try file.adding(to: .standard)
public struct DeclarationFile: Sendable {
  /// The maximum size of a file in bytes: 16 MiB.
  ///
  /// The declarations of a whole system take less than 1 MiB.
  package static let byteCountLimit = 16 << 20

  /// The name that messages use for the file.
  public let name: String
  /// The exported declarations and then the imported declarations, both in the order of the file.
  public let declarations: [TypeDeclaration]
  /// Remarks about parts of the file that have no effect, such as unknown keys and unknown tag classes.
  ///
  /// Each remark contains the position of the part.
  public let remarks: [String]

  init(name: String, declarations: [TypeDeclaration], remarks: [String]) {
    self.name = name
    self.declarations = declarations
    self.remarks = remarks
  }

  /// Parses declarations.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - name: the name that messages use for the file.
  /// - Throws: the first error in the file, with its position.
  public init(_ bytes: [UInt8], named name: String) throws(DiscoveryError) {
    let check = DeclarationCheck(bytes, named: name)
    if let first = check.mistakes.first { throw first }
    self = check.file
  }

  /// Reads a file.
  ///
  /// - Parameter path: the path of the file.
  /// - Throws: `fileSystem` if the file cannot be read, `tooLarge` if it exceeds `byteCountLimit`, or the
  ///   first error in the file.
  public init(contentsOf path: FilePath) throws(DiscoveryError) {
    try self.init(try Self.bytes(of: path), named: path.description)
  }

  /// Returns a registry that contains the types of a given registry and the declarations of this file.
  ///
  /// - Parameter registry: the given registry.
  /// - Returns: the new registry.
  /// - Throws: `contradictoryDeclarations` with the name of this file, and the registry's `TypeError` as
  ///   the cause.
  public func adding(to registry: TypeRegistry) throws(DiscoveryError) -> TypeRegistry {
    try Self.adding([self], to: registry)
  }

  /// Returns a registry that contains the types of a given registry and the declarations of several files.
  ///
  /// The declarations may refer to types in any of the files.
  ///
  /// - Parameters:
  ///   - files: the files.
  ///   - registry: the given registry.
  /// - Returns: the new registry.
  /// - Throws: `contradictoryDeclarations` with the names of the files, and the registry's `TypeError` as
  ///   the cause.
  public static func adding(
    _ files: [DeclarationFile], to registry: TypeRegistry
  ) throws(DiscoveryError) -> TypeRegistry {
    do {
      return try registry.adding(files.flatMap(\.declarations))
    } catch {
      throw DiscoveryError(error, in: files.map(\.name).joined(separator: ", "))
    }
  }

  static func bytes(of path: FilePath) throws(DiscoveryError) -> [UInt8] {
    let file = try DiscoveryError.withFile { () throws(FileSystemError) in
      try OpenFile.readingRegular(path)
    }
    let byteCount = try DiscoveryError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    guard byteCount <= byteCountLimit else {
      throw DiscoveryError(
        .tooLarge, subject: path.description,
        reason: "\(byteCount) bytes exceed the limit for a file of declarations (\(byteCountLimit))")
    }
    return try DiscoveryError.withFile { () throws(FileSystemError) in
      try file.bytes(at: 0, count: Int(byteCount))
    }
  }
}

/// The result of checking a declaration file: its valid declarations and all errors.
package struct DeclarationCheck: Sendable {
  /// The file without the declarations that have an error.
  package let file: DeclarationFile
  /// All errors, in the order of the file.
  ///
  /// The list does not include contradictions between declarations, which `DeclarationFile.adding(to:)`
  /// finds.
  package let mistakes: [DiscoveryError]

  /// Checks the declarations in the bytes of a file, and collects errors instead of throwing them.
  ///
  /// - Parameter name: the name that messages use for the file.
  package init(_ bytes: [UInt8], named name: String) {
    var reader = DeclarationReader(fileName: name)
    do throws(DiscoveryError) {
      reader.read(try PropertyValue.parse(bytes, named: name))
    } catch {
      reader.mistakes.append(error)
    }
    file = DeclarationFile(name: name, declarations: reader.declarations, remarks: reader.remarks)
    mistakes = reader.mistakes
  }

  /// Checks the declarations of a file.
  ///
  /// - Throws: `fileSystem` if the file cannot be read, `tooLarge` if it exceeds
  ///   `DeclarationFile.byteCountLimit`.
  package init(contentsOf path: FilePath) throws(DiscoveryError) {
    self.init(try DeclarationFile.bytes(of: path), named: path.description)
  }
}
