import DesktopTransfer
import Foundation
import ProfferFileSystem
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Messages of a terminal, for every use of it: its clipboard, drags, drops and picture support.
///
/// The first byte of an input selects the use. At a byte 0x1E, the terminal waits for output of the program.
struct TerminalFuzzer: Fuzzer {
  private(set) var material: Material
  private let use: TransferUse
  private static let picturesMark = UInt8(ascii: "g")
  private static let pause: UInt8 = 0x1E

  init() throws {
    use = try TransferUse()
    let start = "\u{1E}\u{1B}P>|kitty(0.48.2)\u{1B}\\"
    let attributes = "\u{1B}[?62;52c"
    func read(_ number: Int, _ rest: String) -> String {
      "\u{1B}]5522;type=read:id=\(number):\(rest)\u{1B}\\"
    }
    func value(_ number: Int, _ mime: String, _ payload: String) -> String {
      let name = Data(mime.utf8).base64EncodedString()
      let data = Data(payload.utf8).base64EncodedString()
      return read(number, "status=OK") + read(number, "status=DATA:mime=\(name);\(data)")
        + read(number, "status=DONE")
    }
    let clipboard =
      "p\(start)\u{1B}[?5522;2$y\(attributes)\u{1E}" + value(1, ".", "text/plain text/html") + "\u{1E}"
      + value(2, "text/plain", "words") + "\u{1E}" + value(3, "text/html", "<p>words</p>")
    let drags = "\u{1E}\u{1B}]72;t=q:i=7\u{1B}\\\(attributes)\u{1E}"
    let drop =
      "c\(drags)\u{1B}]72;t=m:x=3:y=4;text/plain text/uri-list\u{1B}\\\u{1E}\u{1B}]72;t=M:x=3:y=4:m=0;"
      + "text/plain text/uri-list\u{1B}\\\u{1E}\u{1B}]72;t=r:x=1:m=1;d29yZHM\u{1B}\\\u{1B}]72;m=0;IHR3bw\u{1B}\\"
      + "\u{1B}]72;t=r:x=1\u{1B}\\\u{1E}\u{1B}]72;t=r:x=2:X=1:m=0;ZmlsZTovLy9hL2IudHh0\u{1B}\\\u{1B}]72;t=r:x=2\u{1B}\\"
      + "\u{1E}\u{1B}]72;t=r:x=2:y=1:X=0:m=0;Ynl0ZXM\u{1B}\\\u{1B}]72;t=r:x=2:y=1\u{1B}\\\u{1E}"
    let drag =
      "d\(drags)\u{1B}]72;t=o:x=3:y=4\u{1B}\\\u{1E}\u{1B}]72;t=E;OK\u{1B}\\\u{1B}]72;t=e:x=2:o=1\u{1B}\\"
      + "\u{1B}]72;t=e:x=5:y=0\u{1B}\\\u{1E}\u{1B}]72;t=k:x=1\u{1B}\\\u{1B}]72;t=e:x=3\u{1B}\\\u{1B}]72;t=e:x=4:y=0\u{1B}\\"
    let own = "o\(start)\u{1B}[?5522;2$y\(attributes)\u{1E}\u{1B}]5522;type=write:id=1:status=DONE\u{1B}\\"
    let pictures =
      "g\u{1E}\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.48.2)\u{1B}\\\u{1B}[6;16;8t\u{1B}[4;400;640t\u{1B}[?62;4c"
    material = Material(
      seeds: [
        clipboard, drop, drag, own, pictures, "p\u{1E}\(attributes)\u{1E}\u{1B}]52;c;d29yZHM=\u{7}",
        "o\u{1E}\(attributes)\u{1E}",
      ].map { Array($0.utf8) },
      words: [
        "\u{1B}", "\u{1B}\\", "\u{7}", "\u{18}", "\u{1B}]72;", "\u{1B}]5522;", "\u{1B}]52;c;", ";", ":", "=",
        "m=1",
        "t=r", "X=2", "X=-1", "x=-1:y=-1", "status=EPERM", "====", "\u{1E}", "\u{1B}[200~",
      ],
      shapes: [
        GrowingShape("p\u{1E}\u{1B}]52;c;", repeating: "QUJD", "\u{7}"),
        GrowingShape("p", repeating: "\u{1B}[c"),
        GrowingShape("p\u{1E}\u{1B}", repeating: "]", ""),
        GrowingShape("p\u{1E}", repeating: "\u{1B}]52;c;AA\u{7}"),
      ])
    material.numbersAreText = true
  }

