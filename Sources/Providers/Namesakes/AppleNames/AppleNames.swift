// Apple's names where this library has others, so that source written for Apple's platforms compiles elsewhere.
//
// Most names are other names of the same types. The protocols of readable and writable objects are protocols of their
// own: those of this library require `Sendable` values, and classes that conform to Apple's are not `Sendable`. Their
// objects are passed in boxes.
#if !canImport(Darwin)
  @_exported public import ItemProviders

  /// One thing offered in several representations: ``ItemProvider``.
  public typealias NSItemProvider = ItemProvider
  /// Who may know of a representation.
  public typealias NSItemProviderRepresentationVisibility = RepresentationVisibility
  /// What a file representation allows besides being copied.
  public typealias NSItemProviderFileOptions = ItemProviderFileOptions
  /// Whether a source wants its item merged in place or kept as a file.
  public typealias UIPreferredPresentationStyle = PresentationStyle

  /// The domain of a provider's errors as `NSError`.
  public var NSItemProviderErrorDomain: String { ItemProvider.errorDomain }
  /// The options key for the size, in pixels, that a receiver wants an image in.
  public var NSItemProviderPreferredImageSizeKey: String { ItemProvider.preferredImageSizeKey }
  /// The key of the results of a script on a web page, in the property list of an item (source: `NSItemProvider.h`).
  public var NSExtensionJavaScriptPreprocessingResultsKey: String {
    "NSExtensionJavaScriptPreprocessingResultsKey"
  }
  /// The key of the arguments for a script on a web page at its end, in the property list of an item (source:
  /// `NSItemProvider.h`).
  public var NSExtensionJavaScriptFinalizeArgumentKey: String { "NSExtensionJavaScriptFinalizeArgumentKey" }
#endif
