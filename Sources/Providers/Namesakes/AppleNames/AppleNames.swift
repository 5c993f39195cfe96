// Apple's names for API that this library names differently, so that source written for Apple's
// platforms compiles elsewhere.
//
// Most names are aliases of the same types. The protocols of readable and writable objects are
// separate: the protocols of this library require `Sendable` values, and classes that conform to
// Apple's protocols are not `Sendable`. Their objects are passed in boxes.
#if !canImport(Darwin)
  @_exported public import ItemProviders

  /// One thing offered in several representations: ``ItemProvider``.
  public typealias NSItemProvider = ItemProvider
  /// The receivers that can see a representation.
  public typealias NSItemProviderRepresentationVisibility = RepresentationVisibility
  /// The ways to access a file representation besides copying it.
  public typealias NSItemProviderFileOptions = ItemProviderFileOptions
  /// Whether a source wants its item inserted inline or kept as a file.
  public typealias UIPreferredPresentationStyle = PresentationStyle

  /// The `NSError` domain of a provider's errors.
  public var NSItemProviderErrorDomain: String { ItemProvider.errorDomain }
  /// The options key for the image size that a receiver wants, in pixels.
  public var NSItemProviderPreferredImageSizeKey: String { ItemProvider.preferredImageSizeKey }
  /// The key for the results of a script run on a web page, in an item's property list (source:
  /// `NSItemProvider.h`).
  public var NSExtensionJavaScriptPreprocessingResultsKey: String {
    "NSExtensionJavaScriptPreprocessingResultsKey"
  }
  /// The key for the arguments passed to a web page script when it finishes, in an item's property list
  /// (source: `NSItemProvider.h`).
  public var NSExtensionJavaScriptFinalizeArgumentKey: String { "NSExtensionJavaScriptFinalizeArgumentKey" }
#endif