  func check(_ input: [UInt8]) throws(Finding) {
    guard let first = input.first else { return }
    let sent: [UInt8]
    do {
      let terminal = try ScriptedTerminal(Array(input.dropFirst()), pausingAt: Self.pause)
      guard let device = FilePath(terminal.path) else { throw Finding("\(terminal.path) is not a path") }
      var settings = TerminalSettings(device: device)
      (settings.kind, settings.permissionLimit, settings.machineFile) = ("xterm", .seconds(2), nil)
      if first == Self.picturesMark {
        try Self.askForPictures(settings)
      } else if let kind = TransferUse.Kind(rawValue: first) {
        var session = DesktopSession()
        session.terminal = settings
        try use.run(kind) { try session.route(.terminal) }
      } else {
        return
      }
      sent = terminal.end()
    } catch let finding as Finding { throw finding } catch { throw Finding("\(error)") }
    try Self.check(sent: sent)
  }

  /// Checks that the reported character size is suitable for pictures.
  private static func askForPictures(_ settings: TerminalSettings) throws {
    do {
      let graphics = try TerminalGraphics(asking: settings, size: nil)
      try Finding.unless(
        (1...1024).contains(graphics.cell.width) && (1...1024).contains(graphics.cell.height),
        "a character has \(graphics.cell)")
    } catch let error as TransferError {
      try Finding.unless(
        !"\(error)".utf8.contains { $0 < 0x20 || $0 == 0x7F }, "an error has control characters: \(error)")
    }
  }

  /// Checks that the program sends only complete sequences, and never echoes a byte of the input.
  private static func check(sent: [UInt8]) throws(Finding) {
    for (place, byte) in sent.enumerated() where byte < 0x20 || byte == 0x7F {
      try Finding.unless(byte == 0x1B, "the program sends the byte \(byte) to the terminal, at \(place)")
    }
  }
}

/// A terminal that sends a script and disconnects.
private final class ScriptedTerminal: @unchecked Sendable {
  let path: String
  private let main: Int32
  private let device: Int32
  private let pause: UInt8
  private let lock = NSLock()
  private var isOver = false
  private var sent: [UInt8] = []
  private let ended = DispatchSemaphore(value: 0)

  init(_ script: [UInt8], pausingAt pause: UInt8) throws {
    self.pause = pause
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    // TIOCSPTLCK and TIOCGPTN
    guard main >= 0, ioctl(main, 0x4004_5431, &unlocked) == 0, ioctl(main, 0x8004_5430, &number) == 0 else {
      throw Finding("there is no pseudo terminal")
    }
    path = "/dev/pts/\(number)"
    device = open(path, O_RDWR | O_NOCTTY)
    var modes = termios()
    tcgetattr(device, &modes)
    cfmakeraw(&modes)
    tcsetattr(device, TCSANOW, &modes)
    _ = fcntl(main, F_SETFL, O_NONBLOCK)
    let parts = script.split(separator: pause, omittingEmptySubsequences: false).map(Array.init)
    Thread.detachNewThread { [self] in serve(parts) }
  }

  deinit { close(device) }

  /// Waits until the terminal has disconnected, and returns the program's output.
  func end() -> [UInt8] {
    lock.withLock { isOver = true }
    ended.wait()
    return sent
  }

  private func serve(_ parts: [[UInt8]]) {
    // A running drag has no time limit and ends only with the terminal, so the terminal ends in time.
    let end = ContinuousClock.now + .seconds(2)
    for (place, part) in parts.enumerated() where .now < end {
      // The wait is limited, because the program may never send anything.
      if place > 0 { listen(atMost: 100) { !$0.isEmpty } }
      var rest = part[...]
      while !rest.isEmpty, !lock.withLock({ isOver }) {
        let count = rest.prefix(1024).withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        listen(atMost: 5) { _ in count > 0 }
      }
    }
    // Unread bytes would be lost when the terminal disconnects, so they are given time to be read.
    listen(atMost: 200) { _ in
      var count: Int32 = 0
      return ioctl(self.device, UInt(FIONREAD), &count) != 0 || count == 0
    }
    close(main)
    ended.signal()
  }

  /// Reads the program's output until a condition is true or the time is up.
  private func listen(atMost milliseconds: Int, until isEnough: ([UInt8]) -> Bool) {
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    for _ in 0...max(1, milliseconds) where !lock.withLock({ isOver }) {
      while case let count = read(main, &buffer, buffer.count), count > 0 { heard += buffer[..<count] }
      if isEnough(heard) { break }
      var descriptor = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, 1)
    }
    sent += heard
  }
}
