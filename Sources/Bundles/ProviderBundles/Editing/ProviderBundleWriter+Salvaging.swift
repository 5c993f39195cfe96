import ItemProviders
public import ProfferFileSystem
import UniformTypes
import ZipArchives

/// The result of salvaging a damaged bundle.
public struct Salvage: Sendable {
  /// The manifest of the new bundle.
  package let manifest: BundleManifest
  /// The items of the new bundle.
  public var items: [BundledItem] { manifest.items }
  /// Whether the manifest of the damaged bundle was found.
  ///
  /// If it was not found, names and types are guessed from the names of the entries.
  public let hasFoundManifest: Bool
  /// The results for all payloads and references.
  ///
  /// The results are in the order of the manifest, followed by the payloads that the manifest does not name.
  /// Payloads and references without a failure are in the new bundle. A link in a folder has a result only if
  /// it was removed because its target was lost.
  public let results: [VerificationResult]
  /// The paths of payloads that the manifest does not name; each payload is saved as an item of its own.
  public let unnamedPaths: [String]
  /// The entry inside which the damaged file ends; nil if there is no such entry.
  ///
  /// The entry is known only if the manifest is missing, because the manifest is the last entry. Entries
  /// after the cut are unknown.
  public let cut: Cut?

  /// The error for a missing or invalid manifest, even if every payload is saved; nil if the manifest was
  /// found.
  package var manifestFailure: BundleError? {
    hasFoundManifest ? nil : BundleError(.malformedManifest, "the manifest is missing or is not valid")
  }

  /// The incomplete entry at the end of a truncated bundle.
  public struct Cut: Sendable, Hashable {
    /// The path of the entry; nil if the file ends inside the entry's header.
    public let path: String?
    /// The size of the whole entry in bytes; nil if the file ends inside the entry's header.
    public let byteCount: UInt64?
    /// The number of bytes of the entry that are present.
    public let presentByteCount: UInt64

    /// Whether the entry is a payload.
    var isPayload: Bool { path?.hasPrefix("items/") == true }
    /// Whether the entry is the manifest, which is the last entry of a bundle.
    package var isManifest: Bool { path == BundleMark.manifestName }
  }
}

extension ProviderBundleWriter {
  /// Writes a new bundle with all intact payloads of a damaged or truncated bundle.
  ///
  /// If the directory of the archive is damaged, payloads are found by their local headers. A representation
  /// whose payload is lost is left out, together with the promises that are made from it. A folder loses its
  /// lost files and the links that lead to them. A preview remains with its item. A payload that the manifest
  /// does not name becomes an item of its own; the extension of its name determines the type. If the manifest
  /// is lost, each payload becomes a representation of the item that is named in the path of the payload's
  /// entry.
  ///
  /// - Parameters:
  ///   - damaged: the path of the damaged bundle, which is only read.
  ///   - destination: the path of the new bundle, an archive.
  ///   - replacing: whether to replace an existing file; if false, an existing file is an error.
  ///   - limits: the limits for reading the damaged bundle and for writing the new one.
  /// - Returns: the results.
  /// - Throws: ``BundleError/Code/notABundle`` if nothing is found; ``BundleError/Code/truncated`` if the
  ///   file ends inside its first payload; a file system error if a file cannot be read or written.
  @discardableResult
  public func salvage(
    _ damaged: FilePath, to destination: FilePath, replacing: Bool = false, limits: BundleLimits = .standard
  ) throws -> Salvage {
    try salvage(
      SalvagedPayloads(at: damaged, limits: limits), of: damaged, to: destination, replacing: replacing,
      limits: limits)
  }

  /// Writes a new bundle with all intact payloads of a damaged archive that was read from a pipe.
  ///
  /// - Parameters:
  ///   - file: the contents of the pipe, in a file that no other program changes.
  ///   - path: the path that messages use for the archive.
  package func salvage(
    contents file: OpenFile, of path: FilePath, to destination: FilePath, replacing: Bool,
    limits: BundleLimits = .standard
  ) throws -> Salvage {
    try salvage(
      SalvagedPayloads(in: file, limits: limits), of: path, to: destination, replacing: replacing,
      limits: limits)
  }

