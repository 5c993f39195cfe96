import PropertyLists

#if !canImport(ObjectiveC)
  import Foundation
  import PropertyLists

  /// A class that an archive names and that may be made: one of Foundation's, which are read here, or another's own.
  ///
  /// Foundation's own classes are never asked to read themselves: several of them end the process on damage, and on any
  /// coder but Foundation's.
  enum ArchivedClass {
    case foundation(ArchivedFoundationClass)
    case other(any (NSObject & NSSecureCoding).Type)

    /// The classes that need not be named inside containers.
    static let propertyListClasses: [AnyClass] = [
      NSString.self, NSNumber.self, NSDate.self, NSData.self, NSArray.self, NSDictionary.self,
    ]

    /// The class of a name, if it is one of these classes or a subclass of one, and can be made safely.
    init?(named name: String, among allowed: [AnyClass]) {
      if let kind = ArchivedFoundationClass(name: name) {
        guard allowed.contains(where: { Self.isSubclass(kind.type, of: $0) }) else { return nil }
        self = .foundation(kind)
        return
      }
      let mapped: AnyClass? = NSKeyedUnarchiver.class(forClassName: name)
      let named: AnyClass? =
        mapped ?? allowed.first { KeyedArchive.name(of: $0) == name } ?? Self.type(named: name)
      guard let named, allowed.contains(where: { Self.isSubclass(named, of: $0) }),
        let type = named as? any (NSObject & NSSecureCoding).Type, type.supportsSecureCoding,
        Self.readsItself(type)
      else { return nil }
      self = .other(type)
    }

    /// The class that the runtime has under a name; nothing is asked of the runtime that is no class's name.
    private static func type(named name: String) -> AnyClass? {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let areNames = parts.allSatisfy { part in
        guard let first = part.unicodeScalars.first, part.utf8.count <= 200 else { return false }
        return (first.properties.isXIDStart || first == "_")
          && part.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
      }
      return parts.count == 2 && areNames ? NSClassFromString(name) : nil
    }

    /// Whether none of the classes that a class is made of is Foundation's, but `NSObject`.
    private static func readsItself(_ type: AnyClass) -> Bool {
      var type: AnyClass? = type
      while let next = type, next != NSObject.self {
        if String(reflecting: next).hasPrefix("Foundation") { return false }
        type = _getSuperclass(next)
      }
      return true
    }

    static func isSubclass(_ type: AnyClass, of other: AnyClass) -> Bool {
      var type: AnyClass? = type
      while let next = type {
        if next == other { return true }
        type = _getSuperclass(next)
      }
      return false
    }

    static func isKind(_ object: NSObject, of type: AnyClass) -> Bool {
      isSubclass(Swift.type(of: object), of: type)
    }

    /// The object that a string, a number or data is.
    static func object(of node: PropertyListNode) throws(ItemProviderError) -> NSObject {
      switch node {
      case .string(let string): return NSString(string: string)
      case .data(let data): return NSData(data: data)
      case .boolean(let boolean): return NSNumber(value: boolean)
      case .integer(let integer): return NSNumber(value: integer)
      case .real(let real, _): return NSNumber(value: real)
      case .largeInteger(let digits):
        guard let number = UInt64(digits) else {
          throw .damagedArchive("\(digits) is beyond all that a number object holds")
        }
        return NSNumber(value: number)
      default: throw .damagedArchive("a container stands where a value must")
      }
    }
  }
#endif
