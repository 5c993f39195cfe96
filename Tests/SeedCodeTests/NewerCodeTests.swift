#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import TestSupport; import Testing
  import TypeDiscovery
  import UniformTypeIdentifiers
  import UniformTypes

  /// Code that uses types as `UTType` values; it needs only that import.
  struct NewerCodeTests {
    @Test func typesAreValues() async {
      let provider = NSItemProvider()
      provider.registerDataRepresentation(for: .png, visibility: .all) { completion in
        completion(Data([0x89]), nil)
        return nil
      }
      expectEqual(provider.registeredContentTypes, [.png])
      expectEqual(provider.registeredContentTypes(conformingTo: .image), [UTType.png])
      let data: Data? = await withCheckedContinuation { continuation in
        _ = provider.loadDataRepresentation(for: .image) { data, error in continuation.resume(returning: data)
        }
      }
      expectEqual(data, Data([0x89]))
    }

    @Test func aURLTakesTheExtensionOfAType() {
      let url = URL(fileURLWithPath: "/tmp").appendingPathComponent("note", conformingTo: .plainText)
      expectEqual(url.lastPathComponent, "note.txt")
      expectEqual(UTType(filenameExtension: url.pathExtension)?.conforms(to: .text), true)
    }

    @Test func aFileRepresentationIsLoadedByItsType() async throws {
      let provider = NSItemProvider()
      provider.registerDataRepresentation(for: .json) { completion in
        completion("{}".data(using: .utf8), nil)
        return nil
      }
      provider.suggestedName = "settings"
      let name: String? = await withCheckedContinuation { continuation in
        provider.loadFileRepresentation(for: .json) { url, isInPlace, error in
          continuation.resume(returning: url?.lastPathComponent)
        }
      }
      expectEqual(name, "settings.json")
    }
  }
#endif