  private func salvage(
    _ found: SalvagedPayloads, of damaged: FilePath, to destination: FilePath, replacing: Bool,
    limits: BundleLimits
  ) throws -> Salvage {
    var work = SalvageWork(found, of: damaged, limits: limits)
    let manifest = try work.manifest()
    guard !manifest.items.isEmpty || !found.places.isEmpty else {
      guard let cut = found.cut, let path = cut.path, let byteCount = cut.byteCount, cut.isPayload else {
        throw BundleError(.notABundle, "no part of a provider bundle was found in \(damaged)")
      }
      throw BundleError(
        .truncated,
        "nothing can be saved from \(damaged): its first payload, \(path), is truncated after \(cut.presentByteCount) of "
          + "\(byteCount) bytes")
    }
    // A preview that the manifest names is moved with its item, so it is not a foreign entry.
    let storage = SalvagedStorage(
      places: work.whole, foreign: found.foreignEntries.filter { work.whole[$0.path] == nil }, path: damaged)
    let bundle = ProviderBundle(storage, at: damaged, manifest: manifest, limits: limits)
    let lock = replacing ? try FileLock.ofBundleIfPresent(destination) : nil
    defer { withExtendedLifetime(lock) {} }
    var written = BundleManifest(
      items: [], typeDeclarations: manifest.typeDeclarations, unknownMembers: manifest.unknownMembers)
    var writer = self
    writer.limits = limits
    try writer.writeArchive(
      PackingList(BundleDraft(of: bundle)), to: destination, replacing: replacing, trusting: bundle,
      didWrite: { written.items.append($0) })
    return Salvage(
      manifest: written, hasFoundManifest: work.hasFoundManifest, results: work.results,
      unnamedPaths: work.unnamedPaths, cut: work.hasFoundManifest ? nil : found.cut)
  }
}

/// Makes a manifest for the intact payloads.
private struct SalvageWork {
  private(set) var whole: [String: SalvagedPayloads.Place] = [:]
  private(set) var results: [VerificationResult] = []
  private(set) var hasFoundManifest = false
  private(set) var unnamedPaths: [String] = []
  private let found: SalvagedPayloads
  /// The path of the damaged bundle.
  private let path: FilePath
  private let limits: BundleLimits
  private let places: [String: SalvagedPayloads.Place]
  /// The errors of the entries that cannot be saved, by path.
  private let lost: [String: BundleError]
  /// Whether each examined payload is intact, by path.
  private var known: [String: Bool] = [:]

