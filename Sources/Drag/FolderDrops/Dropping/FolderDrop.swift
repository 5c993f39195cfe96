import ByteTools
import DragAndDrop
import Foundation
public import ItemProviders
public import ProfferFileSystem

/// A drop of items into a folder; each item becomes a file or folder.
///
/// The best representation of an item is written, with the item's suggested name and the extension of the
/// loaded type. If the name is in use, the file is called `name 2`, and so on. If two items have the same
/// name, the first item gets the name. If an item fails, its error is reported, and the other items are not
/// affected.
///
/// Loaded files are first staged in a hidden folder. When all items are loaded, the staged files are flushed
/// to disk, and then renamed to their final names. Files that are moved within the same device are only
/// renamed.
public struct FolderDrop: Sendable {
  /// The treatment of the original files.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// Original files are not removed.
    case copy
    /// Files that can be opened in place are moved. Other representations are copied, because they have no
    /// original file.
    case move
  }

  /// The destination folder, which must exist.
  public let folder: FilePath
  /// The accepted types, most preferred first; if nil, the first representation of each item is accepted.
  public let acceptedTypeIdentifiers: [String]?
  /// The treatment of the original files.
  public let operation: Operation
  /// The order of preference for choosing the representation of an item.
  package var order = FidelityOrder()
  /// Another folder whose names are not used, because the files are to be placed there later; nil if there is
  /// none.
  package var takenNames: FilePath?

  /// Makes a drop into a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder that receives the files.
  ///   - acceptedTypeIdentifiers: the types to write, most preferred first; nil for every type.
  ///   - operation: whether the items are copied or moved.
  public init(
    into folder: FilePath, accepting acceptedTypeIdentifiers: [String]? = nil, operation: Operation = .copy
  ) {
    self.folder = folder
    self.acceptedTypeIdentifiers = acceptedTypeIdentifiers
    self.operation = operation
  }

  /// Returns the type of the representation to write for an item; nil if no representation is accepted.
  ///
  /// - Parameter provider: the item.
  /// - Returns: the type identifier.
  public func bestType(of provider: ItemProvider) -> String? {
    let offered = provider.registeredTypeIdentifiers
    guard let acceptedTypeIdentifiers else { return offered.first }
    return order.index(among: offered, accepting: acceptedTypeIdentifiers).map { offered[$0] }
  }

  /// Loads items one after the other, and places their files in the folder.
  ///
  /// The method returns when all files are placed and flushed to disk.
  ///
  /// - Parameters:
  ///   - providers: the items; each item is read from the collection once, and is released after its load.
  ///   - history: the history that records the drop for undo; nil to record nothing. A drop that places no
  ///     files is not recorded.
  ///   - progress: called before and after each item, and ten times a second during a load.
  /// - Returns: the outcome of each item.
  /// - Throws: `FileSystemError` if the folder cannot be written, and ``FolderDropError`` with code
  ///   `notRecorded` if the record cannot be written. If an error occurs after files were placed, the placed
  ///   files and the record remain. Otherwise, no files have been placed.
  public func run(
    _ providers: some Collection<ItemProvider>, recordingIn history: UndoHistory? = nil,
    progress: (FolderDropProgress) -> Void = { _ in }
  ) throws -> FolderDropReport {
    try FolderDrop.recording(in: history) { record in
      try run(providers, addingTo: record, progress: progress)
    }
  }

  /// Performs a drop with a record; the record is kept for undo if the drop placed files.
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

  /// Drops items as part of a drop that the caller records.
  ///
  /// - Parameters:
  ///   - record: the record, which the caller must end; nil to record nothing.
  ///   - willLoad: called before each load; if `willLoad` throws an error, the drop ends, and no file is
  ///     placed.
  ///   - progress: called before and after each item, and ten times a second during a load.
  /// - Throws: the errors of ``run(_:recordingIn:progress:)``, and the errors of `willLoad`.
  package func run(
    _ providers: some Collection<ItemProvider>, addingTo record: DropRecord?,
    willLoad: () throws -> Void = {},
    progress: (FolderDropProgress) -> Void = { _ in }
  ) throws -> FolderDropReport {
    let count = providers.count
    var placement = try FolderPlacement(self, itemCount: count)
    for (index, provider) in providers.enumerated() {
      func report(_ fraction: Double) {
        progress(FolderDropProgress(index: index, itemCount: count, itemFraction: fraction))
      }
      report(0)
      try willLoad()
      placement.add(load(provider, into: placement, report), of: provider)
    }
    let report = try placement.commit(recordingIn: record)
    progress(FolderDropProgress(index: count, itemCount: count, itemFraction: 0))
    return report
  }

  /// Starts the load of an item's best representation.
  ///
  /// - Returns: the progress of the load; nil if no representation is accepted. The completion is then not
  ///   called.
  func startLoading(
    _ provider: ItemProvider, _ completion: @escaping @Sendable (LoadedItem) -> Void
  ) -> Progress? {
    guard let type = bestType(of: provider) else { return nil }
    return provider.loadFile(forTypeIdentifier: type, openInPlace: operation == .move) { result in
      completion(LoadedItem(typeIdentifier: type, result: result))
    }
  }

  /// Returns the result for an item without an accepted representation.
  func nothingAccepted(of provider: ItemProvider) -> LoadedItem {
    let offered = provider.registeredTypeIdentifiers
    let wanted =
      acceptedTypeIdentifiers.map { "the accepted types are \($0.joined(separator: ", "))" } ?? "it is empty"
    let message =
      offered.isEmpty
      ? "the item offers nothing" : "the item offers \(offered.joined(separator: ", ")); \(wanted)"
    return LoadedItem(typeIdentifier: nil, result: .failure(FolderDropError(.nothingAccepted, message)))
  }

  private func load(
    _ provider: ItemProvider, into placement: FolderPlacement, _ report: (Double) -> Void
  ) -> LoadedItem {
    let loaded = Locked<LoadedItem?>(nil)
    let isLoaded = DispatchSemaphore(value: 0)
    let progress: Progress?
    do {
      progress = try placement.loading {
        startLoading(provider) { item in
          loaded.withLock { $0 = item }
          isLoaded.signal()
        }
      }
    } catch {
      return LoadedItem(typeIdentifier: bestType(of: provider), result: .failure(error))
    }
    guard let progress else { return nothingAccepted(of: provider) }
    while isLoaded.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      report(progress.fractionCompleted)
    }
    guard let item = loaded.withLock({ $0 }) else { preconditionFailure("the load signalled its end") }
    return item
  }
}

