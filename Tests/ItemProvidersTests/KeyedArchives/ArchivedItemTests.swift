import Foundation
import ItemProviders
import TestSupport
import Testing

struct ArchivedItemTests {
  private static let type = "org.example.person"
  private let person = Person(name: "Ann", age: 4, friend: Person(name: "Bob", age: 5))

  @Test func anItemIsGivenAsItIs() async throws {
    let provider = ItemProvider(item: person, typeIdentifier: Self.type)
    #expect(try await provider.loadItem(forTypeIdentifier: Self.type) as? Person === person)
    #expect(try await provider.loadItem(forTypeIdentifier: Self.type, as: Person.self) === person)
  }

  @Test func theBytesOfAnItemAreItsArchive() async throws {
    let provider = ItemProvider()
    provider.registerItem(forTypeIdentifier: Self.type) { [person] completion, _, _ in
      completion(person, nil)
    }
    let data = try await provider.loadDataRepresentation(forTypeIdentifier: Self.type)
    #expect(try KeyedArchive(data).object(of: Person.self) == person)
    let coerced = try await provider.loadItem(forTypeIdentifier: Self.type, as: Data.self)
    #expect(try KeyedArchive(coerced).object(of: Person.self) == person)
  }

  @Test func bytesBecomeAnObjectOfTheClassNamed() async throws {
    let data = try KeyedArchive.data(of: person)
    let provider = ItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: Self.type, visibility: .all) { completion in
      completion(data, nil)
      return nil
    }
    let object = try await provider.loadItem(forTypeIdentifier: Self.type, as: Person.self)
    #expect(object == person)
    #expect(object !== person)
    let error = await #expect(throws: ItemProviderError.self) {
      try await provider.loadItem(forTypeIdentifier: Self.type, as: Card.self)
    }
    #expect(error?.code == .unavailableCoercionError)
    #expect((error?.cause as? ItemProviderError)?.code == .unexpectedValueClassError)
    #expect(error?.description.contains("Person") == true)
  }

  @Test func aFileOfAnArchiveBecomesAnObject() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](KeyedArchive.data(of: person)), to: "person.plist")
    let provider = ItemProvider(item: URL(fileURLWithPath: path), typeIdentifier: Self.type)
    #expect(try await provider.loadItem(forTypeIdentifier: Self.type, as: Person.self) == person)
  }

  @Test(.behaviour("IP-115")) func aCustomClassReadsBackAsANewInstance() async throws {
    let card = Card(title: "Hello")
    let provider = ItemProvider(object: card)
    #expect(provider.registeredTypeIdentifiers == ["object"])
    let back = try await provider.loadObject(ofClass: Card.self)
    #expect(back.title == "Hello")
    #expect(back !== card)
  }

  @Test func anArchivedRepresentationTravelsBothWays() async throws {
    let provider = ItemProvider()
    provider.register(Card(title: "Hello"))
    #expect(provider.registeredTypeIdentifiers == ["org.example.card"])
    #expect(try await provider.loadTransferable(type: Card.self).title == "Hello")
  }

  @Test func damagedBytesAreAnErrorOfTheLoad() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: "object", visibility: .all) { completion in
      completion(Data("bplist00 and nothing else".utf8), nil)
      return nil
    }
    let error = await #expect(throws: ItemProviderError.self) {
      try await provider.loadObject(ofClass: Card.self)
    }
    #expect(error?.code == .unavailableCoercionError)
    #expect((error?.cause as? CocoaError)?.code == .coderReadCorrupt)
  }
}
