#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import TestSupport; import Testing

  /// Handlers of the coercing interface, spelled as in different years.
  struct HandlerTests {
    /// Loads the value of a provider's handler as text.
    private func text(of provider: NSItemProvider) async -> String? {
      await withCheckedContinuation { continuation in
        provider.loadItem(forTypeIdentifier: "public.plain-text", options: nil) { item, _ in
          continuation.resume(returning: item as? String)
        }
      }
    }

    @Test func aHandlerCallsItsCompletionAsItIs() async {
      let provider = NSItemProvider()
      provider.registerItem(forTypeIdentifier: "public.plain-text") { (loader, data, option) in
        let text: NSString? = "as it is"
        DispatchQueue.global().async { loader(text, nil) }
      }
      await expectEqual(text(of: provider), "as it is")
    }

    @Test func aHandlerCallsItsCompletionAsAnOptional() async {
      let provider = NSItemProvider()
      provider.registerItem(forTypeIdentifier: "public.plain-text") { completion, expectedClass, options in
        let text = "optional" as NSString
        completion?(text, nil)
      }
      await expectEqual(text(of: provider), "optional")
    }

    @Test func aHandlerUnwrapsItsCompletion() async {
      let provider = NSItemProvider()
      provider.registerItem(forTypeIdentifier: "public.plain-text") { completion, _, _ in
        completion!("unwrapped" as NSSecureCoding, nil)
      }
      await expectEqual(text(of: provider), "unwrapped")
    }

    @Test func aHandlerHasApplesTypes() async {
      let provider = NSItemProvider()
      let handler: NSItemProvider.LoadHandler = {
        (
          completion: NSItemProvider.CompletionHandler!, expectedClass: AnyClass!,
          options: [AnyHashable: Any]!
        )
        in
        completion("typed" as NSString, nil)
      }
      provider.registerItem(forTypeIdentifier: "public.plain-text", loadHandler: handler)
      await expectEqual(text(of: provider), "typed")
    }

    @Test func aHandlerGivesValues() async {
      let provider = NSItemProvider()
      provider.registerItem(forTypeIdentifier: "public.plain-text") { completion, _, _ in
        let text = "value"
        completion(text, nil)
      }
      await expectEqual(text(of: provider), "value")
    }

    @Test func aHandlerTakesTheItemOfTheInitialiserOver() async throws {
      let url = try #require(NSURL(string: "https://example.org/film.mp4"))
      let provider = NSItemProvider.init(item: url as NSSecureCoding, typeIdentifier: "public.mpeg-4")
      provider.registerItem(forTypeIdentifier: "public.mpeg-4") { (loader, data, option) in
        loader(NSData(data: Data("film".utf8)), nil)
      }
      expectEqual(provider.registeredTypeIdentifiers, ["public.mpeg-4"])
      let film: Data? = await withCheckedContinuation { continuation in
        provider.loadDataRepresentation(forTypeIdentifier: "public.mpeg-4") { data, _ in
          continuation.resume(returning: data)
        }
      }
      expectEqual(film, Data("film".utf8))
    }
  }
#endif
