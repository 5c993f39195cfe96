#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  /// The coercing interface for objects that can be archived, in addition to the interface for values.
  ///
  /// If the completion of a load has no explicit types, the completion receives values, because Swift warns
  /// about each cast of an object to a value outside Apple's systems. The completion receives objects if its
  /// body compiles only with objects. A `registerItem` handler without explicit types gets Apple's handler
  /// type if the body of the handler compiles with this type.
  extension ItemProvider {
    /// A function that makes an object and calls the completion once, with the object or an error.
    ///
    /// The arguments are the completion, the class that the receiver requested, if any, and the receiver's
    /// options. The completion is never nil. Source code can call the completion directly, with `?` or with
    /// `!`.
    public typealias LoadHandler = @Sendable (CompletionHandler?, AnyClass?, [AnyHashable: Any]?) -> Void

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

    /// Loads a preview image as an object that can be archived.
    ///
    /// - Parameters:
    ///   - options: passed to the preview handler; options whose keys are not strings are omitted. The
    ///     preferred size is an `NSValue` of a `CGSize`, in pixels.
    ///   - completionHandler: called once, on a background queue, with the object or an error.
    @_disfavoredOverload
    @preconcurrency
    public func loadPreviewImage(
      options: [AnyHashable: Any]? = nil, completionHandler: @escaping CompletionHandler
    ) {
      loadPreviewImage(options: PreferredImageSize.asValue(in: SecurelyCodedItem.options(options))) {
        item, error in
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
            PreferredImageSize.asValue(in: SecurelyCodedItem.options(options)) ?? [:])
        }
      }
      set { previewHandlerOfValues = newValue.map(Self.handlerOfValues) }
    }

    /// Converts a handler that returns objects to a handler that returns values.
    private static func handlerOfValues(_ loadHandler: @escaping LoadHandler) -> ItemLoadHandler {
      { completion, expected, options in
        loadHandler(
          { item, error in completion(item.map(SecurelyCodedItem.value), error) },
          SecurelyCodedItem.objectClass(of: expected), PreferredImageSize.asObject(in: options))
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

  /// Conversions of the option for the size of an image, which is an `NSValue` in Apple's API.
  private enum PreferredImageSize {
    /// Returns options with a size for this library's handlers; a value that is not an `NSValue` is kept.
    static func asValue(in options: [String: any Sendable]?) -> [String: any Sendable]? {
      guard var options, let value = options[ItemProvider.preferredImageSizeKey] as? NSValue else {
        return options
      }
      options[ItemProvider.preferredImageSizeKey] = PresentationSize(value.cgSizeValue)
      return options
    }

    /// Returns options with a size for Apple's handlers.
    static func asObject(in options: [String: any Sendable]) -> [AnyHashable: Any] {
      var known: [AnyHashable: Any] = options
      if let size = options[ItemProvider.preferredImageSizeKey] as? PresentationSize {
        known[ItemProvider.preferredImageSizeKey] = NSValue(cgSize: CGSize(size))
      }
      return known
    }
  }
#endif
