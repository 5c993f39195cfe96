public import Foundation
public import ItemProviders

/// The coercing interface with objects that can be coded, beside the one with values.
///
/// A completion or a handler that says no types gets the values.
extension ItemProvider {
  /// Takes an object or an error.
  public typealias SecureCodingCompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

  /// Makes a provider of one object for the coercing interface.
  public convenience init(item: any NSSecureCoding, typeIdentifier: String?) {
    self.init(item: SecurelyCodedItem.value(of: item), typeIdentifier: typeIdentifier)
  }

  /// Registers an item for the coercing interface, visible to all.
  ///
  /// - Parameter loadHandler: its completion is never nil; the type says what Apple's says.
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

  /// Asks the source for a preview image as an object that can be coded.
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
