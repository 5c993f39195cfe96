import Foundation
import ShareExtension
import Social
import Testing
import UIKitNames
import UniformTypeIdentifiers

@MainActor struct ShareExtensionTests {
  private let page = URL(string: "https://example.org/page")

  /// Waits until the main queue has run what it was given; ten minutes are a hang.
  private func until(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<60_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    return condition()
  }

  @Test func aSharedPageIsPosted() async throws {
    let page = try #require(page)
    let host = ExtensionHost(
      attachments: [NSItemProvider(object: "text" as NSString), NSItemProvider(object: page as NSURL)],
      text: "A page")
    let controller = ShareViewController()
    host.present(controller)
    let sheet = ComposeSheet(controller)
    #expect(controller.contentText == "A page" && controller.placeholder == "Add a note")
    #expect(try await until { sheet.isPostEnabled })
    sheet.enter(String(repeating: "long ", count: 10))
    #expect(!sheet.post() && host.currentOutcome == nil)
    sheet.enter("To read")
    #expect(controller.charactersRemaining == 33)
    let row = try #require(sheet.items.first)
    #expect(row.title == "List" && row.value == "Inbox" && sheet.tap(row))
    #expect(sheet.configurationViewController?.extensionContext === host.context)
    #expect(sheet.post())
    #expect(controller.sent == ["Inbox: To read https://example.org/page"])
    guard case .completed(let items) = await host.outcome() else {
      Issue.record("the request was cancelled")
      return
    }
    #expect(items.isEmpty)
  }

  @Test func onlyTheFirstEndOfARequestCounts() async {
    let host = ExtensionHost(attachments: [])
    let controller = ShareViewController()
    host.present(controller)
    ComposeSheet(controller).cancel()
    controller.extensionContext?.completeRequest(returningItems: nil)
    guard case .cancelled(let error) = await host.outcome() else {
      Issue.record("the request was completed")
      return
    }
    #expect((error as? CocoaError)?.code == .userCancelled)
  }

  @Test func itemsOfSeveralKindsAreCollected() async throws {
    let providers = [
      NSItemProvider(object: "text" as NSString), NSItemProvider(object: try #require(page) as NSURL),
      NSItemProvider(javaScriptPreprocessingResults: ["title": "The page"]),
    ]
    let host = ExtensionHost(attachments: providers)
    let controller = CollectingViewController()
    host.present(controller)
    guard case .completed(let items) = await host.outcome() else {
      Issue.record("the request was cancelled")
      return
    }
    #expect(items.first?.attributedTitle?.string == "text, example.org, The page")
    #expect(controller.found.count == 3)
  }

  @Test func anActionAnswersTheScriptOfAPage() async throws {
    let host = ExtensionHost(
      attachments: [NSItemProvider(javaScriptPreprocessingResults: ["color": "green"])])
    host.begin(ActionRequestHandler())
    guard case .completed(let items) = await host.outcome() else {
      Issue.record("the request was cancelled")
      return
    }
    let provider = try #require(items.first?.attachments?.first)
    let item = try await provider.loadItem(forTypeIdentifier: "com.apple.property-list") as? NSDictionary
    let arguments = item?[NSExtensionJavaScriptFinalizeArgumentKey] as? NSDictionary
    #expect(arguments?["background"] as? String == "green")
    let empty = ExtensionHost(items: [])
    empty.begin(ActionRequestHandler())
    guard case .cancelled = await empty.outcome() else {
      Issue.record("the request was completed")
      return
    }
  }

  @Test func theHostOpensURLsAndTellsItsState() async throws {
    let page = try #require(page)
    let host = ExtensionHost(items: []) { $0.scheme == "https" }
    let isOpened = await withCheckedContinuation { continuation in
      host.context.open(page) { continuation.resume(returning: $0) }
    }
    let isRefused = await withCheckedContinuation { continuation in
      host.context.open(URL(fileURLWithPath: "/")) { continuation.resume(returning: $0) }
    }
    #expect(isOpened && !isRefused && host.openedURLs == [page])
    let names: [Notification.Name] = [.NSExtensionHostDidEnterBackground, .NSExtensionHostDidBecomeActive]
    let received = Collected()
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: host.context, queue: nil) {
        received.add($0.name.rawValue, "received")
      }
    }
    host.enterBackground()
    host.enterForeground()
    observers.forEach(NotificationCenter.default.removeObserver)
    #expect(received.all.count == 2)
  }

  @Test func userInfoHoldsTheProperties() throws {
    let item = NSExtensionItem()
    #expect(item.userInfo == nil && item.attachments == nil)
    item.attributedTitle = NSAttributedString(string: "title")
    item.attachments = [NSItemProvider()]
    #expect((item.userInfo?[NSExtensionItemAttachmentsKey] as? [NSItemProvider])?.count == 1)
    let copy = try #require(item.copy() as? NSExtensionItem)
    item.userInfo = [NSExtensionItemAttributedContentTextKey: NSAttributedString(string: "text"), "own": 1]
    #expect(item.attributedTitle == nil && item.attachments == nil)
    #expect(item.attributedContentText?.string == "text")
    #expect(copy.attributedTitle?.string == "title" && copy.attachments?.count == 1)
  }
}

