import Foundation
import ProfferFileSystem

/// Transfer through the terminal, which works without a display and over a connection to another machine.
///
/// The terminal stores the copied content. All values are sent at once, and no requests are served
/// afterwards.
struct TerminalRoute: TransferRoute {
  let settings: TerminalSettings

  var kind: TransferRouteKind { .terminal }

  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    guard !options.endsAfterOneReceiver, options.timeLimit == nil else {
      throw TransferError(
        .notSupported,
        "the terminal keeps the copied content and does not report pastes, so the offer cannot end by itself"
      )
    }
    let forms = offer.forms(on: .terminal)
    guard !forms.isEmpty else { throw TransferError(.empty, "there is nothing to offer") }
    let device = try TerminalDevice(settings)
    let features = try TerminalFeatures(asking: device)
    let names =
      features.hasClipboard
      ? try TerminalClipboard(device, selection).write(
        forms, atMost: features.clipboardByteCount, options)
      : try TerminalText(device, selection, features).write(forms, options)
    return try HandedOver(names: names)
  }

  func clear(_ selection: TransferSelection) throws {
    if settings.multiplexer == "tmux" {
      throw TransferError(.notSupported, "tmux does not pass requests to empty the clipboard to its terminal")
    }
    let device = try TerminalDevice(settings)
    let features = try TerminalFeatures(asking: device)
    if features.hasClipboard {
      try TerminalClipboard(device, selection).clear()
    } else {
      try TerminalText(device, selection, features).clear()
    }
  }

  func offered(
    as selection: TransferSelection, within limits: TransferLimits
  ) throws -> any SelectionContents {
    let device = try TerminalDevice(settings)
    let features = try TerminalFeatures(asking: device)
    return features.hasClipboard
      ? try TerminalClipboardContents(TerminalClipboard(device, selection), selection, limits)
      : try TerminalTextContents(TerminalText(device, selection, features), limits)
  }

  func watch(_ selection: TransferSelection) throws -> any SelectionWatch {
    try settings.check()
    throw TransferError(
      .notSupported, "a terminal does not report changes of its clipboard; use X11 or Wayland")
  }

  func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource {
    guard let offer = items.offerOfAllRows() else {
      throw TransferError(.empty, "there is nothing to offer")
    }
    let source = try TerminalDragSource(settings, offer, titled: label, options)
    settings.tell(
      "drag out of this terminal: press the mouse button in it, "
        + "and release it over another program")
    return source
  }

  func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget {
    let target = try TerminalDropTarget(settings, within: limits, recorder: recorder)
    settings.tell("drop onto this terminal; the content goes to \(label)")
    return target
  }
}

/// The ownership of content that the terminal has stored.
private final class HandedOver: SelectionOwnership {
  let names: [String]
  let ending: OwnershipEnding

  init(names: [String]) throws {
    self.names = names
    ending = try OwnershipEnding()
  }

  func serve() -> OwnershipEnd {
    ending.end()
    return .handedOver
  }
}

extension OfferedForm {
  /// Produces and returns the bytes for a receiver.
  ///
  /// - Parameter limit: the maximum time to produce the bytes.
  func bytes(within limit: Duration) throws -> Data {
    let ending = try OwnershipEnding()
    content.request { result in ending.deliver(0, result.map { .data($0) }) }
    let deadline = ContinuousClock.now + limit
    while true {
      if let made = ending.takeMade().first { return try written(made.result.get().whole()) }
      if .now >= deadline {
        let error = TransferError.notMade(typeIdentifier)
        content.giveUp(error)
        throw error
      }
      _ = try StreamWaiting.wait(for: [(ending.wakeup.stream, .reading)], until: deadline)
      try ending.wakeup.clear()
    }
  }
}
