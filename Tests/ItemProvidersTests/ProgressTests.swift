import Dispatch
import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

struct ProgressTests {
  /// A source that stores its completion without calling it.
  private func unansweredProvider(progress: Progress? = nil) -> (
    ItemProvider, Shared<(@Sendable (Data?, (any Error)?) -> Void)?>
  ) {
    let provider = ItemProvider()
    let held = Shared<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)
    provider.registerDataRepresentation(for: .html) { completion in
      held.change { $0 = completion }
      return progress
    }
    return (provider, held)
  }

  @Test(.behaviour("IP-140", "IP-141", "IP-146", "G-5", "G-6", "G-8"))
  func cancellingCompletesAtOnceAndDropsLateAnswers() async throws {
    let (provider, held) = unansweredProvider()
    let calls = Shared(0)
    let answer: Reported<Data> = await reported { completion in
      let progress = provider.loadDataRepresentation(for: .html) { data, error in
        calls.change { $0 += 1 }
        completion(data, error)
      }
      progress.cancel()
      progress.cancel()
      return progress
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .itemUnavailableError)
    expectEqual(answer.providerError?.isCancellation, true)
    held.value?(Data([1]), nil)
    try await Task.sleep(for: .milliseconds(20))
    expectEqual(calls.value, 1)
  }

  @Test(.behaviour("IP-142")) func cancellingCancelsTheSourcesProgress() async throws {
    let source = Progress(totalUnitCount: 10)
    let wasCalled = Shared(false)
    source.cancellationHandler = { wasCalled.change { $0 = true } }
    let (provider, held) = unansweredProvider(progress: source)
    let answer: Reported<Data> = await reported { completion in
      let progress = provider.loadDataRepresentation(for: .html, completionHandler: completion)
      DispatchQueue.global().async {
        while held.value == nil { usleep(1000) }
        progress.cancel()
      }
      return progress
    }
    expectEqual(answer.providerError?.isCancellation, true)
    try await expect(eventually { source.isCancelled && wasCalled.value })
  }

  /// A value whose bytes are never ready, and the progress of writing it.
  private final class UnfinishedText: ItemProviderWriting {
    static let writableTypeIdentifiersForItemProvider = ["public.html"]
    let progress = Progress(totalUnitCount: 10)
    let held = Shared<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)

    func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      held.change { $0 = completionHandler }
      return progress
    }
  }

  // A load of an item dropped the progress of the object.
  @Test func cancellingTheLoadOfAnItemCancelsTheObjectsProgress() async throws {
    let text = UnfinishedText()
    let provider = ItemProvider(object: text)
    let answer: Reported<Data> = await reported { completion in
      let progress = provider.loadItem(
        forTypeIdentifier: "public.html", as: Data.self, completionHandler: completion)
      DispatchQueue.global().async {
        while text.held.value == nil { usleep(1000) }
        progress.cancel()
      }
      return progress
    }
    expectEqual(answer.providerError?.isCancellation, true)
    try await expect(eventually { text.progress.isCancelled })
  }

  @Test(.behaviour("IP-143", "G-7")) func theProgressFollowsTheSources() async throws {
    let source = Progress(totalUnitCount: 4)
    let (provider, held) = unansweredProvider(progress: source)
    let result = Shared<Data?>(nil)
    let progress = provider.loadDataRepresentation(for: .html) { data, _ in result.change { $0 = data } }
    expectEqual(progress.fractionCompleted, 0)
    try await expect(eventually { held.value != nil })
    source.completedUnitCount = 1
    try await expect(eventually { progress.fractionCompleted == 0.25 })
    source.completedUnitCount = 3
    try await expect(eventually { progress.fractionCompleted == 0.75 })
    held.value?(Data([1]), nil)
    try await expect(eventually { result.value != nil })
    expect(progress.isFinished)
    expectEqual(progress.fractionCompleted, 1)
  }

  @Test(arguments: [
    nil, Progress(totalUnitCount: 0), Progress(totalUnitCount: -1), Progress(totalUnitCount: 100),
  ])
  func aFinishedLoadHasAFinishedProgress(source: Progress?) async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { completion in
      DispatchQueue.global().async { completion(Data([1]), nil) }
      return source
    }
    let progress = Shared<Progress?>(nil)
    let answer: Reported<Data> = await reported { completion in
      let started = provider.loadDataRepresentation(for: .html, completionHandler: completion)
      progress.change { $0 = started }
      return started
    }
    expectEqual(answer.value, Data([1]))
    expectEqual(progress.value?.isFinished, true)
    expectEqual(progress.value?.fractionCompleted, 1)
  }

  @Test func aSourceMayReturnOneProgressForEveryLoad() async throws {
    let shared = Progress(totalUnitCount: 2)
    let (provider, _) = unansweredProvider(progress: shared)
    let parent = Progress(totalUnitCount: 1)
    parent.addChild(shared, withPendingUnitCount: 1)
    for _ in 0..<3 {
      let answer: Reported<Data> = await reported { completion in
        let progress = provider.loadDataRepresentation(for: .html, completionHandler: completion)
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { progress.cancel() }
        return progress
      }
      expectEqual(answer.providerError?.isCancellation, true)
    }
  }

  /// Loads that share a parent finish on different threads, which corrupts Foundation's tree of progresses
  /// without a lock.
  @Test func loadsWithOneParentFinishIt() async throws {
    let provider = ItemProvider(types: ["public.html"])
    let gate = Shared<[@Sendable (Data?, (any Error)?) -> Void]>([])
    provider.registerDataRepresentation(for: .rtf) { completion in
      gate.change { $0.append(completion) }
      return Progress(totalUnitCount: 1)
    }
    let count = 200
    let parent = Progress(totalUnitCount: Int64(count))
    let done = Shared(0)
    for _ in 0..<count {
      let child = provider.loadDataRepresentation(for: .rtf) { _, _ in done.change { $0 += 1 } }
      parent.addChild(child, withPendingUnitCount: 1)
    }
    try await expect(eventually { gate.value.count == count })
    let completions = gate.value
    DispatchQueue.concurrentPerform(iterations: count) { completions[$0](Data([1]), nil) }
    try await expect(eventually { done.value == count })
    expect(parent.isFinished)
    expectEqual(parent.fractionCompleted, 1)
  }

  @Test(.behaviour("IP-144")) func cancellingOneLoadDoesNotCancelAnother() async throws {
    // Every completion is stored, because a released one ends its load with another error.
    let provider = ItemProvider()
    let held = Shared<[@Sendable (Data?, (any Error)?) -> Void]>([])
    provider.registerDataRepresentation(for: .html) { completion in
      held.change { $0.append(completion) }
      return nil
    }
    let second = Shared<Reported<Data>?>(nil)
    let first: Reported<Data> = await reported { completion in
      let one = provider.loadDataRepresentation(for: .html, completionHandler: completion)
      let other = provider.loadDataRepresentation(for: .html) { data, error in
        second.change { $0 = Reported(value: data, error: error) }
      }
      #expect(one !== other)
      one.cancel()
      return one
    }
    expectEqual(first.providerError?.isCancellation, true)
    expectNil(second.value)
    try await expect(
      eventually {
        for completion in held.value { completion(Data([2]), nil) }
        return second.value?.value == Data([2])
      })
  }

  @Test func cancellingTheTaskCancelsTheLoad() async throws {
    let (provider, _) = unansweredProvider()
    let task = Task { try await provider.loadDataRepresentation(for: .html) }
    task.cancel()
    let result = await task.result
    expect(result.failure is CancellationError, result.failure)
  }

  /// Every `async` form behaves like the one for data.
  @Test func cancellingTheTaskThrowsACancellationErrorFromEveryForm() async throws {
    let forms: [@Sendable (ItemProvider) async throws -> Void] = [
      { _ = try await $0.loadFileRepresentation(for: .html) },
      { try await $0.withLoadedFile(for: .html) { _ in } },
      { _ = try await $0.loadObject(ofClass: String.self) },
      { _ = try await $0.loadItem(forTypeIdentifier: "public.html") },
      { _ = try await $0.loadItem(forTypeIdentifier: "public.html", as: Data.self) },
      { _ = try await $0.loadPreviewImage() },
      { _ = try await $0.loadTransferable(type: Data.self) },
    ]
    for (number, form) in forms.enumerated() {
      let provider = ItemProvider()
      let held = Shared<[any Sendable]>([])
      for type in [UTType.html, .utf8PlainText] {
        provider.registerDataRepresentation(for: type) { completion in
          held.change { $0.append(completion) }
          return nil
        }
      }
      provider.previewImageHandler = { completion, _, _ in held.change { $0.append(completion) } }
      let task = Task { try await form(provider) }
      task.cancel()
      let failure = await task.result.failure
      expect(failure is CancellationError, "form \(number): \(String(describing: failure))")
    }
  }

  @Test func aFailedLoadHasACancelledProgressThatIsNotFinished() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { completion in
      completion(nil, SourceError())
      return nil
    }
    for type in ["public.html", "public.png"] {
      let result = Shared<(any Error)?>(nil)
      let progress = provider.loadDataRepresentation(forTypeIdentifier: type) { _, error in
        result.change { $0 = error }
      }
      try await expect(eventually { result.value != nil })
      #expect(progress.isCancelled && !progress.isFinished && progress.fractionCompleted == 0)
    }
  }

  @Test func anObjectThatCannotBeMadeOfItsBytesCancelsTheProgress() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .utf8PlainText) { completion in
      completion(Data([0xFF]), nil)
      return nil
    }
    let failure = Shared<(any Error)?>(nil)
    let progress = provider.loadObject(ofClass: String.self) { _, error in failure.change { $0 = error } }
    try await expect(eventually { failure.value != nil })
    #expect(progress.isCancelled && !progress.isFinished && progress.fractionCompleted < 1)
  }

  @Test func aLoadIsNotAtItsEndBeforeItsObjectIsMade() async throws {
    let source = Progress(totalUnitCount: 1)
    let (provider, held) = unansweredProvider(progress: source)
    let progress = provider.loadDataRepresentation(for: .html) { _, _ in }
    try await expect(eventually { held.value != nil })
    source.completedUnitCount = 1
    try await expect(eventually { progress.fractionCompleted > 0.9 })
    expect(!progress.isFinished)
    held.value?(nil, SourceError())
    try await expect(eventually { progress.isCancelled })
    #expect(!progress.isFinished && progress.fractionCompleted < 1)
  }

  @Test func aCancelledObjectLoadEndsAtOnce() async throws {
    let (provider, held) = unansweredProvider()
    let failure = Shared<(any Error)?>(nil)
    let progress = provider.loadObject(ofClass: MarkupText.self) { _, error in
      failure.change { $0 = error }
    }
    try await expect(eventually { held.value != nil })
    progress.cancel()
    try await expect(eventually { failure.value != nil })
    expectEqual((failure.value as? ItemProviderError)?.isCancellation, true)
    #expect(progress.isCancelled && !progress.isFinished && progress.fractionCompleted == 0)
  }

  @Test func aCancelledLoadKeepsTheFractionThatItReached() async throws {
    let source = Progress(totalUnitCount: 4)
    let (provider, held) = unansweredProvider(progress: source)
    let progress = provider.loadDataRepresentation(for: .html) { _, _ in }
    try await expect(eventually { held.value != nil })
    source.completedUnitCount = 2
    try await expect(eventually { progress.fractionCompleted == 0.5 })
    progress.cancel()
    source.completedUnitCount = 4
    try await Task.sleep(for: .milliseconds(120))
    #expect(progress.isCancelled && !progress.isFinished && progress.fractionCompleted == 0.5)
  }

  @Test func cancellingAParentCancelsTheLoad() async throws {
    let (provider, _) = unansweredProvider()
    let parent = Progress(totalUnitCount: 1)
    let answer: Reported<Data> = await reported { completion in
      let progress = provider.loadDataRepresentation(for: .html, completionHandler: completion)
      parent.addChild(progress, withPendingUnitCount: 1)
      parent.cancel()
      return progress
    }
    expectEqual(answer.providerError?.isCancellation, true)
    expect(parent.isCancelled)
  }

  @Test func cancellingAtAnyMomentGivesOneAnswer() async throws {
    let provider = ItemProvider(types: ["public.html"])
    provider.registerDataRepresentation(for: .rtf) { completion in
      let progress = Progress(totalUnitCount: 2)
      DispatchQueue.global().async {
        progress.completedUnitCount = 1
        completion(Data([1]), nil)
        progress.completedUnitCount = 2
      }
      return progress
    }
    for round in 0..<500 {
      let type = round % 2 == 0 ? UTType.html : .rtf
      let answer: Reported<Data> = await reported { completion in
        let progress = provider.loadDataRepresentation(for: type, completionHandler: completion)
        DispatchQueue.global().async { progress.cancel() }
        return progress
      }
      expectNotEqual(answer.value == nil, answer.error == nil)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// A value that is read from HTML.
private struct MarkupText: ItemProviderReading {
  static let readableTypeIdentifiersForItemProvider = ["public.html"]
  let bytes: Data

  static func object(withItemProviderData data: Data, typeIdentifier: String) -> MarkupText {
    MarkupText(bytes: data)
  }
}
