import ByteTools
import Foundation
import TestSupport
import Testing

@testable import DesktopTransfer

/// Content that is computed on demand.
@Suite(.waits) struct OfferedContentTests {
  /// A source that counts its requests, and answers them when the test says so.
  private final class Source: Sendable {
    private struct State {
      var answers: [OfferedContent.Answer] = []
      var stopCount = 0
    }
    private let state = Locked(State())
    var askedCount: Int { state.withLock { $0.answers.count } }
    var stopCount: Int { state.withLock { $0.stopCount } }

    func content() -> OfferedContent { OfferedContent { [self] in start($0) } }

    func start(_ answer: @escaping OfferedContent.Answer) -> @Sendable () -> Void {
      state.withLock { $0.answers.append(answer) }
      return { [self] in state.withLock { $0.stopCount += 1 } }
    }

    func give(_ attempt: Int, _ result: Result<Data, any Error>) {
      state.withLock { $0.answers[attempt] }(result)
    }
  }

  private final class Answers: Sendable {
    private let state = Locked<[String]>([])
    var all: [String] { state.withLock { $0 } }
    var take: OfferedContent.Answer {
      { [self] result in
        let text =
          switch result {
          case .success(let data): String(decoding: data, as: UTF8.self)
          case .failure: "failed"
          }
        state.withLock { $0.append(text) }
      }
    }
  }

  @Test func contentIsMadeOnceHoweverManyAsk() {
    let (source, answers) = (Source(), Answers())
    let content = source.content()
    expectEqual(source.askedCount, 0)
    for _ in 0..<3 { content.request(answers.take) }
    #expect(source.askedCount == 1 && answers.all.isEmpty)
    source.give(0, .success(Data("a".utf8)))
    content.request(answers.take)
    #expect(source.askedCount == 1 && answers.all == ["a", "a", "a", "a"])
    // Only the first answer of a source counts.
    source.give(0, .success(Data("b".utf8)))
    content.request(answers.take)
    expectEqual(answers.all.last, "a")
  }

  @Test func contentThatIsGivenUpIsMadeAnew() {
    let (source, answers) = (Source(), Answers())
    let content = source.content()
    content.request(answers.take)
    content.giveUp(CancellationError())
    #expect(answers.all == ["failed"] && source.stopCount == 1)
    content.request(answers.take)
    expectEqual(source.askedCount, 2)
    // The answer to the first attempt comes too late.
    source.give(0, .success(Data("late".utf8)))
    expectEqual(answers.all, ["failed"])
    source.give(1, .success(Data("new".utf8)))
    expectEqual(answers.all, ["failed", "new"])
    content.giveUp(CancellationError())
    content.request(answers.take)
    expectEqual(answers.all.last, "new")
  }

  @Test func contentOfEachRequestIsItsOwn() {
    let (source, answers) = (Source(), Answers())
    let content = OfferedContent.madeForEachRequest { source.start($0) }
    for _ in 0..<3 { content.request(answers.take) }
    expectEqual(source.askedCount, 3)
    source.give(2, .success(Data("c".utf8)))
    source.give(0, .success(Data("a".utf8)))
    expectEqual(answers.all, ["c", "a"])
    content.giveUp(CancellationError())
    #expect(answers.all == ["c", "a", "failed"] && source.stopCount == 1)
    content.request(answers.take)
    source.give(3, .success(Data("d".utf8)))
    #expect(source.askedCount == 4 && answers.all.last == "d")
  }

  @Test func textsAreJoinedInTheirOrder() {
    let (first, second, answers) = (Source(), Source(), Answers())
    let content = OfferedContent(joining: [first.content(), second.content()])
    content.request(answers.take)
    second.give(0, .success(Data("2".utf8)))
    expectEmpty(answers.all)
    first.give(0, .success(Data("1\n".utf8)))
    expectEqual(answers.all, ["1\n2"])
  }
}
