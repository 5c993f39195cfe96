import ByteTools
import Foundation
import TestSupport
import Testing
import UniformTypes

@testable import ProfferConversions

/// Values of invented kinds, so that the planner is tested without real formats.
private struct First: Sendable { let text: String }
private struct Second: Sendable { let text: String }
private struct Third: Sendable { let text: String }

private let first = ValueKind(First.self, name: "first")
private let second = ValueKind(Second.self, name: "second")
private let third = ValueKind(Third.self, name: "third")

private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

private func reader(_ name: String = "first", reads types: [String], mayLose: [LossKind] = [], cost: Int = 1)
  -> RepresentationReader
{
  RepresentationReader(name, reads: types, as: first, mayLose: mayLose, cost: cost) { source in
    Reading(
      First(text: text(source.data)),
      losses: mayLose.map { Loss($0, count: source.data.count) }, warnings: ["read by \(name)"])
  }
}

private func bridge(
  _ name: String, mayLose: [LossKind] = [], cost: Int = 1, takes acceptance: Acceptance = .every
) -> ValueBridge {
  ValueBridge(name, from: first, to: second, mayLose: mayLose, cost: cost, takes: acceptance) { value in
    Reading(Second(text: value.text + "+" + name), losses: mayLose.map { Loss($0, count: 1) })
  }
}

private func writer(_ name: String = "second", writes types: [String], mayLose: [LossKind] = [])
  -> RepresentationWriter
{
  RepresentationWriter(name, writes: types, from: second, mayLose: mayLose) { value, type in
    Written(Data("\(value.text)→\(type)".utf8))
  }
}

private func registry(
  _ readers: [RepresentationReader], _ bridges: [ValueBridge], _ writers: [RepresentationWriter]
) -> ConversionRegistry {
  ConversionRegistry(CoderSet(readers: readers, writers: writers, bridges: bridges), types: .standard)
}

