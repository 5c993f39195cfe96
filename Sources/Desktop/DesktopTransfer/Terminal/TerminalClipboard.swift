import ByteTools
import Foundation
import ProfferFileSystem

/// A terminal's clipboard for all types (OSC 5522).
///
/// The payload of each packet is a separate base64 text with padding, and encodes at most 4096 bytes.
final class TerminalClipboard {
  /// A packet from the terminal.
  struct Packet {
    let status: String
    /// The type of the data; nil if the packet has none.
    let mime: String?
    let payload: [UInt8]
  }

  private static let pieceByteCount = 4096

  let device: TerminalDevice
  private let selection: TransferSelection
  private var requestCount = 0
  /// The terminal identifies the program by this password, so that the user can allow all requests at once.
  ///
  /// Each process has its own password.
  private let password = (0..<16).map { _ in UInt8.random(in: 0...255) }

  init(_ device: TerminalDevice, _ selection: TransferSelection) {
    (self.device, self.selection) = (device, selection)
  }

  // MARK: Packets

  private func packet(_ metadata: String, _ payload: UnsafeRawBufferPointer? = nil) {
    var encoded: [UInt8] = []
    if let payload, !payload.isEmpty {
      encoded = [UInt8(ascii: ";")]
      Base64.encode(payload, into: &encoded)
    }
    device.command(5522, metadata, encoded)
  }

