public import Foundation
public import ItemProviders

/// The coercing interface with objects that can be coded, in addition to the one with values.
///
/// A completion or a handler without explicit types gets the values.
extension ItemProvider {
  /// Takes an object or an error.
  public typealias SecureCodingCompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

  /// Makes a provider of one object for the coercing interface.
  public convenience init(item: any NSSecureCoding, typeIdentifier: String?) {
    self.init(item: SecurelyCodedItem.value(of: item), typeIdentifier: typeIdentifier)
  }

  /// Registers an item for the coercing interface, visible to all.
  ///
  /// - Parameter loadHandler: its completion is never nil; the type is Apple's.
  @_disfavoredOverload
  public func registerItem(
    forTypeIdentifier typeIdentifier: String,
    loadHandler: @escaping @Sendable (SecureCodingCompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void
  ) {
    registerItem(forTypeIdentifier: typeIdentifier) { completion, expected, options in
      loadHandler(
        { item, error in completion(item.map(SecurelyCodedItem.value), error) },
        SecurelyCodedItem.objectClass(of: expected), options)
    }
  }

  /// Loads an item as an object that can be coded.
  @_disfavoredOverload
  public func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: SecureCodingCompletionHandler?
  ) {
    loadItem(forTypeIdentifier: typeIdentifier, options: SecurelyCodedItem.options(options)) { item, error in
      Self.report(item, error, to: completionHandler)
    }
  }

  /// Loads a preview image as an object that can be coded.
  @_disfavoredOverload
  public func loadPreviewImage(
    options: [AnyHashable: Any]? = nil, completionHandler: @escaping SecureCodingCompletionHandler
  ) {
    loadPreviewImage(options: SecurelyCodedItem.options(options)) { item, error in
      Self.report(item, error, to: completionHandler)
    }
  }

  private static func report(
    _ item: (any Sendable)?, _ error: (any Error)?, to completionHandler: SecureCodingCompletionHandler?
  ) {
    guard let item else {
      completionHandler?(nil, error)
      return
    }
    do {
      completionHandler?(try SecurelyCodedItem.object(of: item), nil)
    } catch {
      completionHandler?(nil, error)
    }
  }
}

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

  /// The options with Apple's keys as those of this library; keys that are not text are left out.
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

  /// An item that may be used from any thread, which Apple's interface requires without a type for it.
  private static func asSendable(_ item: Any) -> any Sendable {
    // `Sendable` is a marker protocol: it does not change the layout, and a cast cannot add it.
    unsafeBitCast(item as Any, to: (any Sendable).self)
  }
}
