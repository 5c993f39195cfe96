import ByteTools
import Foundation
import ProfferFileSystem
import UniformTypes

/// The clipboard of a terminal that supports only text (OSC 52; Source: xterm's control sequences).
///
/// The terminal does not confirm that it has copied the text.
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
  /// - Returns: the names that were copied.
  func write(_ forms: [OfferedForm], _ options: OwnershipOptions) throws -> [String] {
    let text = UTType.utf8PlainText.identifier
    guard let form = forms.first(where: { $0.typeIdentifier == text && $0.form == .bytes }) else {
      throw TransferError(
        .notSupported,
        "the terminal accepts only text, and the content has no text; kitty, for example, accepts all types")
    }
    let data = try form.bytes(within: options.computingLimit)
    let limit = features.program?.textByteCount ?? TerminalProgram.smallestTextByteCount
    guard data.count <= limit else {
      throw TransferError(
        .notSupported, "the text has \(data.count) bytes, but the terminal accepts at most \(limit)")
    }
    if try !copyThroughTmux(data) { try send(data) }
    let left = forms.filter { $0.typeIdentifier != text }.map(\.name)
    if !left.isEmpty {
      device.settings.tell("the terminal accepts only text; left out: \(left.joined(separator: ", "))")
    }
    return [form.name]
  }

  /// Copies the text through the tmux server; returns false if there is no server, or if tmux cannot pass the
  /// text on.
  private func copyThroughTmux(_ data: Data) throws -> Bool {
    guard let tmux = device.settings.tmux else { return false }
    switch try tmux.copy(Array(data)) {
    case .sent: return true
    case .doubtful(let note):
      device.settings.tell(note)
      return true
    case .notPassed(let reason):
      device.settings.tell(
        "tmux cannot load the text itself (\(reason)); the OSC 52 sequence is sent through tmux instead")
      return false
    }
  }

  /// Sends the text to the terminal and, if the terminal allows it, checks whether the text was copied.
  ///
  /// - Throws: `notSupported` if the terminal certainly has not copied the text.
  private func send(_ data: Data) throws {
    let program = features.program
    if case .never(let reason)? = program?.writing { throw TransferError(.notSupported, reason) }
    var encoded: [UInt8] = []
    data.withUnsafeBytes { Base64.encode($0, into: &encoded) }
    device.command(52, "\(letter);", encoded)
    try device.makeRoom()
    if let multiplexer = device.settings.multiplexer, multiplexer != "tmux" {
      device.settings.tell("\(multiplexer) decides whether the text reaches the terminal")
      return
    }
    guard let program else {
      if !features.promisesTextClipboard {
        device.settings.tell("the terminal does not report whether it copied the text")
      }
      return
    }
    if program.answersTextRequests, !program.asksPeople {
      // The limit is extended by one second, and by another second for each megabyte, because the connection
      // may be slow.
      let limit = device.settings.answerLimit + .seconds(data.count >> 20 + 1)
      if try requested(within: nil, waiting: limit) == data { return }
    }
    switch program.writing {
    case .off(let remedy) where program.answersTextRequests && !program.asksPeople:
      throw TransferError(.notSupported, "\(program.name) has not copied the text; to allow it, \(remedy)")
    case .off(let remedy):
      device.settings.tell(TerminalProgram.ignoresByDefault(program.name, remedy))
    case .on where program.answersTextRequests && !program.asksPeople:
      device.settings.tell(
        "\(program.name) may not have copied the text; it ignores programs while its window has no focus")
    case .on, .never: break
    }
  }

  /// Empties the clipboard.
  ///
  /// Text that is neither base64 nor a request clears the clipboard (source: xterm's control sequences).
  func clear() throws {
    if case .never(let reason)? = features.program?.writing { throw TransferError(.notSupported, reason) }
    device.command(52, "\(letter);!")
    try device.makeRoom()
    switch features.program?.writing {
    case .on: break
    case .off(let remedy)?:
      let name = features.program?.name ?? "the terminal"
      device.settings.tell(
        "\(name) ignores such requests by default; if the clipboard is not empty, \(remedy)")
    case nil, .never:
      if !features.promisesTextClipboard {
        device.settings.tell("the terminal does not report whether it emptied its clipboard")
      }
    }
  }

  /// Requests the text.
  ///
  /// - Throws: `notSupported` if the terminal is not known to support requests. Sends no request in this
  ///   case, because some terminals would copy the request itself as text.
  func read(_ limits: TransferLimits) throws -> Data {
    guard let program = features.program, program.answersTextRequests else {
      let name = features.printableVersion.map { "(\($0))" } ?? "in use"
      throw TransferError(
        .notSupported,
        "the terminal \(name) is not known to let programs read its clipboard; terminals that do this are kitty, foot, xterm, Ghostty, iTerm2 and "
          + "tmux")
    }
    if program.asksPeople {
      device.settings.tell("the terminal may ask for permission to read the clipboard")
    }
    let limit = program.asksPeople ? device.settings.permissionLimit : device.settings.answerLimit
    if let data = try requested(within: limits, waiting: limit) { return data }
    throw TransferError(
      .notSupported,
      "the terminal did not return the content of its clipboard; a terminal setting may allow it (kitty: clipboard_control, "
        + "ghostty: clipboard-read, foot: osc52, xterm: allowWindowOps)")
  }

  /// Requests the text and returns it; nil if the terminal does not answer in time.
  ///
  /// - Parameters:
  ///   - limits: the limits for the text; nil for no limits.
  ///   - limit: the maximum wait; nil for the usual limit of a terminal that does not ask the user.
  private func requested(within limits: TransferLimits?, waiting limit: Duration? = nil) throws -> Data? {
    device.command(52, "\(letter);?")
    let mostByteCount = limits?.byteCount ?? .max
    let deadline = ContinuousClock.now + (limit ?? device.settings.answerLimit)
    while let message = try device.next(until: deadline) {
      switch message {
      case .tooLong: throw TransferError.tooLarge("the text", mostByteCount)
      case .command(52, let body):
        guard let separator = body.firstIndex(of: UInt8(ascii: ";")) else { continue }
        guard let data = Base64.tolerantlyDecoded(body[(separator + 1)...]) else {
          throw TransferError.violation("the terminal", "text that is not base64")
        }
        guard UInt64(data.count) <= mostByteCount else {
          throw TransferError.tooLarge("the text", mostByteCount)
        }
        return Data(data)
      default: continue
      }
    }
    return nil
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
