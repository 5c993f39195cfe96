import ByteTools
import Foundation
import ItemProviders
import ProfferFileSystem

/// A place for drops in a terminal (OSC 72): the terminal says when people drag something over it, and gives what is dropped.
final class TerminalDropTarget: DropTarget {
  /// Ends ``drop(until:accepting:)`` from any thread.
  let ending: OwnershipEnding
  private let channel: TerminalDropChannel
  private let limits: TransferLimits
  private let folder: FilePath?
  /// What the drag above the terminal offers; nil where there is none.
  private var offered: [String]?
  private var answer: String?
  /// What was dropped last, as long as it is in use.
  private weak var last: TerminalDrop?

  /// Tells the terminal that drops are welcome.
  ///
  /// - Parameters:
  ///   - folder: where files of another machine are kept as long as their drop; nil for the system's own place.
  ///   - recorder: gets what happens.
  /// - Throws: `notSupported` where the terminal gives no drops.
  init(
    _ settings: TerminalSettings, within limits: TransferLimits, keepingFilesIn folder: FilePath? = nil,
    recorder: TransferRecorder? = nil
  ) throws {
    _ = try TerminalFeatures.withDrags(settings)
    (self.limits, self.folder) = (limits, folder)
    ending = try OwnershipEnding()
    // The machine comes second: a plain beginning forgets it.
    let machine = try TerminalMachine.name(from: settings.machineFile).map {
      TerminalDevice.command(72, "t=a:x=1;\($0)")
    }
    let device = try TerminalDevice(
      settings, beginning: TerminalDevice.command(72, "t=a") + (machine ?? []),
      end: TerminalDevice.command(72, "t=A"))
    channel = TerminalDropChannel(device: device, recorder: recorder)
  }

  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival {
    if let drop = try drop(until: deadline, accepting: accepts) { return .dropped(drop) }
    return ending.isRequested ? .closed : .timeLimit
  }

  /// Waits for a drop.
  ///
  /// - Parameter accepts: whether something with these names is taken.
  /// - Returns: nil when the time is over or the end was asked for.
  func drop(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool = { _ in true }
  ) throws -> TerminalDrop? {
    while !ending.isRequested {
      guard let message = try channel.next(until: deadline, or: ending.wakeup.stream) else {
        if let deadline, .now >= deadline { break }
        try ending.wakeup.clear()
        continue
      }
      switch message.type {
      case "m": move(message, accepts)
      case "M":
        let names = message.words.isEmpty ? offered ?? [] : message.words
        (offered, answer) = (nil, nil)
        channel.recorder?.add("terminal", "performDrop", names.joined(separator: ", "))
        let drop = TerminalDrop(channel, Array(names.prefix(limits.nameCount)), limits, folder)
        last = drop
        try channel.flush()
        return drop
      default: break
      }
    }
    ending.end()
    return nil
  }

  /// Answers a drag that moves; what was answered before is not said again.
  private func move(_ message: DragMessage, _ accepts: ([String]) -> Bool) {
    if message["x"] == -1, message["y"] == -1 {
      if offered != nil { channel.recorder?.add("terminal", "sessionDidExit") }
      (offered, answer) = (nil, nil)
      return
    }
    let place = "\(message["x"]),\(message["y"])"
    // A later event without a list means that nothing has changed.
    let names = message.words.isEmpty ? offered ?? [] : message.words
    if offered == nil {
      channel.recorder?.add("terminal", "sessionDidEnter", "at \(place): \(names.joined(separator: ", "))")
    }
    guard names != offered || answer == nil else { return }
    offered = names
    let isWanted = !names.isEmpty && accepts(Array(names.prefix(limits.nameCount)))
    // What the terminal sent may have control characters, which are not sent back to it.
    let next = isWanted ? names.filter(WireNameTable.isName).joined(separator: " ") : ""
    guard next != answer else { return }
    answer = next
    channel.recorder?.addAnswer(isAccepted: isWanted)
    if isWanted { channel.writer.list("t=m:o=1", next) } else { channel.writer.message("t=m:o=0") }
  }

  /// Says whether what was dropped last was taken.
  func finish(_ wasTaken: Bool) { last?.finish(taken: wasTaken) }
}

/// The messages about drops.
final class TerminalDropChannel {
  let writer: DragMessageWriter
  let recorder: TransferRecorder?
  var settings: TerminalSettings { device.settings }
  private let device: TerminalDevice
  private var assembly = DragMessageAssembly()

  init(device: TerminalDevice, recorder: TransferRecorder?) {
    (self.device, self.recorder) = (device, recorder)
    writer = DragMessageWriter(device: device)
  }