  private func packet(_ metadata: String, text: String) {
    Array(text.utf8).withUnsafeBytes { packet(metadata, $0) }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var encoded: [UInt8] = []
    bytes.withUnsafeBytes { Base64.encode($0, into: &encoded) }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns the metadata for the first packet of a request.
  private func request(_ type: String) -> String {
    requestCount += 1
    let place = selection == .primary ? ":loc=primary" : ""
    let name = TerminalClipboard.base64(Array("proffer".utf8))
    return "type=\(type)\(place):id=\(requestCount):pw=\(TerminalClipboard.base64(password)):name=\(name)"
  }

  /// Returns the packet that responds to the last request; nil for any other message.
  private func packet(_ type: String, in message: TerminalMessage) throws -> Packet? {
    if message == .tooLong { throw TransferError.violation("the terminal", "a packet that is too long") }
    guard case .command(5522, let body) = message else { return nil }
    let end = body.firstIndex(of: UInt8(ascii: ";")) ?? body.endIndex
    var values: [Substring: Substring] = [:]
    let metadata = String(decoding: body[..<end], as: UTF8.self)
    for pair in metadata.split(separator: ":") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    // A response without a number belongs to a request of an earlier program, or is a paste by the user.
    guard values["type"] == Substring(type), values["id"] == "\(requestCount)", let status = values["status"]
    else { return nil }
    guard let payload = Base64.tolerantlyDecoded(body[min(end + 1, body.endIndex)...]),
      let mime = Base64.tolerantlyDecoded(ArraySlice((values["mime"] ?? "").utf8))
    else { throw TransferError.violation("the terminal", "a packet that is not base64") }
    return Packet(
      status: String(status), mime: values["mime"] == nil ? nil : String(decoding: mime, as: UTF8.self),
      payload: payload)
  }

  /// Returns the error for a status.
  private func failure(_ status: String) -> TransferError {
    switch status {
    case "EPERM":
      TransferError(.refused, "the terminal does not allow this request, or another request is pending")
    case "ENOSYS": TransferError(.notSupported, "the terminal does not support \(selection.displayName)")
    case "EBUSY": TransferError(.refused, "the clipboard of the terminal is busy; try again")
    case "EINVAL": TransferError.violation("the terminal", "that it does not understand the request")
    default: TransferError(.refused, "the terminal failed: \(PrintableText.escaped(status.utf8))")
    }
  }

  // MARK: Writing

  /// Copies all values to the terminal's clipboard.
  ///
  /// - Parameter byteCount: the maximum size that the terminal accepts in total. Values that would exceed
  ///   this size are omitted.
  /// - Returns: the names that were copied.
  func write(_ forms: [OfferedForm], atMost byteCount: Int, _ options: OwnershipOptions) throws -> [String] {
    let values = made(forms, atMost: byteCount, options)
    guard !values.isEmpty else {
      throw TransferError(.notSupported, "none of the offered types can be copied to the terminal")
    }
    packet(request("write"))
    for value in values {
      let mime = TerminalClipboard.base64(Array(value.name.utf8))
      var rest = value.data
      // An empty value also requires one packet.
      repeat {
        rest.prefix(TerminalClipboard.pieceByteCount).withUnsafeBytes {
          packet("type=wdata:mime=\(mime)", $0)
        }
        rest = rest.dropFirst(TerminalClipboard.pieceByteCount)
        try device.makeRoom()
        while let message = device.nextNow() { try checkWritten(message) }
      } while !rest.isEmpty
      if !value.others.isEmpty {
        packet("type=walias:mime=\(mime)", text: value.others.joined(separator: " "))
      }
    }
    try finishWriting()
    return values.flatMap { [$0.name] + $0.others }
  }

  /// Empties the clipboard by a write without values.
  func clear() throws {
    packet(request("write"))
    try finishWriting()
  }

  /// Ends a write, and waits until the terminal has copied everything.
  private func finishWriting() throws {
    packet("type=wdata")
    let deadline = ContinuousClock.now + device.settings.permissionLimit
    var isTold = false
    while true {
      let limit = isTold ? deadline : .now + .seconds(2)
      guard let message = try device.next(until: limit) else {
        if .now >= deadline {
          throw TransferError(.timedOut, "the terminal did not confirm the content")
        }
        device.settings.tell("the terminal may ask for permission to write to the clipboard")
        isTold = true
        continue
      }
      if try checkWritten(message) { return }
    }
  }

  /// Returns whether a message confirms that all values are copied.
  @discardableResult
  private func checkWritten(_ message: TerminalMessage) throws -> Bool {
    guard let packet = try packet("write", in: message) else { return false }
    guard packet.status == "DONE" else { throw failure(packet.status) }
    return true
  }

  /// Produces the values of an offer, each with all its names.
  ///
  /// The first name of a value is the shortest name. The shortest name has no parameters, and is the name
  /// that programs support.
  private func made(
    _ forms: [OfferedForm], atMost byteCount: Int, _ options: OwnershipOptions
  ) -> [(name: String, others: [String], data: Data)] {
    var groups: [(form: OfferedForm, names: [String])] = []
    for form in forms {
      if let place = groups.firstIndex(where: {
        $0.form.content === form.content && $0.form.form == form.form
      }) {
        groups[place].names.append(form.name)
      } else {
        groups.append((form, [form.name]))
      }
    }
    var values: [(name: String, others: [String], data: Data)] = []
    var left = byteCount
    for group in groups {
      let shown = group.names.joined(separator: ", ")
      if device.settings.isRemote, group.form.typeIdentifier == "public.file-url" {
        device.settings.tell("\(shown) is left out: the terminal and the file are on different machines")
        continue
      }
      do {
        let data = try group.form.bytes(within: options.computingLimit)
        guard data.count <= left else {
          device.settings.tell(
            "\(shown) is left out: the terminal accepts at most \(byteCount) bytes in total")
          continue
        }
        left -= data.count
        let name = group.names.min { $0.utf8.count < $1.utf8.count } ?? group.form.name
        values.append((name, group.names.filter { $0 != name }, data))
      } catch {
        // A value that cannot be produced is omitted. On a display, a receiver that requests the value would
        // get nothing.
        device.settings.tell("\(shown) is left out: \(error)")
      }
    }
    return values
  }

  // MARK: Reading

  /// Returns the offered names.
  func list(_ limits: TransferLimits) throws -> [String] {
    var text: [UInt8] = []
    try read(".", idle: device.settings.answerLimit + .seconds(1), asksPeople: false) { payload in
      text += payload
      guard text.count <= 1 << 20 else {
        throw TransferError.violation("the terminal", "more than 1 MiB of names")
      }
    }
    let names = String(decoding: text, as: UTF8.self).split { $0.isWhitespace || $0 == "\0" }
    return names.prefix(limits.nameCount).map(String.init)
  }

  /// Fetches the value of a name.
  ///
  /// - Returns: whether the clipboard has a value of this name.
  @discardableResult
  func read(
    _ name: String, idle: Duration, asksPeople: Bool = true, _ take: ([UInt8]) throws -> Void
  ) throws -> Bool {
    packet(request("read"), text: name)
    var isThere = false
    var hasBegun = false
    var isTold = false
    var deadline = ContinuousClock.now + (asksPeople ? max(idle, device.settings.permissionLimit) : idle)
    while true {
      let limit = asksPeople && !hasBegun && !isTold ? min(deadline, .now + .seconds(1)) : deadline
      guard let message = try device.next(until: limit) else {
        guard .now < deadline else {
          throw TransferError(
            .timedOut,
            "the terminal does not deliver \(PrintableText.escaped(name.utf8)) "
              + "within the time limit")
        }
        device.settings.tell("the terminal may ask for permission to read the clipboard")
        isTold = true
        continue
      }
      guard let packet = try packet("read", in: message) else { continue }
      switch packet.status {
      case "OK": hasBegun = true
      case "DATA":
        if packet.mime == name {
          isThere = true
          do { try take(packet.payload) } catch {
            device.dropRest()
            throw error
          }
        }
        deadline = .now + idle
        hasBegun = true
      case "DONE": return isThere
      default: throw failure(packet.status)
      }
    }
  }
}

/// The content of a terminal's clipboard.
final class TerminalClipboardContents: SelectionContents {
  let names: [String]
  private let clipboard: TerminalClipboard
  private let limits: TransferLimits

  init(_ clipboard: TerminalClipboard, _ selection: TransferSelection, _ limits: TransferLimits) throws {
    (self.clipboard, self.limits) = (clipboard, limits)
    names = try clipboard.list(limits)
    if names.isEmpty { throw TransferError.nothingOffered(in: selection) }
  }

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    var byteCount: UInt64 = 0
    let isThere = try clipboard.read(name, idle: limits.idle) { payload in
      byteCount += UInt64(payload.count)
      guard byteCount <= limits.byteCount else { throw TransferError.tooLarge(name, limits.byteCount) }
      try payload.withUnsafeBytes(take)
    }
    guard isThere else {
      throw TransferError(
        .refused, "the clipboard of the terminal has no \(PrintableText.escaped(name.utf8)); try another type"
      )
    }
  }
}
