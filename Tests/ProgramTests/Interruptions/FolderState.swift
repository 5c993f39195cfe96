import Foundation
import ProfferFileSystem
import ProviderBundles
import TestSupport

/// The contents and names in the folder of a test, without times.
struct FolderState: Equatable {
  /// One form of an item.
  struct Representation: Hashable {
    let typeIdentifier: String
    /// The bytes of each file by its path in the representation; the path of a single file is empty.
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
    /// An invalid bundle, or one whose bytes differ from the packed ones.
    case damaged(String)
  }

  /// The entries by path; the contents of a folder bundle belong to the bundle's entry.
  private(set) var entries: [String: Entry] = [:]
  /// The paths of files that writers had not finished or had set aside.
  private(set) var leftovers: [String] = []

  /// Reads everything in a folder.
  ///
  /// - Parameter ignored: top-level names in which only leftovers are recorded.
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

  /// All entries outside one folder, except folders: an undo keeps the folders that a drop created.
  func contents(outside folder: String) -> [String: Entry] {
    entries.filter { path, entry in !path.hasPrefix(folder) && entry != .folder }
  }

  /// The paths whose entry equals neither the entry of the old state nor the entry of the new state.
  func paths(differingFrom old: FolderState, and new: FolderState) -> [String] {
    Set(entries.keys).union(old.entries.keys).union(new.entries.keys).sorted().filter { path in
      entries[path] != old.entries[path] && entries[path] != new.entries[path]
    }
  }

  /// Whether a bundle has a subset of the items that it has in another state.
  func hasPart(of other: FolderState, at path: String) -> Bool {
    guard case .bundle(let items) = entries[path], case .bundle(let all) = other.entries[path] else {
      return false
    }
    return Set(items).isSubset(of: all)
  }

  /// The number of copies of each content, both files and bundle contents.
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
