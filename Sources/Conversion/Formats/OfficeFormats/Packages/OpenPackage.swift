import Foundation
import ProfferConversions
import ZipArchives

/// A package of the Open Packaging Conventions: a ZIP archive whose files are parts with types and
/// relationships (Source: ISO/IEC 29500-2).
struct OpenPackage {
  private var archive: ZipPackage
  /// The names of the files in the archive, by the key of their part name.
  private var names: [String: String] = [:]
  private let limits: OfficeLimits
  private(set) var contentTypes: ContentTypes
  /// The relationships of the package.
  private(set) var relationships: Relationships

  /// Opens a package.
  ///
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the data is not a package, and `tooLarge` or
  ///   `tooDeep` if a limit is exceeded.
  init(_ data: Data, limits: OfficeLimits) throws(CoderError) {
    if let error = CompoundFile.error(for: data) { throw error }
    self.limits = limits
    do {
      archive = try ZipPackage(
        data,
        limits: ZipPackageLimits(
          expandedByteCount: limits.expandedByteCount, entryCount: limits.entryCount))
    } catch { throw CoderError(packageError: error) }
    for name in archive.names {
      let key = PartName(path: name).key
      if names[key] == nil { names[key] = name }
    }
    contentTypes = ContentTypes()
    relationships = Relationships()
    if let bytes = try content(of: PartName(path: "[Content_Types].xml")) {
      contentTypes = try ContentTypes(bytes, depthLimit: limits.depth)
    }
    if let bytes = try content(of: .packageRelationships) {
      relationships = try Relationships(bytes, of: nil, depthLimit: limits.depth)
    }
  }

  func contains(_ part: PartName) -> Bool { names[part.key] != nil }

  /// Returns the content of a part; nil if the package does not contain it.
  mutating func content(of part: PartName) throws(CoderError) -> [UInt8]? {
    guard let name = names[part.key] else { return nil }
    do { return try archive.content(of: name) } catch { throw CoderError(packageError: error) }
  }

  /// Returns a function that expands a part in chunks, and returns nil at its end; nil if the package does not
  /// contain the part.
  func chunks(of part: PartName) throws(CoderError) -> (() throws -> [UInt8]?)? {
    guard let name = names[part.key] else { return nil }
    let reader: ZipEntryReader?
    do { reader = try archive.reading(name) } catch { throw CoderError(packageError: error) }
    guard let reader else { return nil }
    return {
      do throws(ZipError) { return try reader.next() } catch { throw CoderError(packageError: error) }
    }
  }

  /// Returns the relationships of a part.
  mutating func relationships(of part: PartName) throws(CoderError) -> Relationships {
    guard let bytes = try content(of: part.relationships) else { return Relationships() }
    return try Relationships(bytes, of: part, depthLimit: limits.depth)
  }
}
