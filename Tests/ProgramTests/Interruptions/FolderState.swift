import Foundation
import ProfferFileSystem
import ProviderBundles
import TestSupport

/// What is in the folder of a test, as far as users care: contents and names, without times.
struct FolderState: Equatable {
  /// One form of an item.
  struct Representation: Hashable {
    let typeIdentifier: String
    /// The bytes of each file, by its path below the representation; of a single file by an empty path.
    let files: [String: [UInt8]]
  }

  struct Item: Hashable {
    let name: String?
    let representations: [Representation]
  }

  enum Entry: Hashable {
    case bundle([Item])
    case file([UInt8])
    case folder
    /// What looks like a bundle and is refused, or has bytes that are not those that were packed.
    case damaged(String)
  }

  /// What is there, by its path; what is inside a bundle that is a folder is part of the bundle.
  private(set) var entries: [String: Entry] = [:]
  /// The paths of what writers had not finished or had set aside.
  private(set) var leftovers: [String] = []

  /// Looks at everything in a folder.
  ///
  /// - Parameter ignored: names at the top that only hold leftovers.
  init(of folder: TemporaryFolder, ignoring ignored: Set<String>) throws {
    try look(at: folder.path, as: "", ignoring: ignored)
  }

  private mutating func look(at place: String, as path: String, ignoring ignored: Set<String>) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: place).sorted() {
      let (child, childPath) = ("\(place)/\(name)", path.isEmpty ? name : "\(path)/\(name)")
      if name.contains(".proffer-") {
        leftovers.append(childPath)
        continue
      }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: child, isDirectory: &isFolder) else { continue }
      let isIgnored = ignored.contains(childPath.split(separator: "/").first.map(String.init) ?? "")
      if isFolder.boolValue {
        let isBundle = FileManager.default.fileExists(atPath: "\(child)/manifest.json")
        if !isIgnored { entries[childPath] = isBundle ? Self.bundle(at: child) : .folder }
        if !isBundle { try look(at: child, as: childPath, ignoring: ignored) }
      } else if !isIgnored {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: child)))
        entries[childPath] = name.hasSuffix(".dragbundle") ? Self.bundle(at: child) : .file(bytes)
      }
    }
  }

  private static func bundle(at place: String) -> Entry {
    guard let path = FilePath(place) else { return .damaged("\(place) is not a path") }
    do {
      let bundle = try ProviderBundle(opening: path)
      var failures: [String] = []
      try bundle.verify { if let failure = $0.failure { failures.append(failure) } }
      if let first = failures.first { return .damaged(first) }
      return .bundle(
        try bundle.items.map { item in
          Item(
            name: item.suggestedName,
            representations: try item.representations.map { representation in
              Representation(
                typeIdentifier: representation.typeIdentifier,
                files: try files(of: representation, in: bundle))
            })
        })
    } catch {
      return .damaged("\(error)")
    }
  }

  private static func files(
    of representation: BundledRepresentation, in bundle: ProviderBundle
  ) throws -> [String: [UInt8]] {
    func bytes(of payload: BundledPayload) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try bundle.stored(payload).stream { bytes += $0 }
      return bytes
    }
    switch representation.storage {
    case .payload(let payload): return ["": try bytes(of: payload)]
    case .folder(_, let members):
      var files: [String: [UInt8]] = [:]
      for member in members {
        if case .file(let payload, _) = member.content {
          files[member.printablePath] = try bytes(of: payload)
        }
      }
      return files
    case .inPlace, .promise: return [:]
    }
  }

  /// Everything but folders, outside of one folder: taking back a drop leaves the folders that were made for it.
  func contents(outside folder: String) -> [String: Entry] {
    entries.filter { path, entry in !path.hasPrefix(folder) && entry != .folder }
  }

  /// The paths at which is neither what one state has there nor what another has.
  func paths(differingFrom old: FolderState, and new: FolderState) -> [String] {
    Set(entries.keys).union(old.entries.keys).union(new.entries.keys).sorted().filter { path in
      entries[path] != old.entries[path] && entries[path] != new.entries[path]
    }
  }

  /// Whether a bundle has some of the items that it has in another state, and no others.
  func hasPart(of other: FolderState, at path: String) -> Bool {
    guard case .bundle(let items) = entries[path], case .bundle(let all) = other.entries[path] else {
      return false
    }
    return Set(items).isSubset(of: all)
  }

  /// How often each content is there, as a file or in a bundle.
  var contentCounts: [[UInt8]: Int] {
    var counts: [[UInt8]: Int] = [:]
    for entry in entries.values {
      switch entry {
      case .file(let bytes): counts[bytes, default: 0] += 1
      case .bundle(let items):
        for bytes in items.flatMap(\.representations).flatMap(\.files.values) {
          counts[bytes, default: 0] += 1
        }
      case .folder, .damaged: break
      }
    }
    return counts
  }
}

extension FolderState.Entry: CustomStringConvertible {
  var description: String {
    switch self {
    case .bundle(let items): "a bundle of \(items.map { $0.name ?? "?" })"
    case .file(let bytes): "a file of \(bytes.count) bytes"
    case .folder: "a folder"
    case .damaged(let reason): "damaged: \(reason)"
    }
  }
}
