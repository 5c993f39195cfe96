import ByteTools
import Foundation
import ProfferFileSystem

/// A drag out of a terminal (OSC 72).
///
/// The user starts the drag with the mouse, and the terminal requests the values for a receiver.
///
/// The terminal stores no values, so the drag lasts only while ``run()`` is running.
final class TerminalDragSource: DragSource {
  private enum State { case willing, starting, running }

  /// A request from the terminal.
  private enum Request {
    case value(Int)
    case file(Int)
  }

  /// The maximum size of a text that is sent before it is requested.
  ///
  /// Receivers can show such a text immediately.
  private static let aheadByteCount = 64 << 10
  private static let listName = "text/uri-list"
  /// The duration below which a cancelled drag was not cancelled by the user.
  private static let shortestDrag: Duration = .milliseconds(100)

  /// The names under which the content is offered.
  let names: [String]
  /// A handle with which any thread can end ``run()``.
  let ending: OwnershipEnding
  /// The types of the values that receivers were given during this drag.
  private var givenTypes: [String] = []
  /// The number of files that were sent to another machine.
  private(set) var sentFileCount = 0

  private let device: TerminalDevice
  private let writer: DragMessageWriter
  private let forms: [OfferedForm]
  /// The values that are ready before the drag starts, keyed by the index of the name.
  private let ahead: [Int: Data]
  private let entries: [URIList.Entry]
  private let title: String
  /// The terminal and its desktop, for messages about failed drags.
  private let terminalName: String
  private let options: DragOptions
  private var assembly = DragMessageAssembly()
  private var state = State.willing
  private var start: ContinuousClock.Instant?
  private var requests: [Request] = []
  private var valueCount = 0
  private var end: DragOutcome.End?

  /// Prepares the values, and notifies the terminal that the user can start a drag.
  ///
  /// - Parameter title: the text that is shown next to the pointer.
  /// - Throws: `notSupported` if the terminal does not support drags.
  init(
    _ settings: TerminalSettings, _ offer: TransferOffer, titled title: String, _ options: DragOptions
  ) throws {
    let all = offer.draggedForms(on: .terminal)
    guard !all.isEmpty else { throw TransferError(.empty, "there is nothing to drag") }
    // Some receivers use the first name that they support. If the list of files comes first, such receivers
    // get the files.
    let forms = all.filter { $0.name == Self.listName } + all.filter { $0.name != Self.listName }
    let version = try TerminalFeatures.withDrags(settings).printableVersion
    let desktop = settings.desktopName.map { " on \(PrintableText.escaped($0.utf8))" } ?? ""
    terminalName = (version ?? "the terminal") + desktop
    var ahead: [Int: Data] = [:]
    for (place, form) in forms.enumerated() where form.name.hasPrefix("text/") {
      let data = try form.bytes(within: options.service.computingLimit)
      let value = form.name == Self.listName ? try Self.markingFolders(data) : data
      if form.name == Self.listName || value.count <= Self.aheadByteCount { ahead[place] = value }
    }
    entries = forms.first?.name == Self.listName ? ahead[0].map { URIList($0).entries } ?? [] : []
    (self.forms, self.ahead, self.title, self.options) = (forms, ahead, title, options)
    names = forms.map(\.name)
    ending = try OwnershipEnding()
    let machine = try TerminalMachine.name(from: settings.machineFile).map { ";\($0)" } ?? ""
    // While the terminal reports the mouse, a movement with the button pressed does not select text.
    device = try TerminalDevice(
      settings,
      beginning: Array("\u{1B}[?1002h\u{1B}[?1006h".utf8) + TerminalDevice.command(72, "t=o:x=1\(machine)"),
      end: TerminalDevice.command(72, "t=o:x=2") + Array("\u{1B}[?1006l\u{1B}[?1002l".utf8))
    writer = DragMessageWriter(device: device)
    options.recorder?.add("proffer", "itemsForBeginning", names.joined(separator: ", "))
  }

