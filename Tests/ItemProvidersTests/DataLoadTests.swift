import Dispatch
import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

struct DataLoadTests {
  @Test(.behaviour("IP-047", "IP-048", "IP-049", "IP-063", "IP-067"), arguments: [true, false])
  func synchronousAnswersArriveOnTheCallbackQueue(withProgress: Bool) async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { completion in
      completion(Data("<p>".utf8), nil)
      return withProgress ? Progress(totalUnitCount: 100) : nil
    }
    let isOnCallbackQueue = Shared(false)
    let answer: Reported<Data> = await reported { completion in
      provider.loadDataRepresentation(for: .html) { data, error in
        isOnCallbackQueue.change { $0 = ItemProvider.isOnCallbackQueue }
        completion(data, error)
      }
    }
    expectEqual(answer.value, Data("<p>".utf8))
    expectNil(answer.error)
    expect(isOnCallbackQueue.value)
  }

  @Test(.behaviour("IP-050")) @MainActor func aBlockingSourceDoesNotBlockTheCaller() async throws {
    let provider = ItemProvider()
    let release = DispatchSemaphore(value: 0)
    provider.registerDataRepresentation(for: .html) { completion in
      release.wait()
      completion(Data([1]), nil)
      return nil
    }
    let answer: Reported<Data> = await reported { completion in
      let progress = provider.loadDataRepresentation(for: .html, completionHandler: completion)
      // This is reached only if the call does not wait for the source.
      release.signal()
      return progress
    }
    expectEqual(answer.value, Data([1]))
  }

  @Test(.behaviour("IP-052", "IP-053", "IP-068")) func loadsCanBeRepeatedAndRunConcurrently() async throws {
    let types = ["public.html", "public.rtf", "public.utf8-plain-text"]
    let provider = ItemProvider(types: types)
    for _ in 0..<2 {
      try await withThrowingTaskGroup(of: (String, String).self) { group in
        for type in types { group.addTask { (type, try await provider.text(of: type)) } }
        for try await (type, text) in group { expectEqual(type, text) }
      }
    }
  }

  @Test(.behaviour("IP-051")) func resultsKeepTheOrderOfTheProviders() async throws {
    let slow = ItemProvider()
    slow.registerDataRepresentation(for: .html) { completion in
      Thread.sleep(forTimeInterval: 0.02)
      completion(Data("slow".utf8), nil)
      return nil
    }
    let fast = ItemProvider(types: ["public.html"])
    async let first = slow.text(of: "public.html")
    async let second = fast.text(of: "public.html")
    try await expectEqual([first, second], ["slow", "public.html"])
  }

  @Test(.behaviour("IP-054", "IP-110")) func aTypeWithoutAConformingRepresentationIsUnavailable() async throws
  {
    let provider = ItemProvider(types: ["public.image"])
    let answer: Reported<Data> = await reported {
      provider.loadDataRepresentation(forTypeIdentifier: "public.png", completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .itemUnavailableError)
    expectEqual(
      answer.providerError?.message,
      "Cannot load representation of type public.png: the offered types are public.image")
  }

  @Test(
    .behaviour("IP-055", "IP-056", "IP-057", "IP-058", "G-12", "G-14"),
    arguments: [
      (["public.file-url", "public.jpeg"], "public.item", "public.jpeg"),
      (["public.jpeg", "public.heic"], "public.image", "public.jpeg"),
      (["public.heic", "public.jpeg"], "public.jpeg", "public.jpeg"),
      (["public.png", "public.image"], "public.image", "public.image"),
    ])
  func loadersFollowTheRuleOfChoice(offers: [String], asked: String, loaded: String) async throws {
    try await expectEqual(ItemProvider(types: offers).text(of: asked), loaded)
  }

  @Test(.behaviour("IP-055", "G-12")) func aProviderCanKeepURLsInRegisteredOrder() async throws {
    let provider = ItemProvider(types: ["public.file-url", "public.jpeg"])
    provider.urlOrder = .asRegistered
    try await expectEqual(provider.text(of: "public.item"), "public.file-url")
    try await expectEqual(provider.loadObject(ofClass: Data.self), Data("public.file-url".utf8))
    let copy = try require(provider.copy() as? ItemProvider)
    expectEqual(copy.choice(accepting: ["public.data"]).winner?.index, 0)
    provider.urlOrder = .afterContents
    try await expectEqual(provider.text(of: "public.item"), "public.jpeg")
    try await expectEqual(provider.loadObject(ofClass: Data.self), Data("public.jpeg".utf8))
  }

  @Test(.behaviour("IP-059"), arguments: [28, 0, 100_000]) func aFileGivesItsContents(byteCount: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }
    let url = URL(fileURLWithPath: try folder.write(bytes, to: "file.bin"))
    let provider = ItemProvider(contentsOf: url, contentType: .data)
    try await expectEqual(provider.loadDataRepresentation(for: .data), Data(bytes))
  }

  @Test(.behaviour("IP-060")) func aFolderGivesAZipOfItself() async throws {
    let folder = try TemporaryFolder()
    let box = URL(fileURLWithPath: folder.path("box"), isDirectory: true)
    try FileManager.default.createDirectory(
      at: box.appending(path: "empty"), withIntermediateDirectories: true)
    try folder.write("inside", to: "box/letter.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("box/link"), withDestinationPath: "letter.txt")
    let provider = ItemProvider(contentsOf: box, contentType: nil)
    let archive = try await provider.loadDataRepresentation(for: .folder)
    try folder.write([UInt8](archive), to: "box.zip")
    let listing = try await ProgramRun.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), sorted(z.namelist()), z.read('box/link'))",
        folder.path("box.zip"),
      ])
    expectEqual(listing.text, "None ['box/', 'box/empty/', 'box/letter.txt', 'box/link'] b'letter.txt'\n")
  }

  @Test(.behaviour("IP-062")) func anItemIsDeliveredAsBytes() async throws {
    let url = try #require(URL(string: "https://example.org"))
    let rows: [(item: any Sendable, bytes: Data)] = [
      ("text", Data("text".utf8)), (Data([1, 2]), Data([1, 2])), (url, Data("https://example.org".utf8)),
    ]
    for row in rows {
      let provider = ItemProvider(item: row.item, typeIdentifier: "org.example.item")
      try await expectEqual(provider.loadDataRepresentation(forTypeIdentifier: "org.example.item"), row.bytes)
    }
  }

  @Test(.behaviour("IP-062", "IP-137")) func anItemThatCannotBeWrittenIsAPropertyListOrAnError() async throws
  {
    let list: [String: any Sendable] = ["numbers": [1, 2], "name": "n"]
    let provider = ItemProvider(item: list, typeIdentifier: "com.apple.property-list")
    let data = try await provider.loadDataRepresentation(for: .propertyList)
    let decoded = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    expectEqual(decoded?["numbers"] as? [Int], [1, 2])
    expectEqual(decoded?["name"] as? String, "n")
  }

  @Test(.behaviour("IP-137", "G-30")) func theMemberThatAPropertyListCannotContainIsNamed() async throws {
    let page: [String: any Sendable] = ["url": "u", "results": ["a", ["count": Null()]] as [any Sendable]]
    let rows: [(item: any Sendable, reason: String)] = [
      (SourceError(), "an item of class SourceError is not a property list"),
      (page, "results[1].count is of class Null, which property lists cannot contain"),
      ([1: "one"], "an item of class Dictionary<Int, String> is not a property list"),
    ]
    for row in rows {
      let provider = ItemProvider(item: row.item, typeIdentifier: "com.apple.property-list")
      let answer: Reported<Data> = await reported {
        provider.loadDataRepresentation(for: .propertyList, completionHandler: $0)
      }
      expectEqual(answer.providerError?.code, .itemUnavailableError)
      expectEqual(answer.providerError?.message.contains(row.reason), true, "\(answer)")
    }
  }

  /// A null value, as in a script.
  private struct Null: Sendable {}

  @Test(.behaviour("G-5"), arguments: ["public.html", "public.pdf", "public.utf8-plain-text", "public.json"])
  func aSourceThatReleasesItsCompletionEndsTheLoad(type: String) async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { _ in nil }
    provider.registerFileRepresentation(forTypeIdentifier: "public.pdf", visibility: .all) { _ in
      Progress(totalUnitCount: 1)
    }
    provider.registerObject(ofClass: String.self, visibility: .all) { completion in
      // The source passes its completion to a thread, which releases it.
      Thread.detachNewThread { withExtendedLifetime(completion) { Thread.sleep(forTimeInterval: 0.01) } }
      return nil
    }
    provider.registerItem(forTypeIdentifier: "public.json") { _, _, _ in }
    let answer: Reported<Data> = await reported {
      provider.loadDataRepresentation(forTypeIdentifier: type, completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .itemUnavailableError)
    expectEqual(
      answer.providerError?.message.contains(
        "released the completion handler without calling it"), true)
  }

  @Test(.behaviour("G-5")) func aValueThatReleasesItsCompletionEndsTheLoad() async throws {
    struct Forgetful: ItemProviderWriting {
      static let writableTypeIdentifiersForItemProvider = ["public.html"]
      func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
      ) -> Progress? { nil }
    }
    for provider in [ItemProvider(object: Forgetful()), ItemProvider(item: Forgetful(), typeIdentifier: nil)]
    {
      let answer: Reported<Data> = await reported {
        provider.loadDataRepresentation(for: .html, completionHandler: $0)
      }
      expectEqual(
        answer.providerError?.message.contains(
          "released the completion handler without calling it"), true)
    }
  }

  @Test func aFileItemIsDeliveredAsItsContents() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: try folder.write("contents", to: "a.txt"))
    let provider = ItemProvider(item: url, typeIdentifier: "public.plain-text")
    try await expectEqual(provider.text(of: "public.plain-text"), "contents")
  }

  @Test(.behaviour("IP-064")) func theFirstAnswerOfASourceCounts() async throws {
    let provider = ItemProvider()
    let calls = Shared(0)
    provider.registerDataRepresentation(for: .html) { completion in
      completion(Data("first".utf8), nil)
      completion(Data("second".utf8), nil)
      completion(nil, SourceError())
      return nil
    }
    let answer: Reported<Data> = await reported { completion in
      provider.loadDataRepresentation(for: .html) { data, error in
        calls.change { $0 += 1 }
        completion(data, error)
      }
    }
    expectEqual(answer.value, Data("first".utf8))
    try await Task.sleep(for: .milliseconds(20))
    expectEqual(calls.value, 1)
  }

  @Test(.behaviour("IP-065")) func anEmptyAnswerIsAnError() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { completion in
      completion(nil, nil)
      return nil
    }
    let answer: Reported<Data> = await reported {
      provider.loadDataRepresentation(for: .html, completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.providerError?.code, .itemUnavailableError)
  }

  @Test(.behaviour("IP-066")) func theSourcesErrorArrivesUnchanged() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .html) { completion in
      completion(nil, SourceError(number: 12))
      return nil
    }
    let answer: Reported<Data> = await reported {
      provider.loadDataRepresentation(for: .html, completionHandler: $0)
    }
    expectNil(answer.value)
    expectEqual(answer.error as? SourceError, SourceError(number: 12))
  }

  @Test func aMissingFileIsNamedInTheError() async throws {
    let provider = ItemProvider(contentsOf: URL(fileURLWithPath: "/nonexistent/x.txt"), contentType: nil)
    let answer: Reported<Data> = await reported {
      provider.loadDataRepresentation(for: .plainText, completionHandler: $0)
    }
    expectEqual(answer.providerError?.code, .itemUnavailableError)
    expectEqual(answer.providerError?.description.contains("/nonexistent/x.txt"), true)
    expectNotNil(answer.providerError?.cause)
  }

  @Test(.behaviour("IP-063")) func aCompletionMayWaitForAnotherLoad() async throws {
    let provider = ItemProvider(types: ["public.html", "public.rtf"])
    let answer: Reported<Data> = await reported { completion in
      provider.loadDataRepresentation(for: .html) { _, _ in
        let inner = DispatchSemaphore(value: 0)
        let data = Shared<Data?>(nil)
        provider.loadDataRepresentation(for: .rtf) { loaded, _ in
          data.change { $0 = loaded }
          inner.signal()
        }
        inner.wait()
        completion(data.value, nil)
      }
    }
    expectEqual(answer.value, Data("public.rtf".utf8))
  }

  @Test func neitherProviderNorProgressHasToBeHeld() async throws {
    let answer: Reported<Data> = await withCheckedContinuation { continuation in
      ItemProvider(types: ["public.html"]).loadDataRepresentation(for: .html) { data, error in
        continuation.resume(returning: Reported(value: data, error: error))
      }
    }
    expectEqual(answer.value, Data("public.html".utf8))
  }

  @Test func tenThousandLoadsAtOnceAllComplete() async throws {
    let provider = ItemProvider(types: ["public.html", "public.utf8-plain-text"])
    let count = 10_000
    let done = Shared(0)
    await withCheckedContinuation { (finished: CheckedContinuation<Void, Never>) in
      for number in 0..<count {
        let type = number % 2 == 0 ? "public.html" : "public.utf8-plain-text"
        provider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
          if data != Data(type.utf8) || error != nil {
            Issue.record("load \(number) gave \(String(describing: data))")
          }
          if done.change({
            $0 += 1; return $0
          }) == count {
            finished.resume()
          }
        }
      }
    }
    expectEqual(done.value, count)
  }
}