@Suite struct ConversionPlanningTests {
  @Test func aTypeIsReadByTheReadersOfWhatItConformsTo() throws {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("b")], [writer(writes: ["public.json"])])
    let plan = try registry.plan(from: ["public.html"], to: "public.json")
    expectEqual(plan.reader.name, "first")
    expectEqual(plan.sourceIdentifier, "public.html")
  }

  @Test func aTypeIsWrittenOnlyByAWriterThatNamesIt() throws {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("b")], [writer(writes: ["public.text"])])
    let error = expectThrows(ConversionError.self) {
      try registry.plan(from: ["public.html"], to: "public.plain-text")
    }
    expectEqual(error?.code, .unwritable)
  }

  @Test func identifiersAreComparedWithoutCase() throws {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("b")], [writer(writes: ["Public.JSON"])])
    try expectEqual(registry.plan(from: ["PUBLIC.HTML"], to: "public.json").writer.name, "second")
  }

  @Test func theLeastLossWinsOverFewerStepsAndLessCost() throws {
    let detour = [
      ValueBridge("to third", from: first, to: third) { Reading(Third(text: $0.text)) },
      ValueBridge("to second", from: third, to: second) { Reading(Second(text: $0.text)) },
    ]
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("lossy", mayLose: [.comments])] + detour,
      [writer(writes: ["public.json"])])
    let plan = try registry.plan(from: ["public.html"], to: "public.json")
    expectEqual(plan.bridges.map(\.name), ["to third", "to second"])
    expectEqual(plan.stepCount, 4)
  }

  @Test func fewerStepsWinAmongEqualLosses() throws {
    let detour = [
      ValueBridge("to third", from: first, to: third, cost: 0) { Reading(Third(text: $0.text)) },
      ValueBridge("to second", from: third, to: second, cost: 0) { Reading(Second(text: $0.text)) },
    ]
    let registry = registry(
      [reader(reads: ["public.text"])], detour + [bridge("direct", cost: 100)],
      [writer(writes: ["public.json"])])
    try expectEqual(registry.plan(from: ["public.html"], to: "public.json").bridges.map(\.name), ["direct"])
  }

  @Test func lessCostWinsAmongEqualSteps() throws {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("dear", cost: 3), bridge("cheap", cost: 1)],
      [writer(writes: ["public.json"])])
    try expectEqual(registry.plan(from: ["public.html"], to: "public.json").bridges.map(\.name), ["cheap"])
  }

  @Test func theEarlierCandidateWinsAmongEqualPaths() throws {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("b")], [writer(writes: ["public.json"])])
    let plan = try registry.plan(from: ["public.png", "public.html", "public.plain-text"], to: "public.json")
    expectEqual(plan.sourceIndex, 1)
  }

  @Test func aSourceThatLosesLessIsPreferredToABetterRepresentation() throws {
    let registry = registry(
      [reader("rtf", reads: ["public.rtf"], mayLose: [.links]), reader("html", reads: ["public.html"])],
      [bridge("b")], [writer(writes: ["public.json"])])
    try expectEqual(registry.plan(from: ["public.rtf", "public.html"], to: "public.json").sourceIndex, 1)
  }

  @Test func stepsWithoutReportsAreMinimised() throws {
    let programs = [
      DocumentConverter("near", reads: ["org.example.book"], writes: ["public.html"], mayLose: [], cost: 9) {
        _, _ in
        Written(Data())
      },
      DocumentConverter("far", reads: ["public.html"], writes: ["public.rtf"], mayLose: [], cost: 1) { _, _ in
        Written(Data())
      },
    ]
    let coders = CoderSet(
      readers: [
        reader("html", reads: ["public.html"], mayLose: [.links]), reader("rtf", reads: ["public.rtf"]),
      ],
      writers: [writer(writes: ["public.json"])], bridges: [bridge("b")])
    let registry = ConversionRegistry(coders.joined(with: programs, types: .standard), types: .standard)
    let plan = try registry.plan(from: ["org.example.book"], to: "public.json")
    expectEqual(plan.bridges.map(\.name), ["near, org.example.book to public.html", "html", "b"])
  }

  @Test func aRequiredConverterIsUsedAlthoughAnotherPathLosesLess() throws {
    let names = ["poor", "poorer", "unrelated"]
    let programs = zip(names, [["public.html"], ["public.html"], ["public.png"]]).map { name, reads in
      DocumentConverter(
        name, reads: reads, writes: ["public.rtf"], mayLose: [.links, .fonts], cost: name == "poor" ? 1 : 2
      ) { _, _ in
        Written(Data())
      }
    }
    let coders = CoderSet(
      readers: [reader("html", reads: ["public.html"]), reader("rtf", reads: ["public.rtf"])],
      writers: [writer(writes: ["public.json"])], bridges: [bridge("b")])
    let registry = ConversionRegistry(coders.joined(with: programs, types: .standard), types: .standard)
    func bridges(through names: Set<String>?) throws -> [String] {
      try registry.plan(from: ["public.html"], to: "public.json", through: names).bridges.map(\.name)
    }
    try expectEqual(bridges(through: nil), ["b"])
    try expectEqual(bridges(through: ["poorer"]), ["poorer, public.html to public.rtf", "rtf", "b"])
    try expectEqual(bridges(through: ["poor", "poorer"]), ["poor, public.html to public.rtf", "rtf", "b"])
    expectThrows(ConversionError.self) { try bridges(through: ["unrelated"]) }
  }

  @Test func aCertainPlanIsBetterThanOneThatLosesLess() throws {
    let bridges = [bridge("choosy", takes: .some), bridge("sure", mayLose: [.tables])]
    let registry = registry([reader(reads: ["public.text"])], bridges, [writer(writes: ["public.json"])])
    let plan = try registry.plan(from: ["public.html"], to: "public.json")
    expectEqual(plan.bridges.map(\.name), ["sure"])
    expect(plan.isCertain)
  }

  @Test func aPlanUsesAPartialStepOnlyWhereNoOtherExists() throws {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("choosy", takes: .some)], [writer(writes: ["public.json"])])
    #expect(try !registry.plan(from: ["public.html"], to: "public.json").isCertain)
  }

  @Test func noBridgeFollowsABridgeThatTakesFewValues() {
    let bridges = [
      ValueBridge("rare", from: first, to: third, takes: .few) { Reading(Third(text: $0.text)) },
      ValueBridge("on", from: third, to: second) { Reading(Second(text: $0.text)) },
    ]
    let registry = registry([reader(reads: ["public.text"])], bridges, [writer(writes: ["public.json"])])
    let error = expectThrows(ConversionError.self) {
      try registry.plan(from: ["public.html"], to: "public.json")
    }
    expectEqual(error?.code, .noPath)
  }

  @Test func aPoorerKindThatLosesNothingIsNotABetterSource() throws {
    // Like a link compared with a page.
    let poor = RepresentationReader("poor", reads: ["public.url"], as: third) { _ in Reading(Third(text: ""))
    }
    let registry = registry(
      [poor, reader("rich", reads: ["public.html"], mayLose: [.links])],
      [
        ValueBridge("poor to second", from: third, to: second) { Reading(Second(text: $0.text)) },
        bridge("b", mayLose: [.tables]),
      ],
      [writer(writes: ["public.json"])])
    try expectEqual(registry.plan(from: ["public.html", "public.url"], to: "public.json").sourceIndex, 0)
    try expectEqual(registry.plan(from: ["public.url", "public.html"], to: "public.json").sourceIndex, 0)
    let direct = ConversionRegistry(
      registry.coders
        + CoderSet(
          writers: [
            RepresentationWriter("first", writes: ["public.xml"], from: first) { _, _ in Written(Data()) }
          ], bridges: [ValueBridge("poor to first", from: third, to: first) { Reading(First(text: $0.text)) }]
        ),
      types: .standard)
    try expectEqual(direct.plan(from: ["public.url", "public.html"], to: "public.xml").sourceIndex, 1)
  }

  @Test func weightsDecideWhichLossIsTheSmaller() throws {
    let bridges = [bridge("fonts", mayLose: [.fonts]), bridge("links", mayLose: [.links])]
    let registry = registry([reader(reads: ["public.text"])], bridges, [writer(writes: ["public.json"])])
    try expectEqual(registry.plan(from: ["public.html"], to: "public.json").bridges[0].name, "fonts")
    let weights = LossWeights.standard.replacing([.fonts: 50])
    try expectEqual(
      registry.plan(from: ["public.html"], to: "public.json", weights: weights).bridges[0].name, "links"
    )
  }

  @Test func losingAKindTwiceWeighsAsMuchAsOnce() throws {
    // The path through `second` loses links twice; the path around it loses links and comments.
    let registry = registry(
      [reader(reads: ["public.text"], mayLose: [.links])],
      [bridge("again", mayLose: [.links]), bridge("other", mayLose: [.comments])],
      [writer(writes: ["public.json"])])
    try expectEqual(registry.plan(from: ["public.html"], to: "public.json").bridges[0].name, "again")
  }

  @Test func cyclesOfBridgesTerminate() throws {
    let circle = [
      ValueBridge("there", from: first, to: third, mayLose: [.fonts]) { Reading(Third(text: $0.text)) },
      ValueBridge("back", from: third, to: first) { Reading(First(text: $0.text)) },
    ]
    let registry = registry([reader(reads: ["public.text"])], circle, [writer(writes: ["public.json"])])
    let error = expectThrows(ConversionError.self) {
      try registry.plan(from: ["public.html"], to: "public.json")
    }
    expectEqual(error?.code, .noPath)
  }

  @Test func unreadableTypesAreNamed() {
    let registry = registry(
      [reader(reads: ["public.image"])], [bridge("b")], [writer(writes: ["public.json"])])
    let error = expectThrows(ConversionError.self) {
      try registry.plan(from: ["public.html", "public.rtf"], to: "public.json")
    }
    expectEqual(error?.code, .unreadable)
    expectEqual(error?.message, "HTML, RTF is not supported as input")
  }

  @Test func destinationsAreEveryTypeThatBridgesReach() {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("b")],
      [
        writer("one", writes: ["public.json", "public.xml"]),
        writer("two", writes: ["public.JSON", "public.png"]),
      ])
    expectEqual(registry.destinations(from: "public.html"), ["public.json", "public.xml", "public.png"])
    expectEqual(registry.destinations(from: "public.image"), [])
  }

  @Test func theSameQuestionHasTheSameAnswer() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let kinds: [LossKind] = [.links, .tables, .fonts, .comments, .order]
    let bridges = (0..<12).map { number in
      bridge("b\(number)", mayLose: kinds.filter { _ in Bool.random(using: &generator) }, cost: 1)
    }
    let registry = registry([reader(reads: ["public.text"])], bridges, [writer(writes: ["public.json"])])
    let answers = try (0..<20).map { _ in
      try registry.plan(from: ["public.html"], to: "public.json").bridges.map(\.name)
    }
    expectEqual(Set(answers).count, 1, "seed \(seed)")
    let best = bridges.map { LossWeights.standard.weight(of: $0.mayLose) }.min()
    let plan = try registry.plan(from: ["public.html"], to: "public.json")
    expectEqual(LossWeights.standard.weight(of: plan.mayLose), best, "seed \(seed)")
  }
}

