import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

struct KeyedArchiveTests {
  // MARK: Round trips

  @Test func anObjectIsDecodedWithTheObjectsItContains() throws {
    let person = Person(name: "Zoë", age: -7, friend: Person(name: "Bob", age: .max))
    let data = try KeyedArchive.data(of: person)
    try expectEqual(KeyedArchive(data).object(of: Person.self), person)
  }

  static let values: [@Sendable () -> NSObject] = [
    { "text" as NSString }, { NSMutableString(string: "text") }, { NSNumber(value: 3) },
    { NSNumber(value: true) }, { NSNumber(value: 2.5) }, { NSNumber(value: UInt64.max) }, { NSNull() },
    { NSDate(timeIntervalSinceReferenceDate: 12.25) }, { NSData(data: Data([1, 2])) },
    { NSMutableData(data: Data([3])) }, { NSUUID() }, { URL(fileURLWithPath: "/a b") as NSURL },
    { [1, "x", NSNull(), [2.5]] as NSArray }, { NSMutableArray(array: ["a"]) },
    { ["k": [1], "l": "m"] as NSDictionary }, { NSMutableDictionary(dictionary: ["k": Date()]) },
    { NSSet(array: ["p", 4]) }, { NSMutableSet(array: [1]) }, { NSOrderedSet(array: [3, 1, 2]) },
    { [] as NSArray }, { [:] as NSDictionary }, { NSMutableOrderedSet(array: ["z", "y"]) },
  ]

  @Test(arguments: values.indices)
  func foundationObjectsAreDecodedEqual(index: Int) throws {
    let value = Self.values[index]()
    let back = try require(
      Box.roundTrip(
        value, as: NSString.self, NSNumber.self, NSNull.self, NSDate.self, NSData.self, NSUUID.self,
        NSURL.self, NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self) as? NSObject)
    expectEqual(back, value, "\(back)")
    #expect(back is NSMutableArray == value is NSMutableArray)
    #expect(back is NSMutableDictionary == value is NSMutableDictionary)
  }

  @Test func aRelativeURLKeepsItsBase() throws {
    let url = NSURL(string: "b/c", relativeTo: URL(string: "http://a.org/x/"))
    let back = try require(Box.roundTrip(url, as: NSURL.self) as? NSURL)
    expectEqual(back.relativeString, "b/c")
    expectEqual(back.absoluteString, "http://a.org/x/b/c")
  }

  @Test func decodedTextIsAString() throws {
    try expectEqual(Box.roundTrip("a" as NSString, as: NSString.self) as? String, "a")
    try expectNil(Box.roundTrip(nil, as: NSString.self))
  }

  @Test func theRunsOfAnAttributedStringAreDecoded() throws {
    // "abcde" with the attributes a on 2 characters and b on 3, as Apple's archiver writes it.
    let archive = HandmadeArchive([
      HandmadeArchive.instance(of: 2, ["value": .uid(3)]), HandmadeArchive.description(of: boxName),
      HandmadeArchive.instance(
        of: 12, ["NSString": .uid(4), "NSAttributes": .uid(5), "NSAttributeInfo": .uid(10)]),
      .string("abcde"),
      HandmadeArchive.instance(of: 11, ["NS.objects": .array([.uid(6), .uid(7)])]),
      HandmadeArchive.instance(
        of: 9, ["NS.keys": .array([.uid(8)]), "NS.objects": .array([.uid(4)])]),
      HandmadeArchive.instance(of: 9, ["NS.keys": .array([]), "NS.objects": .array([])]),
      .string("style"), HandmadeArchive.description(of: "NSDictionary"), .data(Data([2, 0, 3, 1])),
      HandmadeArchive.description(of: "NSArray"), HandmadeArchive.description(of: "NSAttributedString"),
    ])
    let box = try Box.$classes.withValue([NSAttributedString.self]) {
      try KeyedArchive(archive.data()).object(of: Box.self)
    }
    let text = try require(box.value as? NSAttributedString)
    var range = NSRange()
    let value = text.attribute(NSAttributedString.Key("style"), at: 0, effectiveRange: &range)
    expectEqual(value as? String, "abcde")
    expectEqual(range, NSRange(location: 0, length: 2))
    expectNil(text.attribute(NSAttributedString.Key("style"), at: 3, effectiveRange: nil))
  }

  @Test func theXMLFormIsDecoded() throws {
    let person = Person(name: "Ann", age: 4)
    let node = try PropertyListReading(KeyedArchive.data(of: person)).node
    try expectEqual(KeyedArchive(node.writeXML().data).object(of: Person.self), person)
  }

  // MARK: Classes

  private var boxName: String { String(reflecting: Box.self) }

