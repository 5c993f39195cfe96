import Foundation
import ProfferFileSystem
import TestSupport

@testable import DesktopTransfer

#if canImport(Glibc)
  import Glibc
#endif

/// A terminal without a screen behind a real pseudo terminal; a test plays the user.
///
/// It is independent of the client: it parses sequences, base64 and lists with its own code.
final class FakeTerminal: @unchecked Sendable {
  /// The features of the terminal and the form of its answers.
  struct Behaviour: Sendable {
    /// The clipboard mode that it reports (DECRPM); nil sends no report.
    var clipboardMode: Int? = 2
    var hasDrags = false
    var version: String?
    /// Whether it answers the request for device attributes, as every terminal does.
    var answersAttributes = true
    /// Whether it reports its features after the device attributes.
    var answersLate = false
    /// Whether it reports pastes between its answers, in both forms that terminals use.
    var tellsOfPastes = false
    /// The device attributes that it reports.
    var attributes = "?62;52"
    /// Whether it supports kitty's graphics protocol.
    var hasKittyPictures = false
    /// The sizes in pixels that it reports, by request.
    var sizes: [String: String] = [:]
    /// Whether its answers end with BEL.
    var usesBell = false
    /// Whether it sends each byte separately.
    var sendsBytesApart = false
    /// Whether key and mouse reports come between its answers.
    var typesKeys = false
    /// The status that it sends instead of content, for reading and for writing.
    var readStatus: String?
    var writeStatus: String?
    /// Whether it answers requests to read its clipboard.
    var answersReading = true
    /// The time without reading after the first data.
    var pause: TimeInterval = 0
    /// Whether it reads nothing after the first data until ``FakeTerminal/goOn()``.
    var pausesUntilToldToGoOn = false
    /// The number of bytes after which it disconnects.
    var hangsUpAfter = Int.max
    /// The text that it sends for a request to read by OSC 52; nil sends nothing.
    var text: String?
    /// Whether it copies text by OSC 52, and then sends it for a request to read.
    var copiesText = false
    /// The number of bytes of a value in each packet.
    var pieceByteCount = 4096
    /// Whether its values never end.
    var isEndless = false
  }

  /// A received sequence without its introducer and terminator.
  struct Sequence: Equatable, Sendable {
    /// `]` for a command, `[` for a control sequence.
    let kind: Character
    let text: String
  }

  let path: String
  private let behaviour: Behaviour
  private let lock = NSCondition()
  private var master: Int32
  private let slave: Int32
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var byteCount = 0
  private var isOver = false
  private var hasPaused = false
  private var goesOn = false
  private var received: [Sequence] = []
  private var all: [Sequence] = []
  private var contents: [(name: String, data: Data)] = []
  private var written: [(name: String, data: Data)] = []
  private var writeMetadata = ""
  private var copiedText: String?

  init(_ behaviour: Behaviour = Behaviour(), clipboard: [(String, Data)] = []) throws {
    self.behaviour = behaviour
    contents = clipboard.map { (name: $0.0, data: $0.1) }
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    // TIOCSPTLCK and TIOCGPTN
    guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
    else { throw CocoaError(.fileNoSuchFile) }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    Thread.detachNewThread { [self] in serve() }
  }

  deinit { if slave >= 0 { close(slave) } }

  /// Disconnects.
  func end() {
    lock.withLock {
      isOver = true
      lock.broadcast()
    }
  }

  /// Ends the pause that ``Behaviour/pausesUntilToldToGoOn`` begins.
  func goOn() {
    lock.withLock {
      goesOn = true
      lock.broadcast()
    }
  }

  /// The settings for a client of this terminal.
  var settings: TerminalSettings {
    guard let path = FilePath(path) else { preconditionFailure("the path is valid") }
    var settings = TerminalSettings(device: path)
    settings.kind = "xterm-256color"
    // Only a limit that a test lets pass is short.
    let hasText = behaviour.clipboardMode != 0 || behaviour.text != nil || behaviour.copiesText
    settings.answerLimit =
      !behaviour.answersAttributes
      ? .seconds(1) : hasText && behaviour.answersReading ? HangLimit.duration : .seconds(5)
    settings.permissionLimit = behaviour.answersReading ? HangLimit.duration : .seconds(3)
    return settings
  }

  /// The terminal modes, as comparable numbers.
  var modes: [UInt32] {
    var modes = termios()
    _ = tcgetattr(slave, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_lflag]
  }