@Suite struct ConversionRunningTests {
  @Test func theStepsRunInOrderAndTheirReportsAddUp() throws {
    let registry = registry(
      [reader(reads: ["public.text"], mayLose: [.links])], [bridge("b", mayLose: [.links, .fonts])],
      [writer(writes: ["public.json"])])
    let plan = try registry.plan(from: ["public.html"], to: "public.json")
    let result = try plan.run(on: RepresentationSource(Data("abc".utf8), typeIdentifier: "public.html"))
    expectEqual(text(result.data), "abc+b→public.json")
    expectEqual(result.losses, [Loss(.fonts, count: 1), Loss(.links, count: 4)])
    expectEqual(result.warnings, ["read by first"])
    expectEqual(plan.steps.count, 3)
  }

  @Test func theErrorOfAStepIsRethrown() throws {
    struct Refusal: Error, Equatable {}
    let failing = RepresentationReader("failing", reads: ["public.text"], as: second) { _ in throw Refusal() }
    let registry = registry([failing], [], [writer(writes: ["public.json"])])
    let plan = try registry.plan(from: ["public.html"], to: "public.json")
    #expect(throws: Refusal()) {
      try plan.run(on: RepresentationSource(Data(), typeIdentifier: "public.html"))
    }
  }

  @Test func aCancelledTaskStopsBetweenTheSteps() async throws {
    let registry = registry(
      [reader(reads: ["public.text"])], [bridge("b")], [writer(writes: ["public.json"])])
    let plan = try registry.plan(from: ["public.html"], to: "public.json")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try plan.run(on: RepresentationSource(Data(), typeIdentifier: "public.html"))
    }
    task.cancel()
    let error = await expectThrows(ConversionError.self) { try await task.value }
    expectEqual(error?.code, .cancelled)
  }

  @Test(arguments: [
    (Loss(.tables, count: 2), "2 tables"), (Loss(.links, count: 1, detail: "the rest"), "1 link (the rest)"),
    (Loss(.precision, count: 1), "precision in 1 place"),
    (Loss(.precision, count: 3), "precision in 3 places"),
  ])
  func lossesAreDescribedInWords(loss: Loss, words: String) { expectEqual(loss.description, words) }

  @Test func lossesOfOneKindAndDetailAreAddedUp() {
    let losses = [
      Loss(.links, count: 1), Loss(.fonts, count: 2, detail: "x"), Loss(.links, count: 3),
      Loss(.fonts, count: 1),
    ]
    expectEqual(losses.total().map(\.description), ["1 font", "2 fonts (x)", "4 links"])
  }

  @Test func aStepAddsUpWhatItCounts() {
    var losses = LossCounter()
    losses.add(.links)
    losses.add(.fonts, "x", count: 2)
    losses.add(.links, count: 3)
    losses.add(.fonts, "y")
    losses.add(.fonts, "x")
    losses.add(.images, count: 0)
    expectEqual(losses.total.map(\.description), ["4 links", "3 fonts (x)", "1 font (y)"])
  }

  // The details can be names from a file.
  @Test func lossesWithManyDetailsAreCountedTogether() {
    var losses = LossCounter()
    let count = 10_000
    for number in 0..<count {
      losses.add(number.isMultiple(of: 2) ? .fonts : .metadata, "name \(number)")
      losses.add(.links)
      losses.add(.metadata, "name 1")
    }
    expectEqual(losses.total.count, LossCounter.differentLimit + 2)
    expectEqual(losses.total.reduce(0) { $0 + $1.count }, 3 * count)
    expectEqual(losses.total.first { $0.detail == "name 1" }?.count, count + 1)
    let further = losses.total.filter { $0.detail == LossCounter.furtherDetails }
    expectEqual(Set(further.map(\.kind)), [.fonts, .metadata])
  }
}

