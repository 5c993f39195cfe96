#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  /// The coercing interface for objects that can be archived, in addition to the interface for values.
  ///
  /// If the completion of a load has no explicit types, the completion receives values. A `registerItem`
  /// handler without explicit types gets Apple's handler type if the body of the handler compiles with this
  /// type.
  extension ItemProvider {
    /// A function that receives an object that can be archived, or an error.
    public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void
    /// A function that makes an object and calls the completion once, with the object or an error.
    ///
    /// The arguments are the completion, the class that the receiver requested, if any, and the receiver's
    /// options. The completion is never nil. Source code can call the completion directly, with `?` or with
    /// `!`.
    public typealias LoadHandler = @Sendable (CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void

    /// Makes a provider of one object for the coercing interface.
    ///
    /// - Parameters:
    ///   - item: the object; a later `registerItem` for the same identifier replaces the object.
    ///   - typeIdentifier: the type of the item; nil for the first type that the object's value can be
    ///     written as.
    public convenience init(item: any NSSecureCoding, typeIdentifier: String?) {
      self.init(item: SecurelyCodedItem.value(of: item), typeIdentifier: typeIdentifier)
    }

    /// Registers an item for the coercing interface, visible to all receivers.
    ///
    /// - Parameters:
    ///   - typeIdentifier: any non-empty identifier. If the identifier was passed to
    ///     `init(item:typeIdentifier:)`, the handler replaces the item of that call.
    ///   - loadHandler: called on a background queue for each load; calls its completion once.
    @preconcurrency
    public func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
      let handler = Self.handlerOfValues(loadHandler)
      registerItem(forTypeIdentifier: typeIdentifier, loadHandler: handler)
    }

    /// Loads an item as an object that can be archived.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the requested type.
    ///   - options: passed to the source's handler; options whose keys are not strings are omitted.
    ///   - completionHandler: called once, on a background queue, with the object, the source's error or
    ///     an ``ItemProviderError``.
    @_disfavoredOverload
    @preconcurrency
    public func loadItem(
      forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
      completionHandler: CompletionHandler?
    ) {
      loadItem(forTypeIdentifier: typeIdentifier, options: SecurelyCodedItem.options(options)) {
        item, error in
        Self.report(item, error, to: completionHandler)
      }
    }

    /// Loads a preview image as an object that can be archived.
    ///
    /// - Parameters:
    ///   - options: passed to the preview handler; options whose keys are not strings are omitted.
    ///   - completionHandler: called once, on a background queue, with the object or an error.
    @_disfavoredOverload
    @preconcurrency
    public func loadPreviewImage(
      options: [AnyHashable: Any]? = nil, completionHandler: @escaping CompletionHandler
    ) {
      loadPreviewImage(options: SecurelyCodedItem.options(options)) { item, error in
        Self.report(item, error, to: completionHandler)
      }
    }

    /// The handler that creates a preview image, as a function with Apple's types.
    ///
    /// A handler that was set through `ItemProviders` is converted to a handler that returns objects. A
    /// handler that is set through this property is converted to a handler that returns values.
    @_disfavoredOverload
    public var previewImageHandler: LoadHandler? {
      get {
        guard let handler = previewHandlerOfValues else { return nil }
        return { completion, expected, options in
          handler(
            { item, error in Self.report(item, error, to: completion) }, expected,
            SecurelyCodedItem.options(options) ?? [:])
        }
      }
      set { previewHandlerOfValues = newValue.map(Self.handlerOfValues) }
    }

    /// Converts a handler that returns objects to a handler that returns values.
    private static func handlerOfValues(_ loadHandler: @escaping LoadHandler) -> ItemLoadHandler {
      { completion, expected, options in
        loadHandler(
          { item, error in completion(item.map(SecurelyCodedItem.value), error) },
          SecurelyCodedItem.objectClass(of: expected), options)
      }
    }

    private static func report(
      _ item: (any Sendable)?, _ error: (any Error)?, to completionHandler: CompletionHandler?
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

  extension Optional where Wrapped == ItemProvider.CompletionHandler {
    /// Calls the completion that a handler receives; does nothing if the completion is nil.
    ///
    /// In Apple's API, the completion's type was implicitly unwrapped. Existing source code therefore calls
    /// the completion directly.
    ///
    /// - Parameters:
    ///   - item: the object; nil after a failure.
    ///   - error: the failure; nil on success.
    public func callAsFunction(_ item: (any NSSecureCoding)?, _ error: (any Error)?) { self?(item, error) }
  }

  /// Conversions between the objects of Apple's coercing interface and the values of this library.
  enum SecurelyCodedItem {
    /// Returns the value that corresponds to an object, or the object itself if no value corresponds to it.
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

    /// Returns the object for a value.
    ///
    /// - Throws: ``ItemProviderError`` with code `unexpectedValueClassError` for a value that cannot be
    ///   archived.
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
      // Foundation provides objects for numbers, arrays and dictionaries.
      if let item = value as AnyObject as? any NSSecureCoding { return item }
      throw ItemProviderError(
        .unexpectedValueClassError,
        reason:
          "an item of type \(type(of: value)) has no object that can be coded; load it as the value it is"
      )
    }

    /// Converts options with Apple's keys to options of this library; omits options whose keys are not
    /// strings.
    static func options(_ options: [AnyHashable: Any]?) -> [String: any Sendable]? {
      guard let options else { return nil }
      var known: [String: any Sendable] = [:]
      for (key, value) in options {
        if let key = key as? String { known[key] = asSendable(value) }
      }
      return known
    }

    /// Returns the class of objects that corresponds to a requested type; nil if no class corresponds.
    static func objectClass(of type: Any.Type?) -> AnyClass? {
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
    private static func asSendable(_ item: Any) -> any Sendable {
      // `Sendable` is a marker protocol: it does not change the memory layout, and a cast cannot add the
      // conformance.
      unsafeBitCast(item as Any, to: (any Sendable).self)
    }
  }
#endif
