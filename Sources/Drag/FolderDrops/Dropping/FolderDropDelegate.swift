import ByteTools
public import DragAndDrop
import Foundation
import ItemProviders
public import ProfferFileSystem

/// A delegate that puts the items that are dropped on a view into a folder.
@MainActor
public final class FolderDropDelegate: DropInteractionDelegate {
  private let folder: FilePath
  private let acceptedTypeIdentifiers: [String]?
  private let operation: FolderDrop.Operation
  private let history: UndoHistory?
  private let completion: @MainActor @Sendable (Result<FolderDropReport, any Error>) -> Void

  /// Makes a delegate.
  ///
  /// - Parameters:
  ///   - folder: the folder that receives the files.
  ///   - acceptedTypeIdentifiers: the types to write, most preferred first; nil for every type.
  ///   - operation: the operation to propose; if the session does not allow moves, a copy is proposed.
  ///   - history: the history that records each drop for undo.
  ///   - completion: called on the main actor with the report after all files are placed, or with an error.
  public init(
    into folder: FilePath, accepting acceptedTypeIdentifiers: [String]? = nil,
    operation: FolderDrop.Operation = .copy, recordingIn history: UndoHistory? = nil,
    completion: @escaping @MainActor @Sendable (Result<FolderDropReport, any Error>) -> Void = { _ in }
  ) {
    self.folder = folder
    self.acceptedTypeIdentifiers = acceptedTypeIdentifiers
    self.operation = operation
    self.history = history
    self.completion = completion
  }

  private func drop(_ session: any DropSession) -> FolderDrop {
    FolderDrop(
      into: folder, accepting: acceptedTypeIdentifiers,
      operation: operation == .move && session.allowsMoveOperation ? .move : .copy)
  }

  /// Returns a proposal to copy or move; the drop is forbidden if no item has an accepted representation.
  public func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    let drop = drop(session)
    if !session.items.contains(where: { drop.bestType(of: $0.itemProvider) != nil }) {
      return DropProposal(operation: .forbidden)
    }
    return DropProposal(operation: drop.operation == .move ? .move : .copy)
  }

  /// Loads all items concurrently, and places their files in order after the last load.
  public func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    let queue = interaction.view?.queue ?? .detached
    let completion = completion
    let loading = FolderLoading(drop(session), session.items.map(\.itemProvider), history) { result in
      queue.post { completion(result) }
      queue.endLoad()
    }
    // Placing the files counts as a load, so that code that waits for loads also waits for the files.
    queue.beginLoad()
    loading.start()
  }
}

/// The concurrent loads of the items of a drop into a folder.
private final class FolderLoading: Sendable {
  private let drop: FolderDrop
  private let providers: [ItemProvider]
  private let history: UndoHistory?
  private let completion: @Sendable (Result<FolderDropReport, any Error>) -> Void
  private let state: Locked<(items: [LoadedItem?], left: Int)>

  init(
    _ drop: FolderDrop, _ providers: [ItemProvider], _ history: UndoHistory?,
    completion: @escaping @Sendable (Result<FolderDropReport, any Error>) -> Void
  ) {
    self.drop = drop
    self.providers = providers
    self.history = history
    self.completion = completion
    state = Locked((Array(repeating: nil, count: providers.count), providers.count))
  }

  func start() {
    if providers.isEmpty { place([]) }
    for (index, provider) in providers.enumerated() {
      let progress = drop.startLoading(provider) { self.finish($0, at: index) }
      if progress == nil { finish(drop.nothingAccepted(of: provider), at: index) }
    }
  }

  private func finish(_ item: LoadedItem, at index: Int) {
    let all = state.withLock { state -> [LoadedItem]? in
      state.items[index] = item
      state.left -= 1
      return state.left == 0 ? state.items.compactMap { $0 } : nil
    }
    if let all { place(all) }
  }

  private func place(_ items: [LoadedItem]) {
    completion(
      Result {
        try FolderDrop.recording(in: history) { record in
          var placement = try FolderPlacement(drop, itemCount: items.count)
          for (item, provider) in zip(items, providers) { placement.add(item, of: provider) }
          return try placement.commit(recordingIn: record)
        }
      })
  }
}
