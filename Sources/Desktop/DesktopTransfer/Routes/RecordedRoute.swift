import Foundation
import ProfferFileSystem

/// A route that records the events of its selections: the offers, the requests, and the results.
///
/// Drag sources and drop targets record their own events, because drags have more kinds of events.
package struct RecordedRoute: TransferRoute {
  private let route: any TransferRoute
  private let recorder: TransferRecorder

  package init(_ route: any TransferRoute, by recorder: TransferRecorder) {
    (self.route, self.recorder) = (route, recorder)
  }

  package var kind: TransferRouteKind { route.kind }

  package func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    let ownership = try route.own(offer.recorded(by: recorder), as: selection, options)
    recorder.add("proffer", "itemsForBeginning", ownership.names.joined(separator: ", "))
    return RecordedOwnership(ownership, recorder)
  }

  package func clear(_ selection: TransferSelection) throws {
    try route.clear(selection)
    recorder.add("proffer", "clear", selection.displayName)
  }

  package func offered(
    as selection: TransferSelection, within limits: TransferLimits
  ) throws -> any SelectionContents {
    let contents = try route.offered(as: selection, within: limits)
    recorder.add(kind.rawValue, "sessionDidEnter", contents.names.joined(separator: ", "))
    return RecordedContents(contents, kind, recorder)
  }

  package func watch(_ selection: TransferSelection) throws -> any SelectionWatch {
    try route.watch(selection)
  }

  package func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource {
    var options = options
    options.recorder = recorder
    return try route.dragSource(items, calling: label, options)
  }

  package func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy other: TransferRecorder?
  ) throws -> any DropTarget {
    try route.dropTarget(items, calling: label, within: limits, recordedBy: recorder)
  }
}

/// The ownership of a selection; records the end of the ownership.
private final class RecordedOwnership: SelectionOwnership {
  private let ownership: any SelectionOwnership
  private let recorder: TransferRecorder

  init(_ ownership: any SelectionOwnership, _ recorder: TransferRecorder) {
    (self.ownership, self.recorder) = (ownership, recorder)
  }

  var names: [String] { ownership.names }
  var ending: OwnershipEnding { ownership.ending }

  func serve() throws -> OwnershipEnd {
    let end = try ownership.serve()
    recorder.add("proffer", "sessionDidEnd", "\(end)")
    return end
  }
}

/// The contents of an offer; records each fetch.
final class RecordedContents: SelectionContents {
  private let contents: any SelectionContents
  private let kind: TransferRouteKind
  private let recorder: TransferRecorder

  init(_ contents: any SelectionContents, _ kind: TransferRouteKind, _ recorder: TransferRecorder) {
    (self.contents, self.kind, self.recorder) = (contents, kind, recorder)
  }

  var names: [String] { contents.names }

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    recorder.add("proffer", "<load>", name)
    var byteCount: UInt64 = 0
    do {
      try contents.fetch(name) { piece in
        byteCount += UInt64(piece.count)
        try take(piece)
      }
    } catch {
      recorder.add(kind.rawValue, "<failed>", "\(name): \(error)", byteCount: byteCount)
      throw error
    }
    recorder.add(kind.rawValue, "<loaded>", name, byteCount: byteCount)
  }

  func directFile(in folder: () throws -> FilePath) throws -> FilePath? {
    guard let file = try contents.directFile(in: folder) else { return nil }
    recorder.add(kind.rawValue, "<loaded>", "a file that the program wrote itself")
    return file
  }
}

extension TransferOffer {
  /// Returns an offer that records each load; returns this offer unchanged if there is no recorder.
  func recorded(by recorder: TransferRecorder?) -> TransferOffer {
    guard let recorder else { return self }
    return mapContents { $1.recorded(as: $0, by: recorder) }
  }
}

extension OfferedContent {
  /// Returns content that records each load.
  fileprivate func recorded(as typeIdentifier: String, by recorder: TransferRecorder) -> OfferedContent {
    var recorded: Pieces?
    if let pieces {
      recorded = { () throws -> OfferedPieces? in
        do {
          guard let opened = try pieces() else { return nil }
          recorder.add("receiver", "<load>", typeIdentifier, byteCount: UInt64(opened.byteCount))
          return opened
        } catch {
          recorder.add("receiver", "<load>", typeIdentifier)
          recorder.add("proffer", "<failed>", "\(typeIdentifier): \(error)")
          throw error
        }
      }
    }
    return OfferedContent(pieces: recorded) { [self] answer in
      recorder.add("receiver", "<load>", typeIdentifier)
      request { result in
        switch result {
        case .success(let data):
          recorder.add("proffer", "<loaded>", typeIdentifier, byteCount: UInt64(data.count))
        case .failure(let error): recorder.add("proffer", "<failed>", "\(typeIdentifier): \(error)")
        }
        answer(result)
      }
      return { [self] in giveUp(CancellationError()) }
    }
  }
}
