import ByteTools
import DragAndDrop
public import FileSystem
import Foundation
public import ItemProviders

/// A folder as a receiver of items: each becomes a file or folder of its own.
///
/// An item is written in its best representation, under its suggested name with the extension of the type that
/// was served; a name that is taken becomes `name 2`, and so on. Items keep their order: of two with one name,
/// the first has it. What fails is reported and keeps none of the others away. Files appear under their names
/// when all items have been loaded and are on the device, each at once and whole.
public struct FolderDrop: Sendable {
  /// What happens to the originals.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// They stay.
    case copy
    /// Files that their sources let be opened in place are moved; of other representations there is no
    /// original that could go.
    case move
  }

  /// Where the files go; it has to exist.
  public let folder: FilePath
  /// The types to take, most wanted first; nil takes the first representation of each item.
  public let acceptedTypeIdentifiers: [String]?
  /// What happens to the originals.
  public let operation: Operation

  /// Makes a receiver of a folder.
  public init(
    into folder: FilePath, accepting acceptedTypeIdentifiers: [String]? = nil, operation: Operation = .copy
  ) {
    self.folder = folder
    self.acceptedTypeIdentifiers = acceptedTypeIdentifiers
    self.operation = operation
  }

  /// The representation of an item that would be written; nil when none is accepted.
  public func bestType(of provider: ItemProvider) -> String? {
    let offered = provider.registeredTypeIdentifiers
    guard let acceptedTypeIdentifiers else { return offered.first }
    return FidelityOrder().index(among: offered, accepting: acceptedTypeIdentifiers).map { offered[$0] }
  }

  /// Takes items, one after the other, and returns when all are in place and on the device.
  ///
  /// - Parameters:
  ///   - providers: the items; each is asked for once, when its turn comes, and let go after it.
  ///   - history: where to record what takes the drop back; nil records nothing. A drop of nothing leaves the one
  ///     before it the last.
  ///   - progress: called before and after each item, and ten times a second while one is loading.
  /// - Throws: `FileSystemError` when the folder cannot be written at all, and ``FolderDropError`` with code
  ///   `notRecorded` when the record cannot; nothing has been placed then. An error of the device after that leaves
  ///   what was placed, and the record.
  public func run(
    _ providers: some Collection<ItemProvider>, recordingIn history: UndoHistory? = nil,
    progress: (FolderDropProgress) -> Void = { _ in }
  ) throws -> FolderDropReport {
    try FolderDrop.recording(in: history) { record in
      try run(providers, addingTo: record, progress: progress)
    }
  }

  /// Does a drop with a record, which stays when something was placed.
  static func recording(
    in history: UndoHistory?, _ body: (DropRecord?) throws -> FolderDropReport
  ) throws -> FolderDropReport {
    let record = try history?.beginDrop()
    do {
      let report = try body(record)
      if report.hasPlaced { record?.finish() } else { record?.abandon() }
      return report
    } catch {
      record?.abandon()
      throw error
    }
  }

  /// Takes items as a part of a drop that its caller records, and ends.
  ///
  /// - Parameter record: what else the drop is going to change is known to it already; nil records nothing.
  /// - Throws: as ``run(_:recordingIn:progress:)``.
  public func run(
    _ providers: some Collection<ItemProvider>, addingTo record: DropRecord?,
    progress: (FolderDropProgress) -> Void = { _ in }
  ) throws -> FolderDropReport {
    let count = providers.count
    var placement = try FolderPlacement(self, itemCount: count)
    for (index, provider) in providers.enumerated() {
      func report(_ fraction: Double) {
        progress(FolderDropProgress(index: index, itemCount: count, itemFraction: fraction))
      }
      report(0)
      placement.add(load(provider, report), of: provider)
    }
    let report = try placement.commit(recordingIn: record)
    progress(FolderDropProgress(index: count, itemCount: count, itemFraction: 0))
    return report
  }

  /// Starts the load of an item's best representation.
  ///
  /// - Returns: nil when no representation is accepted; the completion is not called then.
  func startLoading(
    _ provider: ItemProvider, _ completion: @escaping @Sendable (LoadedItem) -> Void
  ) -> Progress? {
    guard let type = bestType(of: provider) else { return nil }
    return provider.loadFile(forTypeIdentifier: type, openInPlace: operation == .move) { result in
      completion(LoadedItem(typeIdentifier: type, result: result))
    }
  }

  /// The answer for an item of which nothing is accepted.
  func refusal(of provider: ItemProvider) -> LoadedItem {
    let offered = provider.registeredTypeIdentifiers
    let wanted = acceptedTypeIdentifiers.map { "accepted are \($0.joined(separator: ", "))" } ?? "it is empty"
    let message =
      offered.isEmpty
      ? "the item offers nothing" : "the item offers \(offered.joined(separator: ", ")); \(wanted)"
    return LoadedItem(typeIdentifier: nil, result: .failure(FolderDropError(.nothingAccepted, message)))
  }

  private func load(_ provider: ItemProvider, _ report: (Double) -> Void) -> LoadedItem {
    let loaded = Locked<LoadedItem?>(nil)
    let isLoaded = DispatchSemaphore(value: 0)
    let progress = startLoading(provider) { item in
      loaded.withLock { $0 = item }
      isLoaded.signal()
    }
    guard let progress else { return refusal(of: provider) }
    while isLoaded.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      report(progress.fractionCompleted)
    }
    guard let item = loaded.withLock({ $0 }) else { preconditionFailure("the load signalled its end") }
    return item
  }
}

