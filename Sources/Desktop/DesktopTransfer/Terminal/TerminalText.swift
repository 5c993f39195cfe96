import ByteTools
import Foundation
import ProfferFileSystem
import UniformTypes

/// The clipboard of a terminal that takes text only (OSC 52), without an answer (Source: xterm's control sequences).
struct TerminalText {
  let device: TerminalDevice
  let selection: TransferSelection
  private let features: TerminalFeatures

  init(_ device: TerminalDevice, _ selection: TransferSelection, _ features: TerminalFeatures) {
    (self.device, self.selection, self.features) = (device, selection, features)
  }

  private var letter: String { selection == .primary ? "p" : "c" }

  /// Sends the text of an offer.
  ///
  /// - Returns: the names that went.
  func write(_ forms: [OfferedForm], _ options: OwnershipOptions) throws -> [String] {
    let text = UTType.utf8PlainText.identifier
    guard let form = forms.first(where: { $0.typeIdentifier == text && $0.form == .bytes }) else {
      throw TransferError(
        .notSupported,
        "the terminal takes only text, and there is none; one with a clipboard of all types is kitty")
    }
    let data = try form.bytes(within: options.computingLimit)
    guard data.count <= features.textByteCount else {
      throw TransferError(
        .notSupported,
        "the text has \(data.count) bytes, and the terminal takes at most \(features.textByteCount)")
    }
    var encoded: [UInt8] = []
    data.withUnsafeBytes { Base64.encode($0, into: &encoded) }
    device.command(52, "\(letter);", encoded)
    try device.makeRoom()
    let left = forms.filter { $0.typeIdentifier != text }.map(\.name)
    if !left.isEmpty {
      device.settings.tell("the terminal takes only text; left out: \(left.joined(separator: ", "))")
    }
    if let multiplexer = device.settings.multiplexer {
      device.settings.tell(
        "\(multiplexer) decides whether the text reaches the terminal; in tmux, the option set-clipboard")
    }
    return [form.name]
  }

  /// Requests the text.
  ///
  /// - Throws: `notSupported` if the terminal is not known to answer requests. No request is sent in that
  ///   case, because some terminals replace their clipboard with it.
  func read(_ limits: TransferLimits) throws -> Data {
    guard features.answersTextRequests else {
      let name = features.printableVersion.map { "(\($0))" } ?? "in use"
      throw TransferError(
        .notSupported,
        "the terminal \(name) is not known to let programs read its clipboard; kitty, foot, xterm, Ghostty, iTerm2 and "
          + "tmux are")
    }
    device.command(52, "\(letter);?")
    var deadline = ContinuousClock.now + device.settings.answerLimit
    if features.asksPeople {
      device.settings.tell("the terminal may ask whether the clipboard may be read")
      deadline = .now + device.settings.permissionLimit
    }
    while let message = try device.next(until: deadline) {
      switch message {
      case .tooLong: throw TransferError.tooLarge("the text", limits.byteCount)
      case .command(52, let body):
        guard let separator = body.firstIndex(of: UInt8(ascii: ";")) else { continue }
        guard let data = Base64.tolerantlyDecoded(body[(separator + 1)...]) else {
          throw TransferError.violation("the terminal", "text that is not base64")
        }
        guard UInt64(data.count) <= limits.byteCount else {
          throw TransferError.tooLarge("the text", limits.byteCount)
        }
        return Data(data)
      default: continue
      }
    }
    throw TransferError(
      .notSupported,
      "the terminal does not say what is on its clipboard; a setting of it may allow that (kitty: clipboard_control, "
        + "ghostty: clipboard-read, foot: osc52, xterm: allowWindowOps)")
  }
}

/// The text on the clipboard of a terminal.
final class TerminalTextContents: SelectionContents {
  let names = ["text/plain;charset=utf-8"]
  private let data: Data

  init(_ text: TerminalText, _ limits: TransferLimits) throws {
    data = try text.read(limits)
    if data.isEmpty { throw TransferError.nothingOffered(in: text.selection) }
  }

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    try data.withUnsafeBytes(take)
  }
}
