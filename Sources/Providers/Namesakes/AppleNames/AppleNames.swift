// Apple's names for API that this library names differently, so that source code written for Apple's
// platforms compiles elsewhere.
//
// Most names are type aliases. The protocols for readable and writable objects are separate protocols. This
// library's protocols require `Sendable` values, but classes that conform to Apple's protocols need not be
// `Sendable`. Objects of such classes are wrapped in boxes.
#if !canImport(Darwin)
  @_exported public import ItemProviders

  /// An item that is offered in several representations: ``ItemProvider``.
  public typealias NSItemProvider = ItemProvider
  /// The receivers that can see a representation.
  public typealias NSItemProviderRepresentationVisibility = RepresentationVisibility
  /// Permissions that a file representation grants in addition to copying.
  public typealias NSItemProviderFileOptions = ItemProviderFileOptions
  /// The source's preferred presentation of an item: inserted inline, or kept as an attachment.
  public typealias UIPreferredPresentationStyle = PresentationStyle
  /// A value with a natural size, which becomes the provider's preferred presentation size.
  public typealias UIItemProviderPresentationSizeProviding = PresentationSizeProviding

  extension ItemProvider {
    /// The source's preferred presentation of an item.
    public typealias PreferredPresentationStyle = PresentationStyle

    /// The kinds of failure of a provider, with Apple's codes.
    ///
    /// Errors of this library have an ``ItemProviderError/Code``, which has the same numbers and can have
    /// others.
    public enum ErrorCode: Int, Sendable {
      /// A failure that no other code describes.
      case unknownError = -1
      /// The representation or the preview does not exist, the source returned nothing, or the load was
      /// cancelled.
      case itemUnavailableError = -1000
      /// The item's class cannot be coerced to the requested class.
      case unexpectedValueClassError = -1100
      /// A coercion to the requested class exists but failed.
      case unavailableCoercionError = -1200
    }
  }

  /// The `NSError` domain of a provider's errors.
  public var NSItemProviderErrorDomain: String { ItemProvider.errorDomain }
  /// The options key for the image size, in pixels, that a receiver requests.
  public var NSItemProviderPreferredImageSizeKey: String { ItemProvider.preferredImageSizeKey }
  /// The key, in an item's property list, for the results of a script that ran on a web page.
  ///
  /// Source: `NSItemProvider.h`.
  public var NSExtensionJavaScriptPreprocessingResultsKey: String {
    "NSExtensionJavaScriptPreprocessingResultsKey"
  }
  /// The key, in an item's property list, for the arguments that a web page script receives when it
  /// finishes.
  ///
  /// Source: `NSItemProvider.h`.
  public var NSExtensionJavaScriptFinalizeArgumentKey: String { "NSExtensionJavaScriptFinalizeArgumentKey" }
#endif