/// An item's best representation as a file, or why there is none.
struct LoadedItem: Sendable {
  let typeIdentifier: String?
  let result: Result<LoadedFile, any Error>
}

/// What became of one item that was dropped into a folder.
public struct FolderDropOutcome: Sendable {
  /// Its place among the items, from zero.
  public let index: Int
  /// The representation that was taken; nil when none is accepted.
  public let typeIdentifier: String?
  /// The folder and the name in it, which other outcomes and lists of names share, or why there is none.
  private let place: Result<(folder: FilePath, name: FileName), any Error>

  init(index: Int, typeIdentifier: String?, name: FileName, in folder: FilePath) {
    self.index = index
    self.typeIdentifier = typeIdentifier
    place = .success((folder, name))
  }

  init(index: Int, typeIdentifier: String?, error: any Error) {
    self.index = index
    self.typeIdentifier = typeIdentifier
    place = .failure(error)
  }

  /// Where it lies now, or why it does not.
  public var result: Result<FilePath, any Error> { place.map { $0.folder.appending($0.name) } }

  /// Why it lies nowhere; nil where it lies.
  var error: (any Error)? {
    if case .failure(let error) = place { error } else { nil }
  }
}

/// What a drop into a folder did.
public struct FolderDropReport: Sendable {
  /// What became of each item, in the items' order.
  public let outcomes: [FolderDropOutcome]
  /// Whether anything is in the folder now that was not before.
  let hasPlaced: Bool

  /// The files and folders that were placed, in the items' order.
  public var paths: [FilePath] {
    outcomes.compactMap { if case .success(let path) = $0.result { path } else { nil } }
  }

  /// What failed, in the items' order.
  public var failures: [(index: Int, error: any Error)] {
    outcomes.compactMap { if case .failure(let error) = $0.result { ($0.index, error) } else { nil } }
  }
}

/// How far a drop into a folder is.
public struct FolderDropProgress: Sendable, Hashable {
  /// The item that is being loaded, from zero; the number of items when all are loaded.
  public let index: Int
  /// How many items there are.
  public let itemCount: Int
  /// How much of that item has arrived, from 0 to 1.
  public let itemFraction: Double

  /// How much of everything has arrived, each item counting the same, from 0 to 1.
  public var fraction: Double {
    itemCount == 0 ? 1 : min(1, (Double(index) + itemFraction) / Double(itemCount))
  }
}