/// The best representation of an item as a file, or the error of its load.
struct LoadedItem: Sendable {
  let typeIdentifier: String?
  let result: Result<LoadedFile, any Error>
}

/// The outcome of an item dropped into a folder.
public struct FolderDropOutcome: Sendable {
  /// The index of the item.
  public let index: Int
  /// The type of the loaded representation; nil if no representation is accepted.
  public let typeIdentifier: String?
  /// The folder and the name of the placed file, or the error.
  ///
  /// All outcomes share the path of the folder.
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

  /// The path of the file or folder, or the error.
  public var result: Result<FilePath, any Error> { place.map { $0.folder.appending($0.name) } }

  /// Whether the item was placed.
  package var isSuccess: Bool { error == nil }

  /// The error; nil if the item was placed.
  var error: (any Error)? {
    if case .failure(let error) = place { error } else { nil }
  }
}

/// The result of a drop into a folder.
public struct FolderDropReport: Sendable {
  /// The outcome of each item, in order.
  public let outcomes: [FolderDropOutcome]
  /// Whether the drop added files to the folder.
  let hasPlaced: Bool

  /// The files and folders that were placed, in the order of the items.
  public var paths: [FilePath] {
    outcomes.compactMap { if case .success(let path) = $0.result { path } else { nil } }
  }

  /// The errors of failed items, in the order of the items.
  public var failures: [(index: Int, error: any Error)] {
    outcomes.compactMap { outcome in outcome.error.map { (outcome.index, $0) } }
  }
}

/// The progress of a drop into a folder.
public struct FolderDropProgress: Sendable, Hashable {
  /// The index of the item being loaded; the number of items after all items are loaded.
  public let index: Int
  /// The number of items.
  public let itemCount: Int
  /// The loaded fraction of the current item, from 0 to 1.
  public let itemFraction: Double

  /// The loaded fraction of all items, from 0 to 1; all items have equal weight.
  public var fraction: Double {
    itemCount == 0 ? 1 : min(1, (Double(index) + itemFraction) / Double(itemCount))
  }
}
