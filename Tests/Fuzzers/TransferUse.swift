import DesktopTransfer
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import UniformTypes

/// A use of a route to other programs by the program.
///
/// It continues as far as the other end allows.
struct TransferUse {
  /// The uses; the first byte of an input is the raw value of its use.
  enum Kind: UInt8, CaseIterable {
    case paste = 0x70
    case `catch` = 0x63
    case own = 0x6F
    case drag = 0x64
    case watch = 0x77
  }

  /// The limits of a value's bytes and of the number of names.
  static let limits = {
    var limits = TransferLimits()
    (limits.byteCount, limits.nameCount, limits.idle) = (1 << 20, 64, .seconds(2))
    return limits
  }()

  private let folder: TemporaryFolder
  private let place: FilePath

  init() throws {
    folder = try TemporaryFolder()
    guard let place = FilePath(folder.path) else { throw Finding("the folder has no path") }
    self.place = place
  }

  /// An offer of two types; one of them is long enough to be sent in pieces.
  private static var offer: TransferOffer {
    let item = ItemProvider()
    item.suggestedName = "words"
    for (type, count) in [("public.html", 16), ("public.utf8-plain-text", 4)] {
      item.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
        $0(Data(repeating: 0x61, count: count), nil)
        return nil
      }
    }
    return TransferOffer([item], types: .standard)
  }

  /// Runs a use.
  ///
  /// - Returns: the route's error that ended the use; nil if it was completed.
  /// - Throws: a finding; errors of routes are not findings.
  @discardableResult
  func run(_ kind: Kind, _ route: () throws -> any TransferRoute) throws(Finding) -> (any Error)? {
    do {
      try use(kind, route())
      return nil
    } catch let finding as Finding { throw finding } catch {
      // Without a folder for its files, a drop fails with a file system error.
      try Finding.unless(
        error is TransferError || error is FileSystemError, "\(kind) fails with \(type(of: error)): \(error)")
      let text = "\(error)"
      try Finding.unless(
        !text.utf8.contains { $0 < 0x20 || $0 == 0x7F },
        "an error has control characters: \(text.debugDescription)")
      return error
    }
  }

  private func use(_ kind: Kind, _ route: any TransferRoute) throws {
    var options = OwnershipOptions()
    (options.computingLimit, options.timeLimit) = (.seconds(2), route.kind == .terminal ? nil : .seconds(2))
    var drag = DragOptions()
    (drag.service, drag.timeLimit) = (options, .seconds(2))
    switch kind {
    case .paste: try fetch(route.offered(as: .clipboard, within: Self.limits))
    case .own: _ = try route.own(Self.offer, as: .clipboard, options).serve()
    case .drag:
      _ = try route.dragSource(SingleOffer(Self.offer, calling: "words"), calling: "words", drag).run()
    case .watch: _ = try route.watch(.clipboard).wait(until: .now + .seconds(2))
    case .catch:
      let target = try route.dropTarget(
        SingleOffer(Self.offer, calling: "words"), calling: "here", within: Self.limits, recordedBy: nil)
      while case .dropped(let contents) = try target.next(until: .now + .seconds(2), accepting: { _ in true })
      {
        try fetch(contents)
        try target.finish(true)
      }
    }
  }

  /// Fetches all offered content, within the limits.
  private func fetch(_ contents: any SelectionContents) throws {
    try Finding.unless(
      contents.names.count <= Self.limits.nameCount, "\(contents.names.count) names are looked at")
    _ = try contents.directFile { place }
    for name in contents.names.prefix(4) {
      var count: UInt64 = 0
      try contents.fetch(name) { piece in count += UInt64(piece.count) }
      try Finding.unless(count <= Self.limits.byteCount, "\(count) bytes are taken")
    }
  }
}
