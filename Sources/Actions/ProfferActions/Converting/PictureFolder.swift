import ByteTools
import Foundation
import ItemProviders
package import ProfferConversions
package import ProfferFileSystem
package import UniformTypes

/// The folder for the pictures of one document, which are written while the document is converted.
///
/// The names come from the document, which is not trusted. Each name is therefore made portable and visible,
/// and gets an extension of the picture's type. Existing files are overwritten only if the user allows this.
/// No link in the folder is followed. Only pictures are written.
package final class PictureFolder: Sendable {
  /// The maximum number of pictures of a document.
  package static let countLimit = 65_536

  /// The folder that the user named.
  private let root: FilePath
  /// The subfolders of `root` that only this document uses, outermost first.
  private let names: [FileName]
  private let destination: FilePath
  private let isReplaced: Bool
  private let types: TypeRegistry
  private let state = Locked(State())

  private struct State {
    /// The address of the folder, with a slash at its end; nil until the first picture is written.
    var address: String?
    /// The names in use, in lower case.
    var taken: Set<String> = []
    var unnamedCount = 0
    /// The names of the pictures with the same hash value.
    var written: [Int: [FileName]] = [:]
    /// The created files and folders, which a failed conversion removes.
    var createdFiles: [FilePath] = []
    var createdFolders: [FilePath] = []
    /// The pictures that replace existing files when the conversion succeeds.
    var replacements: [FileName: Data] = [:]
    var error: (any Error)?
  }

  /// - Parameters:
  ///   - root: the folder that the user named.
  ///   - names: the subfolders of `root` that only this document uses, outermost first.
  ///   - destination: the path of the result; addresses are relative to its folder.
  package init(
    _ root: FilePath, _ names: [FileName] = [], referredFrom destination: FilePath, replacing: Bool,
    types: TypeRegistry
  ) {
    self.root = root
    self.names = names
    self.destination = destination
    isReplaced = replacing
    self.types = types
  }

  private var folder: FilePath { root.appending(names) }

  /// The picture keeper that writers call.
  ///
  /// Errors are thrown when the conversion ends, because writers of text cannot fail.
  package var keeper: PictureKeeper {
    PictureKeeper(keepsNames: true) { [self] picture in
      state.withLock { state in
        guard state.error == nil else { return nil }
        do {
          return try address(of: picture, &state)
        } catch {
          state.error = error
          return nil
        }
      }
    }
  }

  /// Overwrites existing files, and throws the first write error.
  package func finish() throws {
    try state.withLock { state in
      if let error = state.error { throw error }
      for (name, data) in state.replacements { try write(data, name, replacing: true) }
      state.replacements = [:]
      if state.address != nil { try OpenFolder(folder).synchronizeFileSystem() }
    }
  }

  /// Removes the files and folders that were created.
  package func discard() {
    state.withLock { state in
      for path in state.createdFiles {
        // The conversion has failed already, and its error is reported.
        do { try FileTree.removeFile(path) } catch { continue }
      }
      Folder.removeUnused(state.createdFolders)
      state = State()
    }
  }
}

// MARK: - Pictures

extension PictureFolder {
  private func address(of picture: PictureKeeper.Picture, _ state: inout State) throws -> String? {
    guard types.conforms(identifier: picture.typeIdentifier, to: "public.image"),
      state.createdFiles.count < PictureFolder.countLimit
    else { return nil }
    let address = try state.address ?? open(&state)
    state.address = address
    let hash = PictureFolder.hash(of: picture.data)
    for name in state.written[hash, default: []] where try isEqual(picture.data, name, state) {
      return address + PictureFolder.escaped(name.bytes)
    }
    let name = unusedName(for: picture, &state)
    try add(picture.data, name, &state)
    state.written[hash, default: []].append(name)
    return address + PictureFolder.escaped(name.bytes)
  }

