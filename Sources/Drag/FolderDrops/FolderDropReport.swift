public import FileSystem

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
