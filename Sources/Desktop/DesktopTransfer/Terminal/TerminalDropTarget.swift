import ByteTools
import Foundation
import ItemProviders
import ProfferFileSystem

/// A drop target in a terminal (OSC 72).
///
/// The terminal reports drags over its window, and sends the dropped content.
final class TerminalDropTarget: DropTarget {
  /// A handle with which any thread can end ``drop(until:accepting:)``.
  let ending: OwnershipEnding
  private let channel: TerminalDropChannel
  private let limits: TransferLimits
  private let folder: FilePath?
  /// The names that the drag over the terminal offers; nil if there is no drag.
  private var offered: [String]?
  private var answer: String?
  /// The last drop; nil after the drop is released.
  private weak var last: TerminalDrop?

  /// Notifies the terminal that this program accepts drops.
  ///
  /// - Parameters:
  ///   - folder: the folder for files from another machine; nil for the system's temporary folder. The files
  ///     exist as long as their drop.
  ///   - recorder: records the events of the drops; nil to record nothing.
  /// - Throws: `notSupported` if the terminal does not support drops.
  init(
    _ settings: TerminalSettings, within limits: TransferLimits, keepingFilesIn folder: FilePath? = nil,
    recorder: TransferRecorder? = nil
  ) throws {
    _ = try TerminalFeatures.withDrags(settings)
    (self.limits, self.folder) = (limits, folder)
    ending = try OwnershipEnding()
    // The machine's name is sent after the plain start command, because the plain start command resets the
    // name.
    let machine = try TerminalMachine.name(from: settings.machineFile).map {
      TerminalDevice.command(72, "t=a:x=1;\($0)")
    }
    let device = try TerminalDevice(
      settings, beginning: TerminalDevice.command(72, "t=a") + (machine ?? []),
      end: TerminalDevice.command(72, "t=A"))
    channel = TerminalDropChannel(device: device, recorder: recorder)
  }

  /// A terminal shows no window.
  func update() {}

  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival {
    if let drop = try drop(until: deadline, accepting: accepts) { return .dropped(drop) }
    return ending.isRequested ? .closed : .timeLimit
  }

  /// Waits for a drop.
  ///
  /// - Parameter accepts: returns whether content with the given names is accepted.
  /// - Returns: the drop; nil if the deadline has passed or the end was requested.
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

  /// Responds to a drag that moves, unless the response is the same as before.
  private func move(_ message: DragMessage, _ accepts: ([String]) -> Bool) {
    if message["x"] == -1, message["y"] == -1 {
      if offered != nil { channel.recorder?.add("terminal", "sessionDidExit") }
      (offered, answer) = (nil, nil)
      return
    }
    let place = "\(message["x"]),\(message["y"])"
    // A later event without a list means that the names have not changed.
    let names = message.words.isEmpty ? offered ?? [] : message.words
    if offered == nil {
      channel.recorder?.add("terminal", "sessionDidEnter", "at \(place): \(names.joined(separator: ", "))")
    }
    guard names != offered || answer == nil else { return }
    offered = names
    let isWanted = !names.isEmpty && accepts(Array(names.prefix(limits.nameCount)))
    // The terminal's names may contain control characters, which are not sent back.
    let next = isWanted ? names.filter(WireNameTable.isName).joined(separator: " ") : ""
    guard next != answer else { return }
    answer = next
    channel.recorder?.addAnswer(isAccepted: isWanted)
    if isWanted { channel.writer.list("t=m:o=1", next) } else { channel.writer.message("t=m:o=0") }
  }

  /// Reports whether the content of the last drop was accepted.
  func finish(_ wasTaken: Bool) { last?.finish(taken: wasTaken) }
}

/// The channel for messages about drops.
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

  /// Returns the next message; nil if the deadline passes or another stream is ready before a message
  /// arrives.
  func next(until deadline: ContinuousClock.Instant?, or other: ByteStream? = nil) throws -> DragMessage? {
    while let message = try device.next(until: deadline, or: other) {
      if case .command(72, let body) = message, let found = assembly.next(body) { return found }
    }
    return nil
  }

  /// Sends as many queued bytes as the terminal accepts now.
  func flush() throws { try device.flush() }

  /// Notifies the terminal that no more data of a drop is required.
  func end(taken: Bool) {
    writer.message("t=r:o=\(taken ? 1 : 0)")
    do { try flush() } catch {
      // The terminal is gone and needs no response.
    }
  }

  /// Requests data.
  ///
  /// - Parameters:
  ///   - keys: the keys of the request, which the responses repeat.
  ///   - name: the name that error messages use for the data.
  ///   - idle: the maximum inactivity of the terminal.
  ///   - take: receives each chunk, and the end message, which has no bytes.
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
            .timedOut, "the terminal delivered no data for \(name) within \(idle.inSeconds) s")
        }
        continue
      }
      // Every response repeats the keys of its request. `X` is the kind of data.
      guard "xyY".allSatisfy({ key in message[key] == keys.first { $0.0 == key }?.1 ?? 0 }) else { continue }
      deadline = .now + idle
      switch message.type {
      case "R":
        let text = PrintableText.escaped(message.failure.text.utf8)
        recorder?.add("terminal", "<failed>", "\(name): \(text)")
        throw TransferError(.refused, "the terminal does not deliver \(name): \(text)")
      case "r":
        try take(message)
        if message.isEnd { return }
      default: break
      }
    }
  }
}

/// The content of a drop on a terminal.
///
/// The drop ends with ``finish(taken:)``, or when this object is released.
final class TerminalDrop: SelectionContents {
  let names: [String]
  private let channel: TerminalDropChannel
  private let limits: TransferLimits
  private let folders: LoadFolders
  private var isOver = false
  /// The list with the files that were transferred from another machine.
  ///
  /// These files are not transferred again for later requests.
  private var broughtList: Data?

  init(
    _ channel: TerminalDropChannel, _ names: [String], _ limits: TransferLimits, _ folder: FilePath?
  ) {
    (self.channel, self.names, self.limits) = (channel, names, limits)
    folders = LoadFolders(in: folder)
  }

  deinit { finish(taken: false) }

  /// Notifies the terminal that no more data is required.
  ///
  /// - Parameter taken: whether the content was accepted, so that the source can count the content as copied.
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
      throw TransferError(.refused, "the dropped content has no \(shown); try another type")
    }
    channel.recorder?.add("proffer", "<load>", name)
    var byteCount: UInt64 = 0
    var isRemote = false
    // The list is kept until the terminal has reported whether its files are on this machine.
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
      // kitty 0.48 sends no bytes for values that it receives in chunks.
      throw TransferError(.refused, "the terminal delivered no bytes of \(shown)")
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
