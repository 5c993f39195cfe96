import ByteTools
import Foundation
import ProfferFileSystem

/// A drag out of a terminal (OSC 72): people begin it with the mouse, and the terminal asks for what a receiver wants.
///
/// The terminal keeps nothing of it: the drag lasts as long as ``run()`` does.
final class TerminalDragSource: DragSource {
  private enum State { case willing, starting, running }

  /// What the terminal asks for.
  private enum Request {
    case value(Int)
    case file(Int)
  }

  /// Text up to this size goes ahead, so that a receiver sees it at once.
  private static let aheadByteCount = 64 << 10
  private static let listName = "text/uri-list"
  /// No person calls a drag off in a shorter time.
  private static let shortestDrag: Duration = .milliseconds(100)

  /// The names under which the content is offered.
  let names: [String]
  /// Ends ``run()`` from any thread.
  let ending: OwnershipEnding
  /// The types that receivers have been given in this drag.
  private var givenTypes: [String] = []
  /// How many files have gone to another machine.
  private(set) var sentFileCount = 0

  private let device: TerminalDevice
  private let writer: DragMessageWriter
  private let forms: [OfferedForm]
  /// What is ready before the drag begins, by the place of its name.
  private let ahead: [Int: Data]
  private let entries: [URIList.Entry]
  private let title: String
  /// The terminal and its desktop, for messages about drags that do not work.
  private let terminalName: String
  private let options: DragOptions
  private var assembly = DragMessageAssembly()
  private var state = State.willing
  private var start: ContinuousClock.Instant?
  private var requests: [Request] = []
  private var valueCount = 0
  private var end: DragOutcome.End?

  /// Makes everything ready, and tells the terminal that there is something to drag.
  ///
  /// - Parameter title: what is shown beside the pointer.
  /// - Throws: `notSupported` where the terminal takes no drags.
  init(
    _ settings: TerminalSettings, _ offer: TransferOffer, titled title: String, _ options: DragOptions
  ) throws {
    let all = offer.draggedForms(on: .terminal)
    guard !all.isEmpty else { throw TransferError(.empty, "there is nothing to drag") }
    // Receivers that take the first name they know are to take files as files.
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
    // With reports of the mouse on, moving it with the button down does not select text.
    device = try TerminalDevice(
      settings,
      beginning: Array("\u{1B}[?1002h\u{1B}[?1006h".utf8) + TerminalDevice.command(72, "t=o:x=1\(machine)"),
      end: TerminalDevice.command(72, "t=o:x=2") + Array("\u{1B}[?1006l\u{1B}[?1002l".utf8))
    writer = DragMessageWriter(device: device)
    options.recorder?.add("proffer", "itemsForBeginning", names.joined(separator: ", "))
  }

  /// A list of files in which the names of folders end with a slash, as terminals expect.
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
        // The time limit does not apply once a drag has begun: the terminal reports the end.
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
    // One mistake has several errors: those after the first are about a drag that is over.
    case "E" where state != .willing:
      let wasRunning = state == .running
      state = .willing
      let text = PrintableText.escaped(message.failure.text.utf8)
      options.recorder?.add("terminal", "<failed>", text)
      if wasRunning || message.failure.name != "EPERM" {
        throw TransferError(.refused, "the terminal gave up the drag: \(text)")
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
          "the drag was called off at once, as by a terminal whose drags do not work on this desktop (\(terminalName))"
        )
      }
    // A receiver may ask while the pointer is only above it, and as often as it likes.
    case 5: if requests.count < 4096 { requests.append(.value(message["y"])) }
    default: break
    }
  }

  /// Offers everything: the button is down, and the terminal waits for it.
  private func begin() throws {
    options.recorder?.add("terminal", "<gesture>")
    writer.list("t=o:o=1", names.joined(separator: " "))
    // One to three bytes ahead are refused by kitty 0.48; they are sent when they are asked for.
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

  /// Says why a type cannot be given.
  private func fail(_ place: Int, _ name: String, _ words: String) {
    writer.message("t=E:y=\(place)", Array("\(name):\(PrintableText.escaped(words.utf8))".utf8).prefix(1024))
  }

  /// Whether the drag goes on, after what the terminal has said meanwhile.
  private func stillRuns() throws -> Bool {
    while let message = device.nextNow() { try handle(message) }
    return state == .running && end == nil && !ending.isRequested
  }

  /// The bytes of a form, made now; what the terminal says meanwhile is heard.
  private func bytes(of form: OfferedForm) throws -> Data {
    valueCount += 1
    let number = valueCount
    form.content.request { [ending] in ending.deliver(number, $0) }
    let deadline = ContinuousClock.now + options.service.computingLimit
    while try stillRuns(), .now < deadline {
      if let made = ending.takeMade().first(where: { $0.number == number }) {
        return try form.written(made.result.get())
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
