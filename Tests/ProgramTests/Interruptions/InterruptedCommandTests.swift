import Foundation
import TestSupport
import Testing

/// Every command that writes, interrupted at a system call and followed by `undo` and by the next command.
///
/// Each command is interrupted at one call, in one way. The long form kills it and interrupts it in two other
/// ways. `PROFFER_TEST_POINTS` sets the number of calls at which it is interrupted in each way; a number
/// above the number of calls tests them all. `PROFFER_TEST_COMMANDS` selects commands.
@Suite(.waits) struct InterruptedCommandTests {
  private static let pointCount = ProcessInfo.processInfo.environment["PROFFER_TEST_POINTS"].flatMap(Int.init)

  /// Names in the test's folder in which only leftovers are recorded.
  private static let machinery: Set<String> = ["state", "tmp", CallInterruption.reportName]

  /// The folder that each test copies at its start.
  private static let template = Task {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(WritingCommand.commonPreparation)
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture
  }

  /// A fresh folder in which a command can be run.
  private func fixture(for command: WritingCommand) async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      cp -a '\(try await Self.template.value.folder.path)/.' .
      export XDG_STATE_HOME=$PWD/state TMPDIR=$PWD/tmp
      \(WritingCommand.earlierDrop)
      \(command.preparation)
      """)
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture
  }

  private func run(_ words: String, in fixture: ProgramFixture, _ more: [String: String] = [:]) async throws
    -> ProgramRun
  {
    let folder = try CallInterruption.realPath(of: fixture.folder)
    let usual = ["XDG_STATE_HOME": "\(folder)/state", "TMPDIR": "\(folder)/tmp"]
    return try await fixture.run(
      words.split(separator: " ").map(String.init), environment: usual.merging(more) { _, new in new })
  }

  private func state(of fixture: ProgramFixture) throws -> FolderState {
    try FolderState(of: fixture.folder, ignoring: Self.machinery)
  }

  @Test(arguments: WritingCommand.all)
  func anInterruptionLeavesTheOldOrTheNewAndLosesNothing(command: WritingCommand) async throws {
    let seed = SeededGenerator.testSeed(for: command.name)
    var generator = SeededGenerator(seed: seed)
    var callCounts: [Bool: Int] = [:]
    var states: [FolderState] = []
    let kinds = kinds(&generator)
    for isOfReading in [false, true] where kinds.contains(where: { $0.isOfReading == isOfReading }) {
      let fixture = try await fixture(for: command)
      let old = try state(of: fixture)
      let environment = try await CallInterruption.countingEnvironment(
        ofReading: isOfReading, in: fixture.folder)
      let run = try await run(command.words, in: fixture, environment)
      try requireEqual(run.status, 0, "\(run.errorText)")
      callCounts[isOfReading] = try CallInterruption.reportedCount(in: fixture.folder)
      states = [old, try state(of: fixture)]
      try #require(states[1].leftovers == [] && states[0] != states[1])
    }
    for kind in kinds {
      let callCount = try require(callCounts[kind.isOfReading])
      try #require(callCount > 2)
      let pointCount = Self.pointCount ?? (Repetitions.areLong && kind == .kill ? 2 : 1)
      for call in (1...callCount).shuffled(using: &generator).prefix(pointCount) {
        let interruption = CallInterruption(kind: kind, call: call)
        let work = Work(
          command: command, interruption: interruption, old: states[0], new: states[1],
          comment: "\(command.name): \(interruption) of \(callCount), seed \(seed)")
        // The next command may find the drop as the interruption left it, or as `undo` left it.
        let takingBack =
          kind != .kill || !command.isDrop ? [true] : [true, false].shuffled(using: &generator)
        for isTakenBack in takingBack.prefix(isShort ? 1 : 2) {
          try await check(work, takingBack: isTakenBack)
        }
      }
    }
  }

  private var isShort: Bool { Self.pointCount == nil && !Repetitions.areLong }

  /// The ways to interrupt a command.
  ///
  /// With `PROFFER_TEST_POINTS`: all. In the long form: a kill and two others. Otherwise: a kill or one
  /// other.
  private func kinds(_ generator: inout SeededGenerator) -> [CallInterruption.Kind] {
    if Self.pointCount != nil { return CallInterruption.Kind.allCases }
    let others = CallInterruption.Kind.allCases.filter { $0 != .kill }.shuffled(using: &generator)
    if Repetitions.areLong { return [.kill] + others.prefix(2) }
    return Bool.random(using: &generator) ? [.kill] : [others[0]]
  }

  /// An interrupted command, with the state before it and the state after its success.
  private struct Work {
    let command: WritingCommand
    let interruption: CallInterruption
    let old: FolderState
    let new: FolderState
    let comment: Comment

    /// The destination of the last drop but one.
    static let earlierPlace = "earlier/"

    /// The differences between two states, outside the destination of the last drop but one.
    func difference(of state: FolderState, from other: FolderState) -> [String] {
      let (found, wanted) = (
        state.contents(outside: Self.earlierPlace), other.contents(outside: Self.earlierPlace)
      )
      return Set(found.keys).union(wanted.keys).sorted().filter { found[$0] != wanted[$0] }.map { path in
        "\(path): \(found[path]?.description ?? "gone"), not \(wanted[path]?.description ?? "gone")"
      }
    }
  }

  /// Interrupts a command, undoes the last drop, and runs the next command.
  private func check(_ work: Work, takingBack: Bool) async throws {
    let fixture = try await fixture(for: work.command)
    let run = try await run(
      work.command.words, in: fixture, work.interruption.environment(in: fixture.folder))
    let after = try state(of: fixture)
    expectEnd(of: run, after, work)
    let told: Comment = "\(work.comment); it ended with \(run.status) \(run.errorText)"
    for path in after.paths(differingFrom: work.old, and: work.new) {
      // A partially failed move keeps the failed items in the source bundle.
      if work.command.isDrop, run.status == 1, after.hasPart(of: work.old, at: path) { continue }
      Issue.record("\(path) is neither old nor new: \(after.entries[path]?.description ?? "gone") \(told)")
    }
    expectNothingLost(after, work, told)
    expectRecognizable(after.leftovers, told)
    if takingBack { try await expectTakenBack(in: fixture, after: after, work, told) }

    let before = try state(of: fixture)
    let next = try await self.run(work.command.next, in: fixture)
    let end = try state(of: fixture)
    expectEqual(next.status, 0, "next: \(next.errorText) \(told)")
    expectEqual(end.leftovers, [], "\(told)")
    for (path, entry) in end.entries {
      if case .damaged(let reason) = entry { Issue.record("\(path) is damaged: \(reason) \(told)") }
    }
    expectNothingLost(end, work, told)
    if work.command.isUndo {
      if work.command.isRepeatable, work.difference(of: before, from: work.new) == [] {
        expectEqual(work.difference(of: end, from: work.old), [], "next \(told)")
      }
    } else if work.command.next == work.command.words, work.difference(of: before, from: work.old) == [] {
      expectEqual(work.difference(of: end, from: work.new), [], "next \(told)")
    }
  }

  /// Expects a message unless the program was killed, and an end that matches the state.
  private func expectEnd(of run: ProgramRun, _ after: FolderState, _ work: Work) {
    switch run.status {
    case -SIGKILL: expectEqual(work.interruption.kind, .kill, work.comment)
    case 0:
      let missing = work.difference(of: after, from: work.new)
      expectEqual(missing, [], "it says that it did it; \(work.comment)")
    case 1, 2:
      expect(run.errorText.hasPrefix("proffer: "), "\(run.errorText) \(work.comment)")
      if work.interruption.kind == .staysFull {
        expectEqual(after.leftovers, [], "\(run.errorText) \(work.comment)")
      }
    default: Issue.record("status \(run.status) \(run.errorText) \(work.comment)")
    }
  }

  private func expectNothingLost(_ state: FolderState, _ work: Work, _ told: Comment) {
    guard work.command.keepsEverything else { return }
    let (counts, kept) = (state.contentCounts, work.new.contentCounts)
    // A move into a folder omits the further forms of an item, and `undo` may remove what the earlier drop
    // placed.
    for content in work.old.contentCounts.keys where kept[content] != nil && counts[content] == nil {
      let text = String(decoding: content.prefix(20), as: UTF8.self)
      if text != "epsilon\n" { Issue.record("lost: \(text) \(told)") }
    }
  }

  /// Expects at most one unfinished item in each folder, with a name that the next writer there sweeps.
  private func expectRecognizable(_ leftovers: [String], _ told: Comment) {
    var folders: Set<String> = []
    for path in leftovers {
      let names = path.split(separator: "/")
      // These files are kept for undo; the journal decides which of them stay.
      if names.starts(with: ["state", "proffer", "kept"]) { continue }
      expect(names.last?.hasPrefix(".") == true && path.hasSuffix(".proffer-partial"), "\(path) \(told)")
      expect(folders.insert(names.dropLast().joined(separator: "/")).inserted, "\(leftovers) \(told)")
    }
  }

  /// Runs `undo`, which undoes the interrupted command, or the drop before it if the command had not begun.
  private func expectTakenBack(
    in fixture: ProgramFixture, after: FolderState, _ work: Work, _ told: Comment
  ) async throws {
    let undo = try await run(work.command.finish, in: fixture)
    let state = try state(of: fixture)
    let said: Comment = "undo: \(undo.status) \(undo.text)\(undo.errorText) \(told)"
    expectNothingLost(state, work, said)
    if work.command.isUndo {
      // The drop is undone now, or the first undo had already finished.
      let isDone = undo.status == 0 || undo.errorText.contains("there is no drop")
      expect(isDone, said)
      expectEqual(work.difference(of: state, from: work.new), [], said)
      return
    }
    expectEqual(undo.status, 0, said)
    let tookBackEarlierDrop = state.entries["earlier/epsilon.txt"] == nil
    if work.command.isDrop {
      expectEqual(work.difference(of: state, from: work.old), [], said)
      if tookBackEarlierDrop {
        expectEqual(work.difference(of: after, from: work.old), [], "it took back another drop; \(said)")
      }
    } else {
      expect(tookBackEarlierDrop, said)
      expectEqual(work.difference(of: state, from: after), [], said)
    }
  }
}