  /// The next message; nil where none comes until a time, or another stream is ready first.
  func next(until deadline: ContinuousClock.Instant?, or other: ByteStream? = nil) throws -> DragMessage? {
    while let message = try device.next(until: deadline, or: other) {
      if case .command(72, let body) = message, let found = assembly.next(body) { return found }
    }
    return nil
  }

  /// Sends what the terminal takes now.
  func flush() throws { try device.flush() }

  /// Says that nothing more of a drop is wanted.
  func end(taken: Bool) {
    writer.message("t=r:o=\(taken ? 1 : 0)")
    do { try flush() } catch {
      // A terminal that has gone away needs no answer.
    }
  }

  /// Asks for data.
  ///
  /// - Parameters:
  ///   - keys: the keys of the question, which the answers have too.
  ///   - name: what errors call it.
  ///   - idle: the most that the terminal may send nothing.
  ///   - take: gets each piece, and the end, which has no bytes.
  func request(
    _ keys: [(Character, Int)], calling name: String, idle: Duration, _ take: (DragMessage) throws -> Void
  ) throws {
    let text = keys.map { "\($0)=\($1)" }.joined(separator: ":")
    writer.message("t=r:\(text)")
    var deadline = ContinuousClock.now + idle
    while true {
      guard let message = try next(until: deadline) else {
        guard .now < deadline else {
          throw TransferError(
            .timedOut, "the terminal gives nothing of \(name) within \(idle.inSeconds) s")
        }
        continue
      }
      // Every answer repeats the keys that say what it is about; `X` is what it is.
      guard "xyY".allSatisfy({ key in message[key] == keys.first { $0.0 == key }?.1 ?? 0 }) else { continue }
      deadline = .now + idle
      switch message.type {
      case "R":
        let text = PrintableText.escaped(message.failure.text.utf8)
        recorder?.add("terminal", "<failed>", "\(name): \(text)")
        throw TransferError(.refused, "the terminal does not give \(name): \(text)")
      case "r":
        try take(message)
        if message.isEnd { return }
      default: break
      }
    }
  }
}

/// Something that was dropped on a terminal.
///
/// It is over with ``finish(taken:)``, or as it is released.
final class TerminalDrop: SelectionContents {
  let names: [String]
  private let channel: TerminalDropChannel
  private let limits: TransferLimits
  private let folders: LoadFolders
  private var isOver = false
  /// The list of the files that were brought from another machine; asked for again, they are not brought again.
  private var broughtList: Data?

  init(
    _ channel: TerminalDropChannel, _ names: [String], _ limits: TransferLimits, _ folder: FilePath?
  ) {
    (self.channel, self.names, self.limits) = (channel, names, limits)
    folders = LoadFolders(in: folder)
  }

  deinit { finish(taken: false) }

  /// Tells the terminal that nothing more is wanted.
  ///
  /// - Parameter taken: whether the content was taken, so that the source may count it as copied.
  func finish(taken: Bool) {
    if isOver { return }
    isOver = true
    channel.end(taken: taken)
    channel.recorder?.addConclusion(wasTaken: taken)
  }

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    if let broughtList, name == "text/uri-list" { return try broughtList.withUnsafeBytes(take) }
    let shown = PrintableText.escaped(name.utf8)
    guard let place = names.firstIndex(of: name) else {
      throw TransferError(.refused, "what was dropped has no \(shown); try another type")
    }
    channel.recorder?.add("proffer", "<load>", name)
    var byteCount: UInt64 = 0
    var isRemote = false
    // A list is kept until it is known whether its files are here.
    var list: Data? = name == "text/uri-list" ? Data() : nil
    try channel.request([("x", place + 1)], calling: shown, idle: limits.idle) { message in
      byteCount += UInt64(message.payload.count)
      guard byteCount <= limits.byteCount else { throw TransferError.tooLarge(name, limits.byteCount) }
      if message["X"] == 1 { isRemote = true }
      if list != nil {
        list?.append(contentsOf: message.payload)
        guard byteCount <= 1 << 24 else { throw TransferError.tooLarge(name, 1 << 24) }
      } else if !message.payload.isEmpty {
        try message.payload.withUnsafeBytes(take)
      }
    }
    channel.recorder?.add("terminal", "<loaded>", name, byteCount: byteCount)
    guard byteCount > 0 else {
      // kitty 0.48 gives nothing of values that come to it piece by piece.
      throw TransferError(.refused, "the terminal gives no bytes of \(shown)")
    }
    guard var list else { return }
    if isRemote {
      var files = TerminalDropFiles(channel: channel, place: place + 1, limits: limits)
      list = try files.bring(list, into: folders.make())
      broughtList = list
    }
    try list.withUnsafeBytes(take)
  }
}