// MARK: - Coders of events

/// One number of a list.
private struct NumberEvent: MeasuredEvent {
  let number: Int

  var size: ValueSize { ValueSize() }
}

struct EventStreamTests {
  /// Writes each number and a comma, and counts odd numbers as losses.
  private struct NumberSink: EventSink {
    private var losses = LossCounter()

    mutating func write(_ event: NumberEvent, into output: inout [UInt8]) throws {
      let number = event.number
      guard number >= 0 else { throw CoderError(.unwritable, "is negative", subject: "\(number)") }
      if !number.isMultiple(of: 2) { losses.add(.precision) }
      output += Array("\(number),".utf8)
    }

    func finish(into output: inout [UInt8]) -> StepReport {
      output += Array(".".utf8)
      return StepReport(losses: losses.total, warnings: ["written"])
    }
  }

  private static let numbers = ValueKind([Int].self, name: "numbers")

  /// A reader of the type `n.in`, whose bytes are numbers, and a writer of the type `n.out`.
  private static let coders = CoderSet(
    readers: [
      RepresentationReader(
        "numbers", reads: ["n.in"], as: numbers,
        streaming: { source, emit in
          for byte in source.data { try emit(NumberEvent(number: Int(byte) - 1)) }
          return StepReport(losses: [Loss(.comments, count: 1)], warnings: ["read"])
        },
        collect: { events in
          var numbers: [Int] = []
          let report = try events { (event: NumberEvent) in numbers.append(event.number) }
          return Reading(numbers, losses: report.losses, warnings: report.warnings)
        })
    ],
    writers: [
      RepresentationWriter(
        "numbers", writes: ["n.out"], from: numbers, streaming: { _ in NumberSink() },
        events: { numbers, emit in for number in numbers { try emit(NumberEvent(number: number)) } })
    ])