  private func add(_ data: Data, _ name: FileName, _ state: inout State) throws {
    let path = folder.appending(name)
    guard let status = try FileStatus.ifPresent(path, followingLinks: false) else {
      try write(data, name, replacing: false)
      state.createdFiles.append(path)
      return
    }
    if status.kind == .regular, try isEqual(data, name, state) { return }
    guard isReplaced, status.kind == .regular || status.kind == .link else {
      throw ActionError.failure("\(path) already exists", code: isReplaced ? .notReplaceable : .alreadyExists)
    }
    state.replacements[name] = data
  }

  private func write(_ data: Data, _ name: FileName, replacing: Bool) throws {
    let place = try OutputPlace(folder, for: name)
    try place.writeFile(replacing: replacing, synchronizing: false, sweeping: false) { write in
      try data.withUnsafeBytes(write)
    }
  }

  private func isEqual(_ data: Data, _ name: FileName, _ state: State) throws -> Bool {
    if let other = state.replacements[name] { return other == data }
    let (file, status) = try OpenFile.examiningRegular(folder.appending(name), followingLinks: false)
    guard status.byteCount == UInt64(data.count) else { return false }
    return try Data(keepingAllOf: file) == data
  }

  private static func hash(of data: Data) -> Int {
    var hasher = Hasher()
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}

// MARK: - Names

extension PictureFolder {
  private func unusedName(for picture: PictureKeeper.Picture, _ state: inout State) -> FileName {
    guard let wanted = picture.name.flatMap(PictureFolder.visibleName) else {
      while true {
        state.unnamedCount += 1
        let name = name("picture-\(state.unnamedCount)", picture.typeIdentifier)
        if state.taken.insert(name.description.lowercased()).inserted { return name }
      }
    }
    let first = name(wanted, picture.typeIdentifier)
    var (name, number) = (first, 1)
    while !state.taken.insert(name.description.lowercased()).inserted {
      number += 1
      name = FileNaming.numbered(first, number)
    }
    return name
  }

  private func name(_ stem: String, _ typeIdentifier: String) -> FileName {
    FileNaming.portable(
      FileNaming.name(suggested: stem, sourceName: nil, typeIdentifier: typeIdentifier, registry: types))
  }

  /// Returns a name without separators and without dots and spaces at its beginning; nil if nothing is left.
  package static func visibleName(_ name: String) -> String? {
    let scalars = name.unicodeScalars.map { "/\\:".unicodeScalars.contains($0) ? "-" : $0 }
    let visible = scalars.drop { $0 == "." || $0 == " " }
    return visible.isEmpty ? nil : String(String.UnicodeScalarView(visible))
  }
}

// MARK: - Addresses

extension PictureFolder {
  /// Creates the folder if needed, and returns its address relative to the folder of the result.
  private func open(_ state: inout State) throws -> String {
    let start = try destination.absolute().parent.resolvingLinks()
    var inner = root
    for name in names {
      inner = inner.appending(name)
      // The names come from documents. Another program could have made a link to redirect the pictures.
      guard try FileStatus.ifPresent(inner, followingLinks: false)?.kind != .link else {
        throw ActionError.failure(
          "\(inner) is a link, and pictures are written only into folders", code: .notReplaceable)
      }
    }
    state.createdFolders = try Folder.createWithParents(folder)
    UnfinishedFiles.sweep(folder)
    let end = try folder.absolute().resolvingLinks()
    func parts(_ path: FilePath) -> [ArraySlice<UInt8>] { path.bytes.split(separator: UInt8(ascii: "/")) }
    let (from, to) = (parts(start), parts(end))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: "../", count: from.count - common)
    return (up + to[common...].map { PictureFolder.escaped($0) + "/" }).joined()
  }

  /// Returns a name with percent escapes for the bytes that have a special meaning in an address.
  private static func escaped(_ name: some Sequence<UInt8>) -> String {
    name.percentEncoded(keeping: "-._~!$'*+,;=@")
  }
}