  /// Returns the list of files with a slash at the end of each folder name, as terminals expect.
  private static func markingFolders(_ data: Data) throws -> Data {
    let lines = try String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      guard case .file(let path)? = URIList(Data(line.utf8)).entries.first, !line.hasSuffix("/"),
        try FileStatus.ifPresent(path)?.kind == .folder
      else { return "\(line)\r\n" }
      return "\(line)/\r\n"
    }
    return Data(lines.joined().utf8)
  }

  // MARK: Serving

  /// A terminal shows no window.
  func update() {}

  func run() throws -> DragOutcome {
    (end, givenTypes) = (nil, [])
    let deadline = options.timeLimit.map { ContinuousClock.now + $0 }
    while true {
      if ending.isRequested, end == nil { end = .requested }
      if let end {
        if state != .willing, end == .requested {
          writer.message("t=E:y=-1")
          try device.flush()
        }
        (state, requests) = (.willing, [])
        if end == .requested { ending.end() }
        options.recorder?.add("terminal", "sessionDidEnd", "\(end)")
        return DragOutcome(end: end, types: givenTypes)
      }
      if let request = requests.first, state == .running {
        requests.removeFirst()
        try serve(request)
      } else if let message = try device.next(
        // The time limit does not apply to a running drag, because the terminal reports the end of the drag.
        until: state == .willing ? deadline : nil, or: ending.wakeup.stream)
      {
        try handle(message)
      } else {
        try ending.wakeup.clear()
        if let deadline, .now >= deadline, state == .willing { end = .timeLimit }
      }
    }
  }

  private func handle(_ message: TerminalMessage) throws {
    guard case .command(72, let body) = message, let message = assembly.next(body) else { return }
    switch message.type {
    case "o" where state == .willing: try begin()
    case "E" where state == .starting && message.failure.name == "OK":
      (state, start) = (.running, .now)
      options.recorder?.add("terminal", "sessionWillBegin")
    // A mistake can cause several errors. All errors after the first refer to a drag that has ended.
    case "E" where state != .willing:
      let wasRunning = state == .running
      state = .willing
      let text = PrintableText.escaped(message.failure.text.utf8)
      options.recorder?.add("terminal", "<failed>", text)
      if wasRunning || message.failure.name != "EPERM" {
        throw TransferError(.refused, "the terminal cancelled the drag: \(text)")
      }
      device.settings.tell(
        "the drag did not begin; hold the button down and move slowly (\(terminalName): \(text))")
    case "e" where state == .running: handleEvent(message)
    case "k" where state == .running: requests.append(.file(message["x"]))
    default: break
    }
  }

  private func handleEvent(_ message: DragMessage) {
    switch message["x"] {
    case 2: options.recorder?.add("terminal", "sessionDidMove", "operation \(message["o"])")
    case 3: options.recorder?.add("terminal", "willEnd")
    case 4:
      end = message["y"] == 0 ? .dropped : .cancelled
      if end == .cancelled, let start, .now - start < Self.shortestDrag {
        device.settings.tell(
          "the drag was cancelled at once; perhaps drags from this terminal do not work on this desktop (\(terminalName))"
        )
      }
    // A receiver may request a value any number of times, even while the pointer is only over its window.
    case 5: if requests.count < 4096 { requests.append(.value(message["y"])) }
    default: break
    }
  }

  /// Offers all values.
  ///
  /// At this point, the button is pressed and the terminal waits for the offer.
  private func begin() throws {
    options.recorder?.add("terminal", "<gesture>")
    writer.list("t=o:o=1", names.joined(separator: " "))
    // kitty 0.48 rejects values of one to three bytes that are sent before a request. Such values are sent on
    // request.
    for (place, data) in ahead.sorted(by: { $0.key < $1.key }) where data.count > 3 {
      try writer.value("t=p:x=\(place)", data)
    }
    let shown = String(title.prefix(60))
    if shown.utf8.count > 3 {
      try writer.value("t=p:x=-1:y=0:X=1:Y=1:o=1024", endingWith: "t=p:x=-1", Data(shown.utf8))
    }
    writer.message("t=P:x=-1")
    (state, requests) = (.starting, [])
  }

  // MARK: Values

  private func serve(_ request: Request) throws {
    switch request {
    case .value(let place):
      guard forms.indices.contains(place) else {
        return fail(max(0, place), "ENOENT", "no such type")
      }
      let form = forms[place]
      options.recorder?.add("terminal", "<load>", form.name)
      let data: Data
      do { data = try ahead[place] ?? bytes(of: form) } catch let error as TransferError
        where error.code == .connectionLost
      {
        throw error
      } catch {
        options.recorder?.add("proffer", "<failed>", "\(form.name): \(error)")
        return fail(place, "EIO", "\(error)")
      }
      try writer.value("t=e:y=\(place)", data, while: stillRuns)
      if !givenTypes.contains(form.typeIdentifier) { givenTypes.append(form.typeIdentifier) }
      options.recorder?.add("proffer", "<loaded>", form.name, byteCount: UInt64(data.count))
    case .file(let number):
      guard entries.indices.contains(number - 1), case .file(let path) = entries[number - 1] else {
        return fail(0, "ENOENT", "no such file")
      }
      do {
        sentFileCount += try TerminalDragFiles(writer: writer, number: number).send(path, while: stillRuns)
        options.recorder?.add("proffer", "<loaded>", "file \(number)")
      } catch let error as FileSystemError {
        fail(0, error.code == .permissionDenied ? "EPERM" : "EIO", error.message)
      }
    }
  }

  /// Reports the reason why a value cannot be sent.
  private func fail(_ place: Int, _ name: String, _ words: String) {
    writer.message("t=E:y=\(place)", Array("\(name):\(PrintableText.escaped(words.utf8))".utf8).prefix(1024))
  }

  /// Processes the messages that have arrived, and returns whether the drag continues.
  private func stillRuns() throws -> Bool {
    while let message = device.nextNow() { try handle(message) }
    return state == .running && end == nil && !ending.isRequested
  }

  /// Produces the bytes of a form, and processes the terminal's messages in the meantime.
  private func bytes(of form: OfferedForm) throws -> Data {
    valueCount += 1
    let number = valueCount
    form.content.request { [ending] result in ending.deliver(number, result.map { .data($0) }) }
    let deadline = ContinuousClock.now + options.service.computingLimit
    while try stillRuns(), .now < deadline {
      if let made = ending.takeMade().first(where: { $0.number == number }) {
        return try form.written(made.result.get().whole())
      }
      if let message = try device.next(until: deadline, or: ending.wakeup.stream) {
        try handle(message)
      } else {
        try ending.wakeup.clear()
      }
    }
    let error = TransferError.notMade(form.typeIdentifier)
    form.content.giveUp(error)
    throw error
  }
}