  private static var plan: ConversionPlan {
    get throws { try ConversionRegistry(coders).plan(from: ["n.in"], to: "n.out") }
  }

  @Test(arguments: [[], [1, 2, 3], [255]] as [[UInt8]])
  func theWholeValueIsReadAndWrittenByTheEvents(bytes: [UInt8]) throws {
    let source = RepresentationSource(Data(bytes), typeIdentifier: "n.in")
    let whole = try Self.plan.run(on: source)
    var streamed: [UInt8] = []
    let report = try Self.plan.stream(source) { streamed += $0 }
    expectEqual(String(decoding: whole.data, as: UTF8.self), bytes.map { "\($0 - 1)," }.joined() + ".")
    expectEqual(Data(streamed), whole.data)
    expectEqual(report, StepReport(losses: whole.losses, warnings: whole.warnings))
    expectEqual(whole.warnings, ["read", "written"])
  }

  @Test func anErrorOfTheSinkStopsBothForms() throws {
    let source = RepresentationSource(Data([1, 0, 2]), typeIdentifier: "n.in")
    for run in [{ _ = try Self.plan.run(on: source) }, { try Self.plan.stream(source) { _ in } }] {
      let error = expectThrows(CoderError.self) { try run() }
      expectEqual(error?.message, "-1: is negative")
    }
  }

  @Test func bothFormsAreRefusedBeforeTheEventThatExceedsTheLimit() throws {
    func source(_ limits: ReadingLimits) -> RepresentationSource {
      RepresentationSource(Data([1, 2, 3]), typeIdentifier: "n.in", limits: limits)
    }
    let forms: [(RepresentationSource) throws -> Void] = [
      { _ = try Self.plan.run(on: $0) }, { _ = try Self.plan.stream($0) { _ in } },
    ]
    for run in forms {
      try run(source(ReadingLimits(byteCount: 3, depth: 0, elementCount: 3)))
      let many = expectThrows(CoderError.self) { try run(source(ReadingLimits(elementCount: 2))) }
      expectEqual(many?.code, .tooLarge)
      expectEqual(many?.message, "the document has at least 3 elements; the limit is 2")
      let long = expectThrows(CoderError.self) { try run(source(ReadingLimits(byteCount: 2))) }
      #expect(long?.code == .tooLarge && long?.message == "the document has 3 bytes; the limit is 2 bytes")
    }
  }

  @Test func aFolderIsRefusedByBothFormsOfAReaderOfBytes() throws {
    let folder = RepresentationSource(.package([]), typeIdentifier: "n.in")
    for run in [{ _ = try Self.plan.run(on: folder) }, { _ = try Self.plan.stream(folder) { _ in } }] {
      expectEqual(expectThrows(ConversionError.self) { try run() }?.code, .folder)
    }
  }
}