  /// The contents of its clipboard.
  var clipboard: [(name: String, data: Data)] { lock.withLock { contents } }

  /// The metadata of the last write request, except its type.
  var metadata: String { lock.withLock { writeMetadata } }

  /// All received sequences.
  var transcript: [Sequence] { lock.withLock { all } }

  // MARK: Scripts

  /// The next command with a number; nil if none comes within the time limit.
  func next(_ number: Int, within limit: TimeInterval? = nil) -> String? {
    let prefix = "\(number);"
    let deadline = limit.map { Date() + $0 } ?? HangLimit.date
    return lock.withLock {
      while true {
        if let place = received.firstIndex(where: { $0.kind == "]" && $0.text.hasPrefix(prefix) }) {
          let text = received[place].text
          received.removeSubrange(...place)
          return String(text.dropFirst(prefix.count))
        }
        if !lock.wait(until: deadline) { return nil }
      }
    }
  }

  /// Sends text to the program.
  func say(_ text: String) { say(Array(text.utf8)) }

  /// Sends a command to the program.
  func say(command text: String) {
    say(Array("\u{1B}]\(text)".utf8) + (behaviour.usesBell ? [7] : [0x1B, 0x5C]))
  }

  private func say(_ bytes: [UInt8]) { lock.withLock { outgoing += bytes } }

  // MARK: Serving

  private func serve() {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while !lock.withLock({ isOver }) {
      let hasOutput = lock.withLock { !outgoing.isEmpty }
      var interest = pollfd(fd: master, events: Int16(POLLIN) | (hasOutput ? Int16(POLLOUT) : 0), revents: 0)
      poll(&interest, 1, 10)
      if interest.revents & Int16(POLLIN) != 0 {
        let count = read(master, &buffer, buffer.count)
        if count > 0 {
          byteCount += count
          if byteCount > behaviour.hangsUpAfter { break }
          incoming += buffer[..<count]
          takeSequences()
          if !hasPaused, byteCount > 2000 { pause() }
        }
      }
      if interest.revents & Int16(POLLOUT) != 0 {
        lock.withLock {
          let count = behaviour.sendsBytesApart ? 1 : min(outgoing.count, 1 << 12)
          let sent = write(master, outgoing, count)
          if sent > 0 { outgoing.removeFirst(sent) }
        }
        if behaviour.sendsBytesApart { usleep(10) }
      }
    }
    lock.withLock {
      close(master)
      lock.broadcast()
    }
  }

  private func pause() {
    hasPaused = true
    Thread.sleep(forTimeInterval: behaviour.pause)
    lock.withLock {
      while behaviour.pausesUntilToldToGoOn, !goesOn, !isOver { lock.wait() }
    }
  }

