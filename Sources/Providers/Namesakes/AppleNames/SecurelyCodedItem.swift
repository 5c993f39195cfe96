import Foundation
import ItemProviders

/// The items of the coercing interface, which are objects of Foundation's classes in Apple's names and values here.
enum SecurelyCodedItem {
  /// The value of an object that has one, otherwise the object itself.
  static func value(of item: any NSSecureCoding) -> any Sendable {
    switch item {
    case let text as NSString: text as String
    case let url as NSURL: url as URL
    case let data as NSData: data as Data
    case let date as NSDate: date as Date
    case let identifier as NSUUID: identifier as UUID
    default: asSendable(item)
    }
  }

  /// The object of a value that has one.
  ///
  /// - Throws: ``ItemProviderError`` with code `unexpectedValueClassError` for a value that cannot be archived.
  static func object(of value: any Sendable) throws -> any NSSecureCoding {
    switch value {
    case let item as any NSSecureCoding: return item
    case let text as String: return text as NSString
    case let url as URL: return url as NSURL
    case let data as Data: return data as NSData
    case let date as Date: return date as NSDate
    case let identifier as UUID: return identifier as NSUUID
    default: break
    }
    // Numbers, arrays and dictionaries have objects that Foundation knows.
    if let item = value as AnyObject as? any NSSecureCoding { return item }
    throw ItemProviderError(
      .unexpectedValueClassError,
      reason: "an item of type \(type(of: value)) has no object that can be coded; load it as the value it is"
    )
  }

  /// The options with Apple's keys as those of this library; a key that is no text has nobody to read it there either.
  static func options(_ options: [AnyHashable: Any]?) -> [String: any Sendable]? {
    guard let options else { return nil }
    var known: [String: any Sendable] = [:]
    for (key, value) in options {
      if let key = key as? String { known[key] = asSendable(value) }
    }
    return known
  }

  /// The class that has the wanted type's objects, nil when no class does.
  static func objectClass(of type: Any.Type?) -> AnyClass? {
    switch type {
    case is String.Type: NSString.self
    case is URL.Type: NSURL.self
    case is Data.Type: NSData.self
    default: type as? AnyClass
    }
  }

  /// An item that its source may hand out from any thread, as Apple's interface asks of it without saying so in a type.
  private static func asSendable(_ item: Any) -> any Sendable {
    // The marker adds nothing to a value's layout; no cast can add it, because nothing is there to be looked up.
    unsafeBitCast(item as Any, to: (any Sendable).self)
  }
}
