#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import MobileCoreServices
  import TestSupport
  import Testing

  struct PersonTests {
    @Test(.behaviour("IP-115"))
    func anArchivedObjectArrivesAsANewEqualOne() async throws {
      let person = Person(name: "Ada", age: 36)
      let provider = NSItemProvider(object: person)
      expectEqual(provider.registeredTypeIdentifiers, ["object"])
      expect(provider.canLoadObject(ofClass: Person.self))

      let received: Person? = try await withCheckedThrowingContinuation { continuation in
        provider.loadObject(ofClass: Person.self) { (person, error) in
          if let error = error { return continuation.resume(throwing: error) }
          continuation.resume(returning: person)
        }
      }
      expectEqual(received?.name, "Ada")
      expectEqual(received?.age, 36)
      #expect(received !== person)
    }

    @Test func aCompletionMayNameApplesTypes() async throws {
      let provider = NSItemProvider(object: Person(name: "Ada", age: 36))
      let name: String? = try await withCheckedThrowingContinuation { continuation in
        _ = provider.loadObject(ofClass: Person.self) { (object: NSItemProviderReading?, error: Error?) in
          if let error = error { return continuation.resume(throwing: error) }
          continuation.resume(returning: (object as? Person)?.name)
        }
      }
      expectEqual(name, "Ada")
    }

    @Test func aClassKnownOnlyAtRunTimeIsLoaded() async throws {
      let classes: [NSItemProviderReading.Type] = [NSURL.self, Person.self]
      let provider = NSItemProvider(object: Person(name: "Ada", age: 36))
      let loadable = try require(classes.first { provider.canLoadObject(ofClass: $0) })
      let name: String? = try await withCheckedThrowingContinuation { continuation in
        provider.loadObject(ofClass: loadable) { object, error in
          if let error = error { return continuation.resume(throwing: error) }
          continuation.resume(returning: (object as? Person)?.name)
        }
      }
      expectEqual(name, "Ada")
    }

    @Test func bytesThatAreNotAnArchiveAreTheClassesOwnError() async {
      let provider = NSItemProvider()
      provider.registerDataRepresentation(forTypeIdentifier: "object", visibility: .all) { completion in
        completion("no archive".data(using: .utf8), nil)
        return nil
      }
      let outcome: (Bool, String?) = await withCheckedContinuation { continuation in
        _ = provider.loadObject(ofClass: Person.self) { person, error in
          continuation.resume(returning: (person == nil, (error as NSError?)?.domain))
        }
      }
      expect(outcome.0)
      expectEqual(outcome.1, NSCocoaErrorDomain)
    }

    @Test func anObjectOverridesTheTypesAndVisibilityOfItsClass() async throws {
      let provider = NSItemProvider(object: Contact(name: "Grace"))
      expectEqual(provider.registeredTypeIdentifiers, ["public.vcard", "public.utf8-plain-text"])
      let seenByOthers = provider.view(for: .other)
      expectEqual(seenByOthers.registeredTypeIdentifiers, ["public.utf8-plain-text"])
      try await expectEqual(seenByOthers.loadObject(ofClass: String.self), "Grace")
    }

    @Test(arguments: [NSItemProviderRepresentationVisibility.all, .ownProcess])
    func anObjectWithoutVisibilityHasThatOfTheRegistration(visibility: NSItemProviderRepresentationVisibility)
    {
      let eager = NSItemProvider()
      eager.registerObject(Person(name: "Ada", age: 36), visibility: visibility)
      let lazy = NSItemProvider()
      lazy.registerObject(ofClass: Person.self, visibility: visibility) { completion in
        completion(Person(name: "Ada", age: 36), nil)
        return nil
      }
      for provider in [eager, lazy] {
        expectEqual(
          provider.view(for: .other).registeredTypeIdentifiers, visibility == .all ? ["object"] : [])
      }
    }

    @Test func anObjectOnDemandIsMadeWhenItIsLoaded() async throws {
      let provider = NSItemProvider()
      provider.registerObject(ofClass: Person.self, visibility: .all) { completion in
        DispatchQueue.global().async { completion(Person(name: "Ada", age: 36), nil) }
        return nil
      }
      let age: Int? = await withCheckedContinuation { continuation in
        provider.loadObject(ofClass: Person.self) { person, _ in continuation.resume(returning: person?.age) }
      }
      expectEqual(age, 36)
    }
  }
#endif