  init(_ found: SalvagedPayloads, of path: FilePath, limits: BundleLimits) {
    self.found = found
    self.path = path
    self.limits = limits
    // If two entries have the same name, the first entry is used.
    places = Dictionary(
      (found.places + found.previews).map { ($0.path, $0.place) }, uniquingKeysWith: { first, _ in first })
    lost = Dictionary(found.lost.map { ($0.path, $0.failure) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func manifest() throws -> BundleManifest {
    let manifest = try readManifest()
    for (path, byteCount, failure) in found.lost where known[path] == nil {
      results.append(VerificationResult(path: path, byteCount: byteCount, failure: failure))
    }
    if !hasFoundManifest, let cut = found.cut, let path = cut.path, let byteCount = cut.byteCount,
      cut.isPayload
    {
      let reason = "\(path) is truncated after \(cut.presentByteCount) of \(byteCount) bytes"
      results.append(
        VerificationResult(path: path, byteCount: byteCount, failure: BundleError(.truncated, reason)))
    }
    return manifest
  }

  private mutating func readManifest() throws -> BundleManifest {
    if let text = found.manifest {
      let decoded = text.withUnsafeBytes { text in
        Result { () throws(BundleError) in try BundleManifest(decoding: text, limits: limits) }
      }
      if case .success(let manifest) = decoded {
        hasFoundManifest = true
        var manifest = try reduced(manifest)
        manifest.items += try guessedItems()
        return manifest
      }
    }
    return BundleManifest(items: try guessedItems())
  }

  // MARK: - With a manifest

  private mutating func reduced(_ manifest: BundleManifest) throws -> BundleManifest {
    var manifest = manifest
    var items: [BundledItem] = []
    let types = usableTypes(of: &manifest)
    for item in manifest.items {
      var item = item
      try reduce(&item)
      if item.representations.isEmpty { continue }
      // The preview of a lost item, and a preview that is not an image, remain as foreign entries.
      if let preview = item.preview, try !preview.isImage(types) || !isWhole(preview.payload) {
        item.preview = nil
      }
      items.append(item)
    }
    manifest.items = items
    return manifest
  }

  /// Returns the types that a reader of the new bundle uses to check previews.
  ///
  /// If a reader would reject the type declarations, all of them are removed from the manifest, and the
  /// results include an error.
  private mutating func usableTypes(of manifest: inout BundleManifest) -> TypeRegistry {
    let types = BundledTypes(manifest.typeDeclarations, of: path)
    do throws(BundleError) {
      try types.check()
      return try types.carried().get().registry(beyond: .standard)
    } catch {
      manifest.typeDeclarations = []
      let failure = BundleError(
        .malformedDeclaration, "its type declarations are left out: \(error.reason)")
      results.append(VerificationResult(path: BundleMark.manifestName, byteCount: 0, failure: failure))
      return .standard
    }
  }

  /// Removes the lost representations of an item.
  private mutating func reduce(_ item: inout BundledItem) throws {
    var places: [Int: Int] = [:]
    var kept: [BundledRepresentation] = []
    for (index, representation) in item.representations.enumerated() {
      var representation = representation
      if case .promise = representation.storage {
      } else {
        guard let storage = try reduced(representation.storage) else { continue }
        representation.storage = storage
      }
      places[index] = kept.count
      kept.append(representation)
    }
    // A promise remains if its source remains. The index of the source may have changed.
    let lost = kept.enumerated().filter { _, representation in
      if case .promise(let source, _) = representation.storage { places[source] == nil } else { false }
    }.map(\.offset)
    let isGone = Set(lost)
    item.representations = kept.enumerated().filter { !isGone.contains($0.offset) }.map { _, representation in
      var representation = representation
      if case .promise(let source, let coder) = representation.storage, let place = places[source] {
        representation.storage = .promise(of: place - lost.count { $0 < place }, coder: coder)
      }
      return representation
    }
  }

  private mutating func reduced(
    _ storage: BundledRepresentation.Storage
  ) throws -> BundledRepresentation.Storage? {
    switch storage {
    case .payload(let payload): return try isWhole(payload) ? storage : nil
    case .folder(let path, let members):
      return .folder(path: path, members: try reduced(members, of: path))
    case .inPlace(let reference):
      results.append(
        VerificationResult(path: reference.path.description, byteCount: reference.byteCount))
      return storage
    case .promise: return storage
    }
  }

  /// Returns the members without lost files and without the links that lead to them.
  ///
  /// Each file, and each link that is removed, has a result.
  private mutating func reduced(_ members: FolderMembers, of folder: String) throws -> FolderMembers {
    let (kept, lostLinks) = try members.keepingFiles { try isWhole($0) }
    results += lostLinks.map { path in
      VerificationResult(
        path: folder + path, byteCount: 0,
        failure: BundleError(.linkLeadsOut, "the target of the link is lost"))
    }
    return kept
  }

  private mutating func isWhole(_ payload: BundledPayload) throws -> Bool {
    if let isWhole = known[payload.path] { return isWhole }
    var failure: BundleError?
    if let place = places[payload.path] {
      if place.byteCount != payload.byteCount {
        failure = BundleError(
          .manifestDisagrees,
          "\(payload.path) has \(place.byteCount) bytes; the manifest says \(payload.byteCount)")
      } else if try !place.hasChecksum(payload.crc32) {
        failure = SalvageWork.mismatch(payload.path)
      } else {
        whole[payload.path] = place
      }
    } else {
      failure = lost[payload.path] ?? BundleError(.manifestDisagrees, "\(payload.path) was not found")
    }
    known[payload.path] = failure == nil
    results.append(VerificationResult(path: payload.path, byteCount: payload.byteCount, failure: failure))
    return failure == nil
  }

  private static func mismatch(_ path: String) -> BundleError {
    BundleError(.checksumMismatch, "the bytes of \(path) have changed since they were packed")
  }

  // MARK: - Without a manifest

  /// Makes items from the payloads that no manifest names.
  ///
  /// The items are guessed from the paths of the entries: `items/<item>/<representation>/<name>`.
  private mutating func guessedItems() throws -> [BundledItem] {
    var items: [String: [BundledRepresentation]] = [:]
    var order: [String] = []
    for (path, place) in found.places where whole[path] == nil && known[path] == nil {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      let crc32 = try place.crc32 ?? CRC32.of(place.file, at: place.offset, byteCount: place.byteCount)
      guard let name = FileName(String(parts[parts.count - 1])), try place.hasChecksum(crc32) else {
        results.append(
          VerificationResult(path: path, byteCount: place.byteCount, failure: SalvageWork.mismatch(path)))
        continue
      }
      whole[path] = place
      let payload = BundledPayload(path: path, byteCount: place.byteCount, crc32: crc32)
      results.append(VerificationResult(path: path, byteCount: place.byteCount))
      if hasFoundManifest { unnamedPaths.append(path) }
      // A file in a folder becomes an item of its own, because the other contents of the folder are unknown.
      // The same applies to every payload that a manifest does not name.
      let key = parts.count == 4 && !hasFoundManifest ? String(parts[1]) : path
      let type = SalvageWork.type(of: name)
      let isTaken = items[key, default: []].contains { other in
        TypeIdentifier(other.typeIdentifier) == TypeIdentifier(type)
      }
      let home = isTaken ? path : key
      if items[home] == nil { order.append(home) }
      items[home, default: []].append(
        BundledRepresentation(typeIdentifier: type, kind: .file, storage: .payload(payload), name: name))
    }
    return order.map { BundledItem(suggestedName: nil, representations: items[$0, default: []]) }
  }

  private static func type(of name: FileName) -> String {
    guard let text = name.string, let dot = text.lastIndex(of: "."), dot != text.startIndex,
      let type = UTType(filenameExtension: String(text[text.index(after: dot)...])), !type.isDynamic
    else { return UTType.data.identifier }
    return type.identifier
  }
}
