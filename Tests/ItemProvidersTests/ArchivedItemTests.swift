import Foundation
import ItemProviders
import KeyedArchives
import TestSupport
import Testing
import UniformTypes

/// A class that is archived as programs do it.
final class Person: NSObject, NSSecureCoding, @unchecked Sendable {
  static var supportsSecureCoding: Bool { true }

  let name: String

  init(name: String) { self.name = name }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name as String
  }

  func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

  override func isEqual(_ object: Any?) -> Bool { (object as? Person)?.name == name }
  override var hash: Int { name.hash }
}

/// A class with its own type identifiers, written and read as an archive.
final class Card: NSObject, NSSecureCoding, ItemProviderWriting, ItemProviderReading, Transferable {
  static var supportsSecureCoding: Bool { true }
  static let writableTypeIdentifiersForItemProvider = ["object"]
  static let readableTypeIdentifiersForItemProvider = ["object"]
  static var transferRepresentation: some TransferRepresentation {
    ArchivedRepresentation(contentType: UTType(exportedAs: "org.example.card"))
  }

  let title: String

  init(title: String) { self.title = title }

  init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
    self.title = title as String
  }

  func encode(with coder: NSCoder) { coder.encode(title as NSString, forKey: "title") }
}

struct ArchivedItemTests {
  private static let type = "org.example.person"
  private let person = Person(name: "Ann")

  @Test func anItemOfTheWantedClassIsReturnedUnchanged() async throws {
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
    try expectEqual(KeyedArchive(data).object(of: Person.self), person)
    let coerced = try await provider.loadItem(forTypeIdentifier: Self.type, as: Data.self)
    try expectEqual(KeyedArchive(coerced).object(of: Person.self), person)
  }

  @Test func bytesAreDecodedAsAnObjectOfTheNamedClass() async throws {
    let data = try KeyedArchive.data(of: person)
    let provider = ItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: Self.type, visibility: .all) { completion in
      completion(data, nil)
      return nil
    }
    let object = try await provider.loadItem(forTypeIdentifier: Self.type, as: Person.self)
    expectEqual(object, person)
    #expect(object !== person)
    let error = await expectThrows(ItemProviderError.self) {
      try await provider.loadItem(forTypeIdentifier: Self.type, as: Card.self)
    }
    expectEqual(error?.code, .unavailableCoercionError)
    expectEqual((error?.cause as? ItemProviderError)?.code, .unexpectedValueClassError)
    expectEqual(error?.description.contains("Person"), true)
  }

  @Test func aFileWithAnArchiveIsDecodedAsAnObject() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](KeyedArchive.data(of: person)), to: "person.plist")
    let provider = ItemProvider(item: URL(fileURLWithPath: path), typeIdentifier: Self.type)
    try await expectEqual(provider.loadItem(forTypeIdentifier: Self.type, as: Person.self), person)
  }

  @Test(.behaviour("IP-115")) func aCustomClassIsLoadedAsANewInstance() async throws {
    let card = Card(title: "Hello")
    let provider = ItemProvider(object: card)
    expectEqual(provider.registeredTypeIdentifiers, ["object"])
    let back = try await provider.loadObject(ofClass: Card.self)
    expectEqual(back.title, "Hello")
    #expect(back !== card)
  }

  @Test func anArchivedRepresentationExportsAndImports() async throws {
    let provider = ItemProvider()
    provider.register(Card(title: "Hello"))
    expectEqual(provider.registeredTypeIdentifiers, ["org.example.card"])
    try await expectEqual(provider.loadTransferable(type: Card.self).title, "Hello")
  }

  @Test func damagedBytesAreAnErrorOfTheLoad() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: "object", visibility: .all) { completion in
      completion(Data("bplist00 and nothing else".utf8), nil)
      return nil
    }
    let error = await expectThrows(ItemProviderError.self) {
      try await provider.loadObject(ofClass: Card.self)
    }
    expectEqual(error?.code, .unavailableCoercionError)
    expectEqual((error?.cause as? CocoaError)?.code, .coderReadCorrupt)
  }

  @Test func anObjectOfAnotherClassIsAnErrorWithApplesCode() async throws {
    let data = try KeyedArchive.data(of: person)
    let provider = ItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: "object", visibility: .all) { completion in
      completion(data, nil)
      return nil
    }
    let error = await expectThrows(ItemProviderError.self) {
      try await provider.loadObject(ofClass: Card.self)
    }
    expectEqual(error?.code, .unexpectedValueClassError)
    expectEqual(error?.message.contains("Person"), true)
  }
}