  private func expectError(
    _ code: KeyedArchiveError.Code, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Any?
  ) {
    let error = expectThrows(KeyedArchiveError.self, sourceLocation: sourceLocation) { _ = try body() }
    expectEqual(error?.code, code, "\(String(describing: error))", sourceLocation: sourceLocation)
    for word in words {
      expectEqual(
        error?.message.contains(word), true, "\(error?.message ?? "") lacks \(word)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func aSubclassIsAccepted() throws {
    let archive = try KeyedArchive(KeyedArchive.data(of: Employee(name: "Eve", age: 1)))
    #expect(try archive.object(of: Person.self) is Employee)
    expectError(.disallowedClass, ["Employee", "Card"]) { try archive.object(of: Card.self) }
  }

  @Test func aSuperclassIsNotAllowed() throws {
    let archive = try KeyedArchive(KeyedArchive.data(of: Person(name: "Ann", age: 1)))
    expectError(.disallowedClass, ["Person", "Employee"]) {
      try archive.object(of: Employee.self)
    }
  }

  @Test func anyOfSeveralClassesIsAccepted() throws {
    let archive = try KeyedArchive(KeyedArchive.data(of: Card(title: "Card")))
    #expect(try archive.object(ofAny: [Person.self, Card.self]) is Card)
  }

  @Test func aContainedObjectOfAnotherClassIsRejected() throws {
    expectError(.disallowedClass, ["Person", "value", "NSString"]) {
      try Box.roundTrip(Person(name: "Ann", age: 1), as: NSString.self)
    }
    expectError(.disallowedClass, ["NSNumber"]) {
      try Box.roundTrip("text" as NSString, as: NSNumber.self)
    }
  }

  @Test func containersHoldPropertyListsAndNamedClasses() throws {
    let people = NSArray(array: [Person(name: "Ann", age: 1), "text", 5])
    try expectEqual(Box.roundTrip(people, as: NSArray.self, Person.self) as? NSArray, people)
    expectError(.disallowedClass, ["Person", "NS.objects"]) {
      try Box.roundTrip(people, as: NSArray.self)
    }
    expectError(.disallowedClass, ["NSUUID"]) {
      try Box.roundTrip([NSUUID()] as NSArray, as: NSArray.self)
    }
  }

  @Test(arguments: ["Missing.Class", "NSPort", "NSTask", "", "a.b.c", "..", "NSObject", "Swift.String"])
  func anUnknownClassIsNotAllowed(name: String) throws {
    let archive = HandmadeArchive([
      HandmadeArchive.instance(of: 2, [:]), HandmadeArchive.description(of: name),
    ])
    expectError(.disallowedClass, [name.debugDescription]) {
      try KeyedArchive(archive.data()).object(of: Person.self)
    }
  }

  private final class Hidden: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    override init() {}

    init?(coder: NSCoder) {}

    func encode(with coder: NSCoder) {}
  }

  @Test func aNestedClassIsRejected() throws {
    expectError(.notArchivable, ["Hidden", "top level of a module"]) {
      try KeyedArchive.data(of: Hidden())
    }
    let archive = try KeyedArchive(KeyedArchive.data(of: Card(title: "Card")))
    expectError(.disallowedClass, ["Card", "Hidden"]) { try archive.object(of: Hidden.self) }
  }

  // MARK: Damage

  static let damages: [(words: String, make: @Sendable () -> HandmadeArchive)] = [
    ("the value of $archiver is not NSKeyedArchiver", { changed { $0.archiver = .string("else") } }),
    ("$version", { changed { $0.version = .integer(1) } }),
    ("$top has no object", { changed { $0.root = .integer(1) } }),
    ("object 9 is referred to, but there are only 3", { changed { $0.root = .uid(9) } }),
    ("begins with $null", { changed { $0.objects[0] = .string("x") } }),
    ("has no class", { changed { $0.objects[1] = .dictionary([]) } }),
    ("the class of object 1 has no name", { changed { $0.objects[2] = .string("x") } }),
    ("neither a value nor an object", { changed { $0.objects.append(.array([])) } }),
    ("is a class, not an object", { changed { $0.root = .uid(2) } }),
    ("no object", { changed { $0.root = .uid(0) } }),
    (
      "is not a reference",
      { changed { $0.objects[1] = HandmadeArchive.instance(of: 2, ["name": .string("inline")]) } }
    ),
    ("contains itself", { changed { $0.objects[1] = person(["name": .uid(3), "friend": .uid(1)]) } }),
    ("not of kind integer", { changed { $0.objects[1] = person(["name": .uid(3), "age": .string("x")]) } }),
    ("not of kind integer", { changed { $0.objects[1] = person(["name": .uid(3), "age": .real(1e300)]) } }),
    ("refused to be decoded", { changed { $0.objects[1] = person([:]) } }),
  ]

  private static func person(_ members: KeyValuePairs<String, PropertyListNode>) -> PropertyListNode {
    HandmadeArchive.instance(of: 2, members)
  }

  private static func changed(_ change: (inout HandmadeArchive) -> Void) -> HandmadeArchive {
    var archive = HandmadeArchive([
      person(["name": .uid(0)]), HandmadeArchive.description(of: String(reflecting: Person.self)),
    ])
    change(&archive)
    if archive.objects[1].mentions(3) { archive.objects.append(.string("Ann")) }
    return archive
  }

  @Test(arguments: damages.indices)
  func damageIsReported(index: Int) throws {
    let (words, make) = Self.damages[index]
    expectError(.damaged, [words]) {
      try KeyedArchive(make().data()).object(of: Person.self)
    }
  }

  static let unsound: [(name: String, members: KeyValuePairs<String, PropertyListNode>, words: String)] = [
    ("NSUUID", ["NS.uuidbytes": .data(Data([1, 2]))], "2 bytes"),
    ("NSURL", ["NS.base": .uid(0)], "not valid"), ("NSDate", [:], "not a finite"),
    ("NSDate", ["NS.time": .real(.infinity)], "not a finite"), ("NSData", [:], "missing"),
    ("NSMutableString", [:], "has no text"), ("NSArray", ["NS.objects": .string("x")], "is not a list"),
    ("NSArray", ["NS.objects": .array([.uid(0)])], "contains a nil"),
    ("NSArray", ["NS.objects": .array([.integer(5)])], "not a reference"),
    ("NSArray", ["NS.objects": .array([.uid(3)])], "contains itself"),
    ("NSDictionary", ["NS.keys": .array([.uid(2)])], "is a class"),
    ("NSDictionary", ["NS.objects": .array([.uid(5)])], "0 keys and 1 values"),
    ("NSSet", ["NS.objects": .array([.uid(6)])], "cannot be a key"),
    ("NSAttributedString", ["NSString": .uid(5), "NSAttributes": .uid(5)], "not a dictionary"),
    (
      "NSAttributedString",
      ["NSString": .uid(5), "NSAttributes": .uid(6), "NSAttributeInfo": .data(Data([9, 0]))],
      "outside its text"
    ),
    (
      "NSAttributedString",
      ["NSString": .uid(5), "NSAttributes": .uid(6), "NSAttributeInfo": .data(Data([0x81]))], "are truncated"
    ),
  ]

  @Test(arguments: unsound.indices)
  func invalidFoundationObjectsAreReported(index: Int) throws {
    let (name, members, words) = Self.unsound[index]
    let archive = HandmadeArchive([
      HandmadeArchive.instance(of: 2, ["value": .uid(3)]), HandmadeArchive.description(of: boxName),
      HandmadeArchive.instance(of: 4, members), HandmadeArchive.description(of: name), .string("text"),
      HandmadeArchive.instance(of: 7, ["NS.objects": .array([])]), HandmadeArchive.description(of: "NSArray"),
    ])
    expectError(.damaged, [words]) {
      try Box.$classes.withValue([NSObject.self]) { try KeyedArchive(archive.data()).object(of: Box.self) }
    }
  }

  @Test func nestingIsLimited() throws {
    func chain(_ count: Int) -> Person {
      (1..<count).reduce(Person(name: "0", age: 0)) { Person(name: "\($1)", age: $1, friend: $0) }
    }
    let allowed = try KeyedArchive(KeyedArchive.data(of: chain(KeyedArchive.depthLimit)))
    try expectEqual(allowed.object(of: Person.self).age, KeyedArchive.depthLimit - 1)
    let deeper = try KeyedArchive(KeyedArchive.data(of: chain(KeyedArchive.depthLimit + 1)))
    expectError(.damaged, ["nested more than"]) { try deeper.object(of: Person.self) }
  }

  @Test func anArchiveCutAnywhereOrWithAnyByteChangedNeverTraps() throws {
    let data = try KeyedArchive.data(of: Curious())
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let cut = Repetitions.some(200, of: data.indices, using: &generator).map { data.prefix($0) }
    let changed = Repetitions.some(200, of: data.indices, using: &generator).map { index in
      var changed = data
      changed[index] = UInt8.random(in: 0...255, using: &generator)
      return changed
    }
    var readCount = 0
    for damaged in cut + changed {
      do throws(KeyedArchiveError) {
        _ = try KeyedArchive(damaged)
      } catch { continue }
      do {
        _ = try KeyedArchive(damaged).object(of: Curious.self)
        readCount += 1
      } catch {
        if !(error is KeyedArchiveError) { Issue.record("seed \(seed): \(error)") }
      }
    }
    expectGreater(readCount, 0, "seed \(seed): nothing was read at all")
  }

  @Test func anObjectsOwnErrorIsTheCause() throws {
    let data = try KeyedArchive.data(of: Reluctant())
    let error = expectThrows(KeyedArchiveError.self) { try KeyedArchive(data).object(of: Reluctant.self) }
    expectEqual(error?.code, .damaged)
    expectEqual((error?.cause as? CocoaError)?.code, .featureUnsupported)
  }
}

/// An object that cannot be decoded.
final class Reluctant: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  override init() {}

  init?(coder: NSCoder) {
    super.init()
    coder.failWithError(CocoaError(.featureUnsupported))
  }

  func encode(with coder: NSCoder) {}
}

extension PropertyListNode {
  /// Whether a dictionary refers to an object.
  fileprivate func mentions(_ uid: UInt64) -> Bool {
    guard case .dictionary(let members) = self else { return false }
    return members.contains { if case .uid(uid) = $0.value { true } else { false } }
  }
}
