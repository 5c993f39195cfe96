#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import MobileCoreServices
  import TestSupport
  import Testing

  struct TutorialTests {
    @Test(.behaviour("IP-106"))
    func plainTextOfATableRowLoadsAsAString() async {
      let places = PlaceNames()
      for row in places.placeNames.indices {
        let name: String? = await withCheckedContinuation { continuation in
          PlaceNames.load(places.itemProvider(for: row)) { continuation.resume(returning: $0) }
        }
        expectEqual(name, places.placeNames[row])
      }
    }

    @Test(.behaviour("IP-005"))
    func aStringIsOfferedByItsCast() async {
      let provider = NSItemProvider(object: "Hello World" as NSString)
      expectEqual(provider.registeredTypeIdentifiers, [kUTTypeUTF8PlainText as String])
      let text: String? = await withCheckedContinuation { continuation in
        provider.loadObject(ofClass: NSString.self) { string, _ in
          continuation.resume(returning: string as String?)
        }
      }
      expectEqual(text, "Hello World")
    }

    @Test func aStringIsLoadedIntoTheRequestedSubclass() async {
      let provider = NSItemProvider(object: "Hello" as NSString)
      let text: String? = await withCheckedContinuation { continuation in
        provider.loadObject(ofClass: NSMutableString.self) { string, _ in
          string?.append(" World")
          continuation.resume(returning: string as String?)
        }
      }
      expectEqual(text, "Hello World")
    }

    @Test(.behaviour("IP-006", "IP-127"))
    func aURLIsOfferedByItsCast() async throws {
      let url = try #require(URL(string: "https://webkit.org/"))
      let provider = NSItemProvider(object: url as NSURL)
      expectEqual(provider.registeredTypeIdentifiers, [kUTTypeURL as String])
      expectEqual(NSURL.writableTypeIdentifiersForItemProvider, [kUTTypeURL as String])
      let loaded: URL? = await withCheckedContinuation { continuation in
        provider.loadObject(ofClass: NSURL.self) { url, _ in continuation.resume(returning: url as URL?) }
      }
      expectEqual(loaded, url)
    }

    @Test func valueTypesAreLoadedByTheirOwnNames() async {
      let provider = NSItemProvider()
      provider.registerObject(ofClass: String.self, visibility: .all) { completion in
        completion("Hello", nil)
        return nil
      }
      let text: String? = await withCheckedContinuation { continuation in
        _ = provider.loadObject(ofClass: String.self) { string, _ in continuation.resume(returning: string) }
      }
      expectEqual(text, "Hello")
    }

    @Test func theFirstRegistrationIsTheBest() async throws {
      let markup = "<b>Milk</b>".data(using: .utf8)
      let plain = "Milk".data(using: .utf8)
      let provider = NSItemProvider()
      provider.registerDataRepresentation(forTypeIdentifier: kUTTypeHTML as String, visibility: .all) {
        completion in
        completion(markup, nil)
        return nil
      }
      provider.registerDataRepresentation(
        forTypeIdentifier: kUTTypeUTF8PlainText as String, visibility: .ownProcess
      ) { completion -> Progress? in
        let progress = Progress(totalUnitCount: 100)
        progress.completedUnitCount = 100
        completion(plain, nil)
        return progress
      }
      expectEqual(
        provider.registeredTypeIdentifiers, [kUTTypeHTML as String, kUTTypeUTF8PlainText as String])
      #expect(provider.hasItemConformingToTypeIdentifier(kUTTypeText as String))

      // A receiver without a preference uses the first type.
      let first = try require(provider.registeredTypeIdentifiers.first)
      let data: Data? = await withCheckedContinuation { continuation in
        provider.loadDataRepresentation(forTypeIdentifier: first) { (data, error) in
          continuation.resume(returning: data)
        }
      }
      expectEqual(data, markup)
    }

    @Test(.behaviour("IP-004"))
    func anItemOfBytesKeepsTheTypeItWasGiven() {
      let movie = Data([0, 0, 0, 0x18])
      let provider = NSItemProvider(item: movie as NSData, typeIdentifier: "public.mpeg-4")
      expectEqual(provider.registeredTypeIdentifiers, ["public.mpeg-4"])
    }

    @Test(.behaviour("IP-028"), arguments: [true, false])
    func anItemIsDownloadedWhenItIsLoaded(asData: Bool) async {
      let provider = NSItemProvider()
      provider.registerItem(forTypeIdentifier: kUTTypeJPEG as String) {
        completionHandler, expectedClass, options in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
          let downloaded = Data([0xFF, 0xD8]) as NSData
          completionHandler?(downloaded, nil)
        }
      }
      let data: Data? = await withCheckedContinuation { continuation in
        if asData {
          provider.loadDataRepresentation(forTypeIdentifier: kUTTypeJPEG as String) { data, _ in
            continuation.resume(returning: data)
          }
        } else {
          provider.loadItem(forTypeIdentifier: kUTTypeJPEG as String, options: nil) { (item, error) in
            continuation.resume(returning: item as? Data)
          }
        }
      }
      expectEqual(data, Data([0xFF, 0xD8]))
    }

    @Test func anItemIsSharedWithAnExtension() async throws {
      let url = try #require(URL(string: "https://example.org/page"))
      let attachment = NSItemProvider(item: url as NSURL, typeIdentifier: kUTTypeURL as String)
      guard attachment.hasItemConformingToTypeIdentifier(kUTTypeURL as String) else {
        Issue.record("the attachment holds no address")
        return
      }
      let shared: URL? = await withCheckedContinuation { continuation in
        attachment.loadItem(forTypeIdentifier: kUTTypeURL as String, options: nil) {
          (item: NSSecureCoding?, error: Error!) in
          continuation.resume(returning: (item as? NSURL) as URL?)
        }
      }
      expectEqual(shared, url)
    }

    @Test func aFileIsThereUntilTheHandlerReturns() async throws {
      let folder = try TemporaryFolder()
      let source = URL(fileURLWithPath: try folder.write("text", to: "note.txt"))
      let provider = try require(NSItemProvider(contentsOf: source))
      let kept = URL(fileURLWithPath: folder.path("kept.txt"))
      let seen: URL? = await withCheckedContinuation { continuation in
        _ = provider.loadFileRepresentation(forTypeIdentifier: kUTTypePlainText as String) { (url, error) in
          guard let url = url else { return continuation.resume(returning: nil) }
          try? FileManager.default.copyItem(at: url, to: kept)
          continuation.resume(returning: url)
        }
      }
      expectEqual(seen?.lastPathComponent, "note.txt")
      expectNotEqual(seen, source)
      try expectEqual(String(contentsOf: kept, encoding: .utf8), "text")
    }

    @Test func aMissingTypeIsApplesError() async {
      let provider = NSItemProvider(object: "Hello" as NSString)
      let error: NSError? = await withCheckedContinuation { continuation in
        provider.loadDataRepresentation(forTypeIdentifier: kUTTypePNG as String) { _, error in
          continuation.resume(returning: error as NSError?)
        }
      }
      expectEqual(error?.domain, NSItemProvider.errorDomain)
      expectEqual(error?.domain, NSItemProviderErrorDomain)
      expectEqual(error?.code, NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
    }

    @Test func aCopyOfAProviderIsOneToo() {
      let provider = NSItemProvider(object: "Hello" as NSString)
      provider.suggestedName = "Greeting"
      let copy = provider.copy() as? NSItemProvider
      expectEqual(copy?.suggestedName, "Greeting")
      expectEqual(copy?.registeredTypeIdentifiers, provider.registeredTypeIdentifiers)
    }
  }
#endif
