import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// A display without a screen, on which selections are owned and read.
protocol FakeDesktop {
  /// Takes ownership of a selection for a new client.
  func ownership(
    of offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership

  /// The contents of a selection, read by a new client.
  func contents(of selection: TransferSelection, _ limits: TransferLimits) throws -> any SelectionContents
}

extension FakeDesktop {
  /// Takes a selection for a new client and serves it on a thread of its own.
  func own(
    _ offer: TransferOffer, _ options: OwnershipOptions = .patient,
    as selection: TransferSelection = .clipboard
  ) throws -> ServedSelection {
    ServedSelection(try ownership(of: offer, as: selection, options))
  }

  /// The contents of a selection, read by a new client with limits for tests.
  func reader(
    idle: Duration = HangLimit.duration, atMost byteCount: UInt64 = 1 << 30, nameCount: Int = 4096,
    _ selection: TransferSelection = .clipboard
  ) throws -> any SelectionContents {
    var limits = TransferLimits.patient
    (limits.idle, limits.byteCount, limits.nameCount) = (idle, byteCount, nameCount)
    return try contents(of: selection, limits)
  }
}

extension FakeDisplay: FakeDesktop {
  func ownership(
    of offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    try X11SelectionOwner(client(), offer, as: selection, options)
  }

  func contents(of selection: TransferSelection, _ limits: TransferLimits) throws -> any SelectionContents {
    try X11SelectionReader(client(), selection, limits)
  }
}

extension FakeCompositor: FakeDesktop {
  func ownership(
    of offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    try WaylandSelectionOwner(client(), offer, as: selection, options)
  }

  func contents(of selection: TransferSelection, _ limits: TransferLimits) throws -> any SelectionContents {
    try WaylandOfferedContents(client(), selection, limits)
  }
}

/// Expects that a function throws an error with a code and some words in the message.
func expect(
  _ code: TransferError.Code, _ words: String = "", _ place: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  do {
    try body()
    Issue.record("there was no error", sourceLocation: place)
  } catch {
    let failure = error as? TransferError
    expect(
      failure?.code == code && (words.isEmpty || failure?.message.contains(words) == true), "\(error)",
      sourceLocation: place)
  }
}

extension DropTarget {
  /// Waits for a drop, processes it, and reports success or failure; nil if there is no drop.
  func takeNext<Value>(
    within limit: Duration?, accepting: ([String]) -> Bool,
    _ body: (any SelectionContents) throws -> Value
  ) throws -> Value? {
    let arrival = try next(until: limit.map { .now + $0 }, accepting: accepting)
    guard case .dropped(let contents) = arrival else { return nil }
    do {
      let value = try body(contents)
      try finish(true)
      return value
    } catch {
      try finish(false)
      throw error
    }
  }
}

extension ByteStream {
  /// Sends all bytes, and waits if the other end is not ready; a closed end is not an error.
  ///
  /// - Parameter apart: whether each byte is sent separately; after 64 bytes, the rest is sent in one piece.
  func sendAll(_ bytes: [UInt8], passing streams: [ByteStream] = [], apart: Bool) throws {
    var pending = streams
    let single = apart ? bytes.prefix(64).map { [$0] } : []
    for piece in single + [Array(bytes.dropFirst(single.count))] {
      var rest = piece[...]
      while !rest.isEmpty {
        switch try rest.withUnsafeBytes({ try send($0, passing: pending) }) {
        case .moved(let count):
          rest = rest.dropFirst(count)
          pending = []
        case .wouldWait: _ = try StreamWaiting.wait(for: [(self, .writing)], until: nil)
        case .ended: return
        }
      }
      if apart { usleep(20) }
    }
  }
}
