import Dispatch
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

/// The invariants of a load, as listed on the page in `Load.swift`.
struct LoadGateTests {
  private final class Receiver: Sendable {
    let isReleased: Shared<Bool>

    init(isReleased: Shared<Bool>) { self.isReleased = isReleased }

    deinit { isReleased.change { $0 = true } }
  }

  @Test func aCompletedLoadReleasesItsCompletionThoughTheSourceKeepsItsOwn() async throws {
    let held = Shared<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { completion in
      held.change { $0 = completion }
      return nil
    }
    let isReleased = Shared(false)
    let answer: Reported<Data> = await reported { completion in
      let receiver = Receiver(isReleased: isReleased)
      let progress = provider.loadDataRepresentation(for: .html) { data, error in
        withExtendedLifetime(receiver) { completion(data, error) }
      }
      DispatchQueue.global().async {
        while held.value == nil { usleep(1000) }
        progress.cancel()
      }
      return progress
    }
    expectEqual(answer.providerError?.isCancellation, true)
    try await expect(eventually { isReleased.value })
    expectNotNil(held.value)
  }

  @Test func cancellingWhileTheAnswerIsDeliveredCompletesAtOnce() async throws {
    let isWriting = Shared(false)
    let release = DispatchSemaphore(value: 0)
    let provider = ItemProvider()
    provider.registerFileRepresentation(for: "public.folder") { _ in
      .tree(name: nil) { path in
        isWriting.change { $0 = true }
        release.wait()
        try Folder.create(path)
      }
    }
    let answer: Reported<LoadedFile> = await reported { completion in
      let progress = provider.loadFile(forTypeIdentifier: "public.folder") { result in
        switch result {
        case .success(let file): completion(file, nil)
        case .failure(let error): completion(nil, error)
        }
      }
      DispatchQueue.global().async {
        while !isWriting.value { usleep(1000) }
        progress.cancel()
      }
      return progress
    }
    // The source is still writing; without the cancellation the load would never complete.
    expectEqual(answer.providerError?.isCancellation, true)
    release.signal()
  }

  private struct SlowText: ItemProviderWriting {
    static let writableTypeIdentifiersForItemProvider = ["public.html"]
    let isWriting: DispatchSemaphore
    let release: DispatchSemaphore

    func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      isWriting.signal()
      release.wait()
      completionHandler(Data("first".utf8), nil)
      return nil
    }
  }

  @Test func aSecondAnswerWhileTheFirstIsDeliveredIsIgnored() async throws {
    let provider = ItemProvider()
    provider.registerItem(forTypeIdentifier: "public.html") { completion, _, _ in
      let (isWriting, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread { completion(SlowText(isWriting: isWriting, release: release), nil) }
      isWriting.wait()
      completion(Data("second".utf8), nil)
      release.signal()
    }
    try await expectEqual(provider.text(of: "public.html"), "first")
  }

  @Test func theFirstAnswerOfAPreviewHandlerCounts() async throws {
    let calls = Shared(0)
    let provider = ItemProvider()
    provider.previewImageHandler = { completion, _, _ in
      completion(Data("first".utf8), nil)
      completion(Data("second".utf8), nil)
      completion(nil, SourceError())
    }
    let answer: Reported<Data> = await reported { completion in
      provider.loadPreviewImage(as: Data.self) { data, error in
        calls.change { $0 += 1 }
        completion(data, error)
      }
    }
    expectEqual(answer.value, Data("first".utf8))
    expectEqual(calls.value, 1)
  }
}
