package import Foundation

/// Conversions between the objects of Apple's coercing interface and the values of this library.
package enum SecurelyCodedItem {
  /// Returns the value that corresponds to an object, or the object itself if no value corresponds to it.
  package static func value(of item: any NSSecureCoding) -> any Sendable {
    switch item {
    case let text as NSString: text as String
    case let url as NSURL: url as URL
    case let data as NSData: data as Data
    case let date as NSDate: date as Date
    case let identifier as NSUUID: identifier as UUID
    default: asSendable(item)
    }
  }

  /// Returns the object for a value.
  ///
  /// - Throws: ``ItemProviderError`` with code `unexpectedValueClassError` for a value that cannot be
  ///   archived.
  package static func object(of value: any Sendable) throws -> any NSSecureCoding {
    switch value {
    // `AppleNames` lets some values be coded themselves; receivers expect the objects.
    case let text as String: return text as NSString
    case let url as URL: return url as NSURL
    case let data as Data: return data as NSData
    case let date as Date: return date as NSDate
    case let identifier as UUID: return identifier as NSUUID
    case let item as any NSSecureCoding: return item
    default: break
    }
    // Foundation provides objects for numbers, arrays and dictionaries.
    if let item = value as AnyObject as? any NSSecureCoding { return item }
    throw ItemProviderError(
      .unexpectedValueClassError,
      reason:
        "an item of type \(type(of: value)) cannot be coded as an object; load it as a Swift value"
    )
  }

  /// Converts options with Apple's keys to options of this library; omits options whose keys are not
  /// strings.
  package static func options(_ options: [AnyHashable: Any]?) -> [String: any Sendable]? {
    guard let options else { return nil }
    var known: [String: any Sendable] = [:]
    for (key, value) in options {
      if let key = key as? String { known[key] = asSendable(value) }
    }
    return known
  }

  /// Returns the class of objects that corresponds to a requested type; nil if no class corresponds.
  package static func objectClass(of type: Any.Type?) -> AnyClass? {
    switch type {
    case is String.Type: NSString.self
    case is URL.Type: NSURL.self
    case is Data.Type: NSData.self
    default: type as? AnyClass
    }
  }

  /// Returns an item as a `Sendable` value.
  ///
  /// Apple's interface requires that items can be used from any thread, but the types of the items do not
  /// express this requirement.
  package static func asSendable(_ item: Any) -> any Sendable {
    // `Sendable` is a marker protocol: it does not change the memory layout, and a cast cannot add the
    // conformance.
    unsafeBitCast(item as Any, to: (any Sendable).self)
  }
}
