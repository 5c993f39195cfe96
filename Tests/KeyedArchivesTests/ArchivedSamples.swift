import Foundation
import KeyedArchives
import PropertyLists
import Testing

/// A person with a friend, in the style of common archived classes.
class Person: NSObject, NSSecureCoding, @unchecked Sendable {
  class var supportsSecureCoding: Bool { true }

  let name: String
  let age: Int
  let friend: Person?

  init(name: String, age: Int, friend: Person? = nil) {
    self.name = name
    self.age = age
    self.friend = friend
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name as String
    age = coder.decodeInteger(forKey: "age")
    friend = coder.decodeObject(of: Person.self, forKey: "friend")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(age, forKey: "age")
    coder.encode(friend, forKey: "friend")
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Person else { return false }
    return name == other.name && age == other.age && friend == other.friend
  }

  override var hash: Int { name.hash }
}

final class Employee: Person, @unchecked Sendable {}

/// A class unrelated to `Person`.
final class Card: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let title: String

  init(title: String) { self.title = title }

  init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
    self.title = title as String
  }

  func encode(with coder: NSCoder) { coder.encode(title as NSString, forKey: "title") }
}

/// Contains one object, which is decoded as one of the classes set by a test.
final class Box: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  @TaskLocal static var classes: [AnyClass] = []

  let value: Any?

  init(_ value: Any?) { self.value = value }

  init?(coder: NSCoder) { value = coder.decodeObject(of: Box.classes, forKey: "value") }

  func encode(with coder: NSCoder) { coder.encode(value, forKey: "value") }

  /// The object after archiving and decoding.
  static func roundTrip(_ value: Any?, as classes: AnyClass...) throws -> Any? {
    let archive = try KeyedArchive(KeyedArchive.data(of: Box(value)))
    return try $classes.withValue(classes) { try archive.object(of: Box.self).value }
  }
}

/// Has a value of every kind that a coder can decode.
final class Curious: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  static let keys = [
    "text", "number", "list", "table", "set", "when", "data", "link", "id", "styled", "inner",
  ]

  override init() {}

  init?(coder: NSCoder) {
    for key in Curious.keys {
      _ = coder.decodeObject(
        of: [
          NSString.self, NSNumber.self, NSArray.self, NSDictionary.self, NSSet.self, NSDate.self, NSData.self,
          NSURL.self, NSUUID.self, NSNull.self, NSAttributedString.self, Person.self,
        ], forKey: key)
      _ = coder.containsValue(forKey: key)
    }
    for key in ["text", "number", "table"] {
      _ = coder.decodeObject(forKey: key)
      _ = coder.decodePropertyList(forKey: key)
    }
    _ = coder.decodeInteger(forKey: "int")
    _ = coder.decodeInt32(forKey: "int")
    _ = coder.decodeInt64(forKey: "int")
    _ = coder.decodeBool(forKey: "bool")
    _ = coder.decodeDouble(forKey: "double")
    _ = coder.decodeFloat(forKey: "float")
    _ = coder.withDecodedUnsafeBytes(forKey: "bytes") { $0?.count }
  }

  func encode(with coder: NSCoder) {
    coder.encode("Grüße" as NSString, forKey: "text")
    coder.encode(NSNumber(value: 2.5), forKey: "number")
    coder.encode([1, "x", NSNull(), ["y"]] as NSArray, forKey: "list")
    coder.encode(["k": 1, "n": Data([1])] as NSDictionary, forKey: "table")
    coder.encode(NSSet(array: ["p", 2]), forKey: "set")
    coder.encode(NSDate(timeIntervalSinceReferenceDate: 5), forKey: "when")
    coder.encode(NSMutableData(data: Data([1, 2])), forKey: "data")
    coder.encode(NSURL(string: "b", relativeTo: URL(string: "http://a.org/")), forKey: "link")
    coder.encode(NSUUID(), forKey: "id")
    coder.encode(NSAttributedString(string: "hi"), forKey: "styled")
    coder.encode(Person(name: "Ann", age: 3, friend: Person(name: "Bob", age: 4)), forKey: "inner")
    coder.encode(-5, forKey: "int")
    coder.encode(true, forKey: "bool")
    coder.encode(1.5, forKey: "double")
    coder.encode(Float(0.5), forKey: "float")
    [UInt8]([1, 2, 3]).withUnsafeBufferPointer {
      coder.encodeBytes($0.baseAddress, length: 3, forKey: "bytes")
    }
  }
}

/// An archive assembled by hand.
struct HandmadeArchive {
  var objects: [PropertyListNode] = [.string("$null")]
  var archiver = PropertyListNode.string("NSKeyedArchiver")
  var version = PropertyListNode.integer(100_000)
  var root = PropertyListNode.uid(1)

  init(_ objects: [PropertyListNode]) { self.objects += objects }

  static func instance(
    of type: UInt64, _ members: KeyValuePairs<String, PropertyListNode>
  ) -> PropertyListNode {
    .dictionary(
      members.map { PropertyListMember($0.key, $0.value) } + [PropertyListMember("$class", .uid(type))])
  }

  static func description(of name: String) -> PropertyListNode {
    .dictionary([
      PropertyListMember("$classname", .string(name)),
      PropertyListMember("$classes", .array([.string(name)])),
    ])
  }

  var node: PropertyListNode {
    .dictionary([
      PropertyListMember("$version", version), PropertyListMember("$archiver", archiver),
      PropertyListMember("$top", .dictionary([PropertyListMember("root", root)])),
      PropertyListMember("$objects", .array(objects)),
    ])
  }

  func data() throws -> Data { try node.writeBinary() }
}
