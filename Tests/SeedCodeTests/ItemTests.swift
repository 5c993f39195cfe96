#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import TestSupport; import Testing

  struct ItemTests {
    /// Loads an item as an object that conforms to `NSSecureCoding`.
    private func object(_ type: String, of provider: NSItemProvider) async -> (any NSSecureCoding)? {
      await withCheckedContinuation { continuation in
        provider.loadItem(forTypeIdentifier: type, options: nil) { (item: NSSecureCoding?, error: Error!) in
          nonisolated(unsafe) let item = item
          continuation.resume(returning: item)
        }
      }
    }

    @Test func valuesBecomeTheObjectsOfTheirClasses() async {
      let identifier = UUID()
      let items: [(any Sendable, NSObject)] = [
        ("text", NSString("text")), (Data([1, 2]), NSData(data: Data([1, 2]))), (7, NSNumber(value: 7)),
        (Date(timeIntervalSince1970: 1), NSDate(timeIntervalSince1970: 1)), (true, NSNumber(value: true)),
        (identifier, NSUUID(uuidString: identifier.uuidString)!),
        (["a", "b"], NSArray(array: ["a", "b"])), (["k": 1], NSDictionary(dictionary: ["k": 1])),
      ]
      for (value, expected) in items {
        let provider = NSItemProvider()
        provider.registerItem(forTypeIdentifier: "org.example.item") { completion, _, _ in
          completion(value, nil)
        }
        let loaded = await object("org.example.item", of: provider)
        expectEqual((loaded as? NSObject)?.isEqual(expected), true, "\(value)")
      }
    }

    @Test func objectsBecomeTheValuesOfTheirClasses() async throws {
      let provider = NSItemProvider(item: NSString("text"), typeIdentifier: "public.plain-text")
      try await expectEqual(provider.loadItem(forTypeIdentifier: "public.plain-text") as? String, "text")
      try await expectEqual(
        provider.loadDataRepresentation(forTypeIdentifier: "public.plain-text"), Data("text".utf8)
      )
    }

    @Test func anObjectWithoutAValueArrivesAsItself() async throws {
      let person = Person(name: "Ada", age: 36)
      let provider = NSItemProvider(item: person, typeIdentifier: "object")
      let loaded = try await provider.loadItem(forTypeIdentifier: "object")
      #expect(loaded as? Person === person)
    }

    @Test func aValueThatCannotBeCodedIsAnError() async {
      struct Plain: Sendable {}
      let provider = NSItemProvider()
      provider.registerItem(forTypeIdentifier: "org.example.item") { completion, _, _ in
        completion(Plain(), nil)
      }
      let code: Int? = await withCheckedContinuation { continuation in
        provider.loadItem(forTypeIdentifier: "org.example.item", options: nil) {
          (_: NSSecureCoding?, error: Error!) in
          continuation.resume(returning: (error as NSError?)?.code)
        }
      }
      expectEqual(code, NSItemProvider.ErrorCode.unexpectedValueClassError.rawValue)
    }

    @Test func optionsAndTheExpectedClassReachTheHandler() async throws {
      let provider = NSItemProvider()
      provider.registerItem(forTypeIdentifier: "public.png") { completion, expectedClass, options in
        let size = options?[NSItemProviderPreferredImageSizeKey] as? NSNumber
        let wanted = expectedClass.map { "\($0)" } ?? "none"
        completion?("\(wanted) \(size ?? 0)" as NSString, nil)
      }
      let untyped: String? = await withCheckedContinuation { continuation in
        provider.loadItem(
          forTypeIdentifier: "public.png", options: [NSItemProviderPreferredImageSizeKey: NSNumber(value: 64)]
        ) { item, _ in continuation.resume(returning: item as? String) }
      }
      expectEqual(untyped, "none 64")
      let typed = try await provider.loadItem(forTypeIdentifier: "public.png", as: Data.self)
      expectEqual(String(decoding: typed, as: UTF8.self), "NSData 0")
    }

    @Test func anEmptyProviderTakesNil() {
      expectEmpty(NSItemProvider(item: nil, typeIdentifier: nil).registeredTypeIdentifiers)
    }

    @Test func aPreviewIsMadeWithApplesTypes() async throws {
      let provider = NSItemProvider()
      provider.previewImageHandler = { (completion, expectedClass, options) in
        let wanted = expectedClass.map { "\($0)" } ?? "none"
        completion?(Data(wanted.utf8) as NSData, nil)
      }
      let data = try await provider.loadPreviewImage(as: Data.self)
      expectEqual(String(decoding: data, as: UTF8.self), "NSData")
      provider.previewImageHandler = { (completion: NSItemProvider.CompletionHandler!, _, _) in
        completion(nil, CocoaError(.fileNoSuchFile))
      }
      await expectThrows(CocoaError.self) { try await provider.loadPreviewImage(as: Data.self) }
      let handler: NSItemProvider.LoadHandler? = provider.previewImageHandler
      expectNotNil(handler)
      provider.previewImageHandler = nil
      await expectThrows(ItemProviderError.self) { try await provider.loadPreviewImage(as: Data.self) }
    }

    @Test func aPreviewIsLoadedWithApplesTypes() async {
      let provider = NSItemProvider()
      provider.previewImageHandler = { completion, _, _ in completion(Data([1]), nil) }
      let data: Data? = await withCheckedContinuation { continuation in
        provider.loadPreviewImage(options: nil) { (item: NSSecureCoding?, error: Error!) in
          continuation.resume(returning: (item as? NSData) as Data?)
        }
      }
      expectEqual(data, Data([1]))
    }
  }
#endif
