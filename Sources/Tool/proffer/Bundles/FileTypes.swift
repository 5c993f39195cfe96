import ByteTools
import FileSystem
import JSONText
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// Tells the types of files while they are packed, by the types that are current when this begins; the desktop's database
/// is read when the first file needs it.
final class FileTypes: FileTyping, @unchecked Sendable {
  private let detector: TypeDetector
  private let lock = Lock()
  /// What knows the desktop's types too, as soon as they were asked for; nil within when there is no database.
  private var desktop: Result<TypeDetector?, any Error>?

  init() { detector = TypeDetector(database: ProgramTypes.desktop) }

  func typeIdentifier(
    of file: OpenFile, named name: FileName, status: FileStatus, bytes: UnsafeRawBufferPointer?
  ) throws -> String {
    let detect = { (detector: TypeDetector) in
      try detector.detect(file, name: name, isExecutable: status.isExecutable, bytes: bytes)
    }
    let detection = try detect(detector)
    guard ProgramTypes.needsDesktop(detection), detector.database == nil, let desktop = try desktopDetector()
    else { return detection.type.identifier }
    return try detect(desktop).type.identifier
  }

  func declarations(of typeIdentifiers: [String]) -> [JSONNode] {
    let desktop = lock.withLock { self.desktop }
    let registry = if case .success(let detector?) = desktop { detector.registry } else { detector.registry }
    return registry.carriedDeclarations(of: typeIdentifiers)
  }

  private func desktopDetector() throws -> TypeDetector? {
    try lock.withLock {
      let known =
        desktop
        ?? Result {
          try ProgramTypes.desktopTypes(beyond: detector.registry).map {
            TypeDetector(registry: $0.registry, database: $0.database)
          }
        }
      desktop = known
      return try known.get()
    }
  }
}