struct ValueSizeTests {
  /// A text that is read as a value of a known size.
  private static let sized = ValueKind(Second.self, name: "sized") {
    ValueSize(elementCount: $0.text.count, depth: $0.text.count / 2)
  }

  private static let sizedReader = RepresentationReader("sized", reads: ["public.text"], as: sized) {
    Reading(Second(text: text($0.data)))
  }

  private func read(_ limits: ReadingLimits) throws {
    _ = try Self.sizedReader.read(
      RepresentationSource(Data("four".utf8), typeIdentifier: "public.text", limits: limits))
  }

  @Test func aReaderThatChecksNothingIsRefusedByTheSizeOfItsKind() throws {
    try read(ReadingLimits(byteCount: 4, depth: 2, elementCount: 4))
    let cases: [(ReadingLimits, CoderError.Code, String)] = [
      (ReadingLimits(byteCount: 3), .tooLarge, "the document has 4 bytes; the limit is 3 bytes"),
      (ReadingLimits(elementCount: 3), .tooLarge, "the document has at least 4 elements; the limit is 3"),
      (
        ReadingLimits(depth: 1), .tooDeep,
        "the content of the document is nested 2 deep; the limit is a depth of 1"
      ),
    ]
    for (limits, code, message) in cases {
      let error = expectThrows(CoderError.self) { try read(limits) }
      #expect(error?.code == code && error?.message == message)
    }
  }

  @Test func noValueIsMeasuredWithTheStandardLimits() throws {
    let kind = ValueKind(Second.self, name: "unmeasured") { _ -> ValueSize in
      Issue.record("a value was measured")
      return ValueSize()
    }
    let reader = RepresentationReader("unmeasured", reads: ["public.text"], as: kind) { _ in
      Reading(Second(text: ""))
    }
    _ = try reader.read(RepresentationSource(Data(), typeIdentifier: "public.text"))
  }

  @Test func theLimitsHoldForTheResultsOfConverters() throws {
    let seen = Locked<[ReadingLimits]>([])
    let converter = DocumentConverter(
      "longer", reads: ["org.example.book"], writes: ["public.text"], mayLose: [], cost: 1
    ) { source, _ in
      seen.withLock { $0.append(source.limits) }
      return Written(source.data + source.data)
    }
    let coders = CoderSet(readers: [Self.sizedReader], writers: [writer(from: Self.sized)])
    let plan = try ConversionRegistry(coders.joined(with: [converter]))
      .plan(from: ["org.example.book"], to: "n.out")
    let book = Data("four".utf8)
    func run(_ limits: ReadingLimits) throws {
      _ = try plan.run(on: RepresentationSource(book, typeIdentifier: "org.example.book", limits: limits))
    }
    try run(ReadingLimits(byteCount: 8))
    expectEqual(seen.withLock { $0 }, [ReadingLimits(byteCount: 8)])
    for limits in [ReadingLimits(byteCount: 3), ReadingLimits(byteCount: 7), ReadingLimits(elementCount: 7)] {
      expectEqual(expectThrows(CoderError.self) { try run(limits) }?.code, .tooLarge)
    }
  }

  private func writer(from kind: ValueKind<Second>) -> RepresentationWriter {
    RepresentationWriter("sized", writes: ["n.out"], from: kind) { value, _ in
      Written(Data(value.text.utf8))
    }
  }
}

struct ErrorMessageTests {
  @Test(arguments: [
    (CoderError(.tooDeep, "reason"), "reason"),
    (CoderError(.tooDeep, "reason", subject: "name"), "name: reason"),
    (CoderError(.tooDeep, "reason", at: .byte(7)), "byte 7: reason"),
    (
      CoderError(.tooDeep, "reason", subject: "name", at: .line(2, column: 3)),
      "line 2, column 3: name: reason"
    ),
  ])
  func theMessageIsComputedFromPositionSubjectAndReason(error: CoderError, message: String) {
    expectEqual(error.message, message)
    expectEqual(error.description, message)
  }

  @Test func theMessageOfAConversionErrorBeginsWithItsSubject() {
    expectEqual(ConversionError(.folder, "is a folder", subject: "a.rtfd").message, "a.rtfd is a folder")
    expectEqual(ConversionError(.noPath, "no path").message, "no path")
  }
}