struct ItemFormTests {
  @Test func everyFormOfALoadFindsTheString() async throws {
    let forms = ItemForms(NSItemProvider(object: "hello" as NSString))
    forms.loadWithEachForm("public.plain-text")
    let expected = ["untyped", "named", "weak", "argument", "typed", "any", "passed on", "stored"]
    for _ in 0..<60_000 where forms.collected.all.count < expected.count {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(forms.collected.all == Dictionary(uniqueKeysWithValues: expected.map { ($0, "hello") }))
    #expect(try await forms.loadWithAwait("public.plain-text") == Array(repeating: "hello", count: 4))
  }

  @Test func everyFormOfAnItemIsTheURL() async throws {
    let url = try #require(URL(string: "https://example.org"))
    for provider in ItemSources.all(url) {
      #expect(provider.registeredTypeIdentifiers == ["public.url"])
      #expect(try await provider.loadItem(forTypeIdentifier: "public.url") as? URL == url)
    }
  }

  @Test func theTopLevelOfAProgramAwaitsALoad() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "LoadedText")
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(String(decoding: data, as: UTF8.self) == "loaded\n")
  }
}

struct MockItemProviderTests {
  @Test func itAnswersQuestions() {
    let mock = MockItemProvider()
    mock.types = ["public.url"]
    #expect(mock.hasItemConformingToTypeIdentifier("public.url"))
    #expect(!mock.hasItemConformingToTypeIdentifier("public.data"))
    #expect(!mock.canLoadObject(ofClass: NSString.self) && !mock.canLoadObject(ofClass: String.self))
    mock.object = "text" as NSString
    #expect(mock.canLoadObject(ofClass: UIImage.self) && mock.canLoadObject(ofClass: URL.self))
    #expect(
      mock.calls == [
        "has public.url", "has public.data", "can NSString", "can NSString", "can UIImage", "can NSURL",
      ])
  }

  @Test func itAnswersEveryLoad() async throws {
    let mock = MockItemProvider()
    mock.item = "item" as NSString
    mock.object = "object" as NSString
    mock.data = Data("data".utf8)
    let value = await withCheckedContinuation { continuation in
      mock.loadItem(forTypeIdentifier: "a", options: nil) { item, _ in
        continuation.resume(returning: item as? String)
      }
    }
    #expect(value == "item")
    #expect(try await mock.loadItem(forTypeIdentifier: "b") as? String == "item")
    let text: String? = await withCheckedContinuation { continuation in
      _ = mock.loadObject(ofClass: String.self) { text, _ in continuation.resume(returning: text) }
    }
    let object: String? = await withCheckedContinuation { continuation in
      mock.loadObject(ofClass: NSString.self) { text, _ in continuation.resume(returning: text as String?) }
    }
    #expect(text == "object" && object == "object")
    let wrong: Int? = await withCheckedContinuation { continuation in
      (mock as NSItemProvider).loadObject(ofClass: NSURL.self) { _, error in
        continuation.resume(returning: (error as NSError?)?.code)
      }
    }
    #expect(wrong == NSItemProvider.ErrorCode.unexpectedValueClassError.rawValue)
    #expect(try await mock.loadDataRepresentation(for: .png) == Data("data".utf8))
    #expect(
      mock.calls == [
        "item a", "item b", "object NSString", "object NSString", "object NSURL", "data public.png",
      ])
  }

  @Test func anErrorCodeIsFoundByItsNumber() {
    #expect(NSItemProvider.ErrorCode(rawValue: -1000) == .itemUnavailableError)
    #expect(NSItemProvider.ErrorCode(rawValue: -2000) == nil)
  }

  @Test func aSizeIsPassedAsAnObject() async {
    let provider = NSItemProvider()
    provider.preferredPresentationSize = CGSize(width: 3, height: 4)
    #expect(provider.preferredPresentationSize == CGSize(width: 3, height: 4))
    provider.previewImageHandler = { completion, _, options in
      let size = (options?[NSItemProviderPreferredImageSizeKey] as? NSValue)?.cgSizeValue ?? .zero
      completion?("\(Int(size.width))" as NSString, nil)
    }
    let width = await withCheckedContinuation { continuation in
      provider.loadPreviewImage(
        options: [NSItemProviderPreferredImageSizeKey: NSValue(cgSize: CGSize(width: 5, height: 5))]
      ) { (item: NSSecureCoding?, error: Error!) in continuation.resume(returning: item as? String) }
    }
    #expect(width == "5")
  }
}

struct FileAccessTests {
  @Test func filesAreUsedAsOnApplesSystems() throws {
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID().uuidString).txt")
    try "contents".write(to: file, atomically: true, encoding: .utf8)
    defer { _ = try? FileManager.default.removeItem(at: file) }
    #expect(try FileAccess.text(of: file) == "contents")
    #expect(try FileAccess.type(of: file) == .plainText)
    #expect(try FileAccess.type(of: file.deletingLastPathComponent()) == .folder)
    let missing = URL(fileURLWithPath: "/no/such/file.txt")
    #expect((try? FileAccess.type(of: missing)) ?? nil == nil)
    let web = try #require(URL(string: "https://example.org/etc/passwd"))
    #expect((try? FileAccess.type(of: web)) ?? nil == nil)
    #expect(FileAccess.description(of: 3, in: "100%") == "3 files in 100%")
    #expect(FileAccess.name("a") == ["a.png", "folder/a.png"])
  }

  @Test func aTypeIsAnObject() throws {
    let png = try #require(UTTypeReference(filenameExtension: "png"))
    #expect(png.identifier == "public.png" && png == UTTypeReference(.png) && UTType(png) == .png)
    #expect(png.conforms(to: UTTypeReference(.image)) && png.supertypes.contains(UTTypeReference(.image)))
    let data = try NSKeyedArchiver.archivedData(withRootObject: png, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UTTypeReference.self, from: data)
    #expect(read == png && read?.tags == png.tags)
  }
}
