import ByteTools
import FileSystem
import UniformTypes

/// What extensions were found to mean, for one registry; a thousand files have a few extensions.
final class NameReadings: @unchecked Sendable {
  private let lock = Lock()
  private var known: [String: NameReading] = [:]

  /// More extensions than that are no sign that one of them comes again.
  private static let limit = 1024

  /// What a file's name says, which is the same for every name with the extension if a declared type has it.
  func reading(
    of name: FileName?, in registry: TypeRegistry, _ database: SharedMimeDatabase?
  ) -> NameReading {
    guard let name, let fileExtension = FilenameExtension.of(name) else {
      return NameReading(fileNamed: name, in: registry, database: database)
    }
    if let known = lock.withLock({ known[fileExtension] }) { return known }
    let reading = NameReading(fileNamed: name, in: registry, database: database)
    if reading.isOfExtension {
      lock.withLock {
        if known.count < NameReadings.limit { known[fileExtension] = reading }
      }
    }
    return reading
  }
}