  private func takeSequences() {
    while let start = incoming.firstIndex(of: 0x1B) {
      incoming.removeFirst(start)
      guard incoming.count > 1 else { return }
      if incoming[1] == UInt8(ascii: "[") {
        guard let end = incoming.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
          return
        }
        take(Sequence(kind: "[", text: String(decoding: incoming[2...end], as: UTF8.self)))
        incoming.removeFirst(end + 1)
      } else {
        var end = 2
        while end + 1 < incoming.count, !(incoming[end] == 0x1B && incoming[end + 1] == 0x5C) { end += 1 }
        guard end + 1 < incoming.count else { return }
        take(Sequence(kind: "]", text: String(decoding: incoming[2..<end], as: UTF8.self)))
        incoming.removeFirst(end + 2)
      }
    }
    incoming = []
  }

  private func take(_ sequence: Sequence) {
    if behaviour.typesKeys { say("q\u{1B}[A\u{1B}[<35;10;5M\u{1B}OP") }
    lock.withLock { all.append(sequence) }
    switch (sequence.kind, sequence.text) {
    case ("[", "c"):
      if behaviour.answersAttributes { say("\u{1B}[\(behaviour.attributes)c") }
      if behaviour.answersLate { tellWhatItHas() }
    case ("[", ">q"): if let version = behaviour.version { say("\u{1B}P>|\(version)\u{1B}\\") }
    case ("[", "?5522$p"): if !behaviour.answersLate { tellWhatItHas() }
    case ("[", let question): if let size = behaviour.sizes[question] { say("\u{1B}[\(size)t") }
    case ("]", let text) where text.hasPrefix("Gi=31,"):
      if behaviour.hasKittyPictures { say("\u{1B}_Gi=31;OK\u{1B}\\") }
    case (_, "72;t=q:i=7"): break
    case (_, let text) where text.hasPrefix("5522;"): takeClipboard(String(text.dropFirst(5)))
    case (_, "52;c;?"), (_, "52;p;?"):
      if let text = copiedText ?? behaviour.text {
        say(command: "52;\(sequence.text.dropFirst(3).first ?? "c");\(text)")
      }
    default:
      if behaviour.copiesText, sequence.text.hasPrefix("52;c;") {
        copiedText = String(sequence.text.dropFirst("52;c;".count))
      }
      lock.withLock {
        received.append(sequence)
        lock.broadcast()
      }
    }
  }

  private func tellWhatItHas() {
    if let mode = behaviour.clipboardMode { say("\u{1B}[?5522;\(mode)$y") }
    if behaviour.hasDrags { say(command: "72;t=q:i=7") }
  }

  // MARK: The clipboard

  private func takeClipboard(_ body: String) {
    let halves = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var values: [String: String] = [:]
    for pair in halves[0].split(separator: ":") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      values[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    let id = values["id"].map { ":id=\($0)" } ?? ""
    let mime = values["mime"].flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
    // Base64 without padding is ignored.
    guard let payload = Data(base64Encoded: halves.count > 1 ? String(halves[1]) : "") else { return }
    switch values["type"] {
    case "read":
      guard behaviour.answersReading else { return }
      give(String(decoding: payload, as: UTF8.self), id)
    case "write":
      written = []
      lock.withLock { writeMetadata = String(halves[0]) }
      if let status = behaviour.writeStatus { say(command: "5522;type=write:status=\(status)\(id)") }
    case "wdata" where mime == nil:
      lock.withLock { contents = written }
      guard behaviour.writeStatus == nil else { return }
      let number = metadata.split(separator: ":").first { $0.hasPrefix("id=") }.map { ":\($0)" } ?? ""
      say(command: "5522;type=write:status=DONE\(number)")
    case "wdata":
      if let place = written.firstIndex(where: { $0.name == mime }) {
        written[place].data += payload
      } else {
        written.append((mime ?? "", payload))
      }
    case "walias":
      guard let target = written.first(where: { $0.name == mime }) else { return }
      for name in String(decoding: payload, as: UTF8.self).split(separator: " ") {
        written.append((String(name), target.data))
      }
    default: break
    }
  }

  private func give(_ names: String, _ id: String) {
    if names != ".", let status = behaviour.readStatus {
      return say(command: "5522;type=read:status=\(status)\(id)")
    }
    say(command: "5522;type=read:status=OK\(id)")
    let values: [(name: String, data: Data)]
    if names == "." {
      let list = contents.isEmpty ? "" : contents.map(\.name).joined(separator: " ") + "\n"
      values = [(".", Data(list.utf8))]
    } else {
      values = contents.filter { names.split(separator: " ").contains($0.name[...]) }
    }
    var packetCount = 0
    for value in values {
      let mime = Data(value.name.utf8).base64EncodedString()
      var rest = value.data
      repeat {
        let piece = rest.prefix(behaviour.pieceByteCount)
        rest = rest.dropFirst(behaviour.pieceByteCount)
        if behaviour.tellsOfPastes { tellOfPaste() }
        say(command: "5522;type=read:status=DATA:mime=\(mime)\(id);\(piece.base64EncodedString())")
        if behaviour.isEndless, names != "." {
          packetCount += 1
          if packetCount == 200 { return }
          rest = value.data
        }
      } while !rest.isEmpty && !lock.withLock { isOver }
    }
    say(command: "5522;type=read:status=DONE\(id)")
  }

  /// Sends the list of pasted types with a password, and then each type separately.
  private func tellOfPaste() {
    let list = Data("text/plain text/html\n".utf8).base64EncodedString()
    say(command: "5522;type=read:status=OK:pw=QUJD")
    say(command: "5522;type=read:status=DATA:mime=Lg==:pw=QUJD;\(list)")
    say(command: "5522;type=read:status=DONE:pw=QUJD")
    for type in ["text/plain", "text/html"] {
      say(command: "5522;type=read:status=DATA:mime=\(Data(type.utf8).base64EncodedString()):pw=QUJD")
    }
    say(command: "5522;type=read:status=DONE")
  }
}
