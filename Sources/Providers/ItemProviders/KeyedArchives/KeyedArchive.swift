public import Foundation
import PropertyLists

/// A keyed archive of objects: its shape is checked when it is opened, its classes when it is decoded.
///
/// Archives come from other programs. Foundation's own reader ends the process on a class that nobody asked for and on
/// many kinds of damage; here each of these is an error that says what was found and what was allowed. Only classes
/// that somebody named are ever made: the caller for the outermost object, and each object's own `init(coder:)` for
/// what it contains. The property list classes (`NSString`, `NSNumber`, `NSDate`, `NSData`, `NSArray`, `NSDictionary`)
/// may stand inside containers without being named.
///
/// ```swift
/// let data = try KeyedArchive.data(of: person)
/// let copy = try KeyedArchive(data).object(of: Person.self)
/// ```
///
/// An object that contains itself, directly or through others, cannot be read.
public struct KeyedArchive: Sendable {
  /// How many objects may stand inside one another.
  public static let depthLimit = 512

  /// An object with the values of its keys; references to others are UIDs.
  struct Instance: Sendable {
    let className: String
    let members: [String: PropertyListNode]
  }

  /// What the archive's list of objects holds.
  enum Object: Sendable {
    /// The object that stands for nil.
    case null
    /// A string, a number or data.
    case value(PropertyListNode)
    case instance(Instance)
    /// The name of a class.
    case classDescription(String)
  }

  let objects: [Object]
  /// The number of the outermost object.
  let root: Int
  /// The archive itself, for Foundation's own reader where that is used.
  let data: Data

  /// Opens an archive, in the binary or the XML form of property lists.
  ///
  /// - Throws: `unavailableCoercionError` for bytes that are no archive, or a damaged one, with the cause
  ///   `CocoaError.coderReadCorrupt`.
  public init(_ data: Data) throws(ItemProviderError) {
    let limits = PropertyListLimits(growth: (factor: 16, extra: 1 << 20))
    let node: PropertyListNode
    do {
      node = try PropertyListReading(data, limits: limits).node
    } catch {
      throw .damagedArchive("it is no property list: \(error.message)")
    }
    guard case .dictionary(let members) = node else { throw .damagedArchive("it is no dictionary") }
    let table = KeyedArchive.table(of: members)
    guard case .string("NSKeyedArchiver")? = table["$archiver"] else {
      throw .damagedArchive("no keyed archiver is named under $archiver")
    }
    guard case .integer(100_000)? = table["$version"] else {
      throw .damagedArchive("$version is not 100000, the only one there is")
    }
    guard case .array(let nodes)? = table["$objects"], case .string("$null")? = nodes.first else {
      throw .damagedArchive("$objects is no array that begins with $null")
    }
    guard case .dictionary(let top)? = table["$top"],
      case .uid(let root)? = KeyedArchive.table(of: top)[NSKeyedArchiveRootObjectKey]
    else { throw .damagedArchive("$top names no object under \(NSKeyedArchiveRootObjectKey)") }
    self.root = try KeyedArchive.place(root, among: nodes.count)
    objects = try KeyedArchive.objects(nodes)
    self.data = data
  }

  private static func objects(_ nodes: [PropertyListNode]) throws(ItemProviderError) -> [Object] {
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
      default: throw .damagedArchive("object \(number) is neither a value nor an object with a class")
      }
    }
    return objects
  }

  private static func instance(
    _ table: [String: PropertyListNode], number: Int, among nodes: [PropertyListNode]
  ) throws(ItemProviderError) -> Instance {
    guard case .uid(let uid)? = table["$class"] else {
      throw .damagedArchive("object \(number) has no class")
    }
    let place = try place(uid, among: nodes.count)
    guard case .dictionary(let members) = nodes[place],
      case .string(let name)? = members.first(where: { $0.key == "$classname" })?.value
    else { throw .damagedArchive("the class of object \(number) has no name") }
    return Instance(className: name, members: table)
  }

  private static func table(of members: [PropertyListMember]) -> [String: PropertyListNode] {
    Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private static func place(_ uid: UInt64, among count: Int) throws(ItemProviderError) -> Int {
    guard let place = Int(exactly: uid), place < count else {
      throw .damagedArchive("object \(uid) is referred to, and there are \(count)")
    }
    return place
  }

  /// What a reference in the archive stands for, with its number.
  func referred(by node: PropertyListNode, as what: String) throws(ItemProviderError) -> (Int, Object) {
    guard case .uid(let uid) = node else { throw .damagedArchive("\(what) is no reference to an object") }
    let place = try KeyedArchive.place(uid, among: objects.count)
    return (place, objects[place])
  }
}

extension KeyedArchive {
  /// The name of a class as archives have it, such as `NSString` and `Addresses.Person`.
  ///
  /// `NSStringFromClass` ends the process on classes inside other types, files and functions; these have the names that
  /// Swift gives them, with more than one point.
  static func name(of type: AnyClass) -> String {
    let name = String(reflecting: type)
    return name.hasPrefix("Foundation.NS") ? String(name.dropFirst("Foundation.".count)) : name
  }
}

extension ItemProviderError {
  /// An archive that cannot be read, whatever is asked of it.
  static func damagedArchive(_ reason: String) -> ItemProviderError {
    ItemProviderError(
      .unavailableCoercionError, "The keyed archive cannot be read: \(reason)",
      cause: CocoaError(.coderReadCorrupt))
  }

  /// An archive that holds an object of a class that nobody asked for.
  static func foreignClass(_ found: String, allowed: [AnyClass], place: String) -> ItemProviderError {
    let names = Set(allowed.map { KeyedArchive.name(of: $0) }).sorted().joined(separator: ", ")
    return ItemProviderError(
      .unexpectedValueClassError,
      "The keyed archive has an object of class \(found.debugDescription) as \(place); allowed are \(names)",
      cause: CocoaError(.coderReadCorrupt))
  }
}
