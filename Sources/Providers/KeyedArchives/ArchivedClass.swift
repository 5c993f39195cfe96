#if !canImport(ObjectiveC)
  import Foundation
  import PropertyLists

  /// An allowed class of an archive's objects: a Foundation class that this module decodes, or a class that
  /// decodes its own objects.
  ///
  /// The `init(coder:)` of a Foundation class is never called. Several of these initializers end the process
  /// if the archive is damaged or the coder is not Foundation's own.
  enum ArchivedClass {
    case foundation(ArchivedFoundationClass)
    case other(any (NSObject & NSSecureCoding).Type)

    /// The classes that are always allowed in containers.
    static let propertyListClasses: [AnyClass] = [
      NSString.self, NSNumber.self, NSDate.self, NSData.self, NSArray.self, NSDictionary.self,
    ]

    /// Looks up a class by name.
    ///
    /// Returns nil if neither the class nor a superclass is allowed, or if the class is not safe to
    /// instantiate.
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

    /// Returns the runtime's class for a name; nil if the name is not well formed or there is no such class.
    private static func type(named name: String) -> AnyClass? {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let areNames = parts.allSatisfy { part in
        guard let first = part.unicodeScalars.first, part.utf8.count <= 200 else { return false }
        return (first.properties.isXIDStart || first == "_")
          && part.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
      }
      return parts.count == 2 && areNames ? NSClassFromString(name) : nil
    }

    /// Returns whether a class and all its superclasses except `NSObject` are outside Foundation.
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

    /// Returns the object for a property list value: a string, a number or data.
    static func object(of node: PropertyListNode) throws(KeyedArchiveError) -> NSObject {
      switch node {
      case .string(let string): return NSString(string: string)
      case .data(let data): return NSData(data: data)
      case .boolean(let boolean): return NSNumber(value: boolean)
      case .integer(let integer): return NSNumber(value: integer)
      case .real(let real, _): return NSNumber(value: real)
      case .largeInteger(let digits):
        guard let number = UInt64(digits) else {
          throw .damaged("\(digits) is too large for a number object")
        }
        return NSNumber(value: number)
      default: throw .damaged("a container was found instead of a value")
      }
    }
  }
#endif
