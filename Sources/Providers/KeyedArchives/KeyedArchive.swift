package import Foundation
import PropertyLists

/// A keyed archive of objects.
///
/// The structure is checked when the archive is opened, and the classes are checked when an object is
/// decoded.
///
/// Archives arrive from other programs. Foundation's own reader ends the process for a class that was not
/// listed, and for many kinds of damage. This reader throws a ``KeyedArchiveError`` that states the problem
/// and the allowed classes. Only listed classes are instantiated: the caller lists the classes of the
/// outermost object, and each object's own `init(coder:)` lists the classes of the objects that it contains.
/// In containers, the property list classes (`NSString`, `NSNumber`, `NSDate`, `NSData`, `NSArray`,
/// `NSDictionary`) are always allowed.
///
/// ```swift
/// let data = try KeyedArchive.data(of: person)
/// let copy = try KeyedArchive(data).object(of: Person.self)
/// ```
///
/// An object that contains itself, directly or indirectly, cannot be read.
package struct KeyedArchive: Sendable {
  /// The maximum nesting depth of objects.
  package static let depthLimit = 512

  /// An object as a dictionary of its values by key.
  ///
  /// A reference to another object is a UID.
  struct Instance: Sendable {
    let className: String
    let members: [String: PropertyListNode]
  }

  /// An element of the archive's list of objects.
  enum Object: Sendable {
    /// The object that represents nil.
    case null
    /// A string, a number or data.
    case value(PropertyListNode)
    case instance(Instance)
    /// The name of a class.
    case classDescription(String)
  }

  let objects: [Object]
  /// The index of the outermost object.
  let root: Int
  /// The bytes of the archive, for use with Foundation's own reader.
  let data: Data

  /// Opens an archive that is a binary or XML property list.
  ///
  /// - Throws: ``KeyedArchiveError/Code/damaged`` if the bytes are not a keyed archive, or are damaged.
  package init(_ data: Data) throws(KeyedArchiveError) {
    let limits = PropertyListLimits(growth: (factor: 16, extra: 1 << 20))
    let node: PropertyListNode
    do {
      node = try PropertyListReading(data, limits: limits).node
    } catch {
      throw .damaged("it is not a property list: \(error.message)")
    }
    guard case .dictionary(let members) = node else { throw .damaged("it is not a dictionary") }
    let table = KeyedArchive.table(of: members)
    guard case .string("NSKeyedArchiver")? = table["$archiver"] else {
      throw .damaged("the value of $archiver is not NSKeyedArchiver")
    }
    guard case .integer(100_000)? = table["$version"] else {
      throw .damaged("$version is not 100000, the only known version")
    }
    guard case .array(let nodes)? = table["$objects"], case .string("$null")? = nodes.first else {
      throw .damaged("$objects is not an array that begins with $null")
    }
    guard case .dictionary(let top)? = table["$top"],
      case .uid(let root)? = KeyedArchive.table(of: top)[NSKeyedArchiveRootObjectKey]
    else { throw .damaged("$top has no object for the key \(NSKeyedArchiveRootObjectKey)") }
    self.root = try KeyedArchive.place(root, among: nodes.count)
    objects = try KeyedArchive.objects(nodes)
    self.data = data
  }

  private static func objects(_ nodes: [PropertyListNode]) throws(KeyedArchiveError) -> [Object] {
    var objects: [Object] = [.null]
    objects.reserveCapacity(nodes.count)
    for (number, node) in nodes.enumerated().dropFirst() {
      switch node {
      case .string, .integer, .largeInteger, .real, .boolean, .data: objects.append(.value(node))
      case .dictionary(let members):
        let table = table(of: members)
        if case .string(let name)? = table["$classname"] {
          objects.append(.classDescription(name))
        } else {
          objects.append(.instance(try instance(table, number: number, among: nodes)))
        }
      default: throw .damaged("object \(number) is neither a value nor an object with a class")
      }
    }
    return objects
  }

  private static func instance(
    _ table: [String: PropertyListNode], number: Int, among nodes: [PropertyListNode]
  ) throws(KeyedArchiveError) -> Instance {
    guard case .uid(let uid)? = table["$class"] else {
      throw .damaged("object \(number) has no class")
    }
    let place = try place(uid, among: nodes.count)
    guard case .dictionary(let members) = nodes[place],
      case .string(let name)? = members.first(where: { $0.key == "$classname" })?.value
    else { throw .damaged("the class of object \(number) has no name") }
    return Instance(className: name, members: table)
  }

  private static func table(of members: [PropertyListMember]) -> [String: PropertyListNode] {
    Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private static func place(_ uid: UInt64, among count: Int) throws(KeyedArchiveError) -> Int {
    guard let place = Int(exactly: uid), place < count else {
      throw .damaged("object \(uid) is referred to, but there are only \(count)")
    }
    return place
  }

  /// Returns the object that a reference in the archive points to, with its index.
  func referred(by node: PropertyListNode, as what: String) throws(KeyedArchiveError) -> (Int, Object) {
    guard case .uid(let uid) = node else { throw .damaged("\(what) is not a reference to an object") }
    let place = try KeyedArchive.place(uid, among: objects.count)
    return (place, objects[place])
  }
}

extension KeyedArchive {
  /// Returns the name of a class in the form used by archives, such as `NSString` and `Addresses.Person`.
  ///
  /// `NSStringFromClass` ends the process for classes that are nested in a type or function, or private to a
  /// file. For these classes, this function returns Swift's name, which contains more than one period.
  static func name(of type: AnyClass) -> String {
    let name = String(reflecting: type)
    return name.hasPrefix("Foundation.NS") ? String(name.dropFirst("Foundation.".count)) : name
  }
}

extension KeyedArchive {
  /// Archives an object.
  ///
  /// Every object that `object` encodes must be archivable. Otherwise, Foundation ends the process.
  ///
  /// - Throws: ``KeyedArchiveError/Code/notArchivable`` if the class does not support secure coding, is
  ///   nested in a type or function, or is private to a file. Archives can name only the classes at the top
  ///   level of a module.
  package static func data(of object: some NSObject & NSSecureCoding) throws -> Data {
    let name = name(of: type(of: object))
    guard type(of: object).supportsSecureCoding else {
      throw KeyedArchiveError(.notArchivable, subject: name, reason: "it does not support secure coding")
    }
    guard name.split(separator: ".").count <= 2 else {
      throw KeyedArchiveError(
        .notArchivable, subject: name, reason: "only classes at the top level of a module can be archived")
    }
    return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  }

  /// Decodes the outermost object, which must be of this class or a subclass.
  ///
  /// - Throws: ``KeyedArchiveError/Code/disallowedClass`` if an object at any depth has a class that was not
  ///   listed; ``KeyedArchiveError/Code/damaged`` if the archive is damaged, or if an object's own
  ///   `init(coder:)` returns nil. The underlying error is the error that an object passed to
  ///   `failWithError(_:)`, if any.
  package func object<Object: NSObject & NSSecureCoding>(of type: Object.Type) throws -> Object {
    guard let object = try object(ofAny: [type]) as? Object else {
      throw KeyedArchiveError.damaged("its outermost object is not a \(type)")
    }
    return object
  }

  /// Decodes the outermost object, which must be of one of these classes or of a subclass.
  ///
  /// - Throws: the same errors as ``object(of:)``.
  package func object(ofAny classes: [any (NSObject & NSSecureCoding).Type]) throws -> NSObject {
    #if canImport(ObjectiveC)
      let object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSObject
    #else
      let object = try KeyedArchiveCoder(self).rootObject(of: classes)
    #endif
    guard let object else { throw KeyedArchiveError.damaged("it holds no object") }
    return object
  }
}
