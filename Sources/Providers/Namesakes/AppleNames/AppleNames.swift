// Apple's names for API that this library names differently, so that source written for Apple's
// platforms compiles elsewhere.
//
// Most names are type aliases. The protocols for readable and writable objects are separate protocols:
// this library's protocols require `Sendable` values, but classes that conform to Apple's protocols need
// not be `Sendable`. The objects of these classes are passed in boxes.
#if !canImport(Darwin)
  @_exported public import ItemProviders

  /// An item that is offered in several representations: ``ItemProvider``.
  public typealias NSItemProvider = ItemProvider
  /// The receivers that can see a representation.
  public typealias NSItemProviderRepresentationVisibility = RepresentationVisibility
  /// Additional permissions of a file representation, besides copying.
  public typealias NSItemProviderFileOptions = ItemProviderFileOptions
  /// A source's preference for its item: inserted inline, or kept as a file.
  public typealias UIPreferredPresentationStyle = PresentationStyle

  /// The `NSError` domain of a provider's errors.
  public var NSItemProviderErrorDomain: String { ItemProvider.errorDomain }
  /// The options key for the image size, in pixels, that a receiver requests.
  public var NSItemProviderPreferredImageSizeKey: String { ItemProvider.preferredImageSizeKey }
  /// The key for the results of a script that ran on a web page; it is used in an item's property list
  /// (source: `NSItemProvider.h`).
  public var NSExtensionJavaScriptPreprocessingResultsKey: String {
    "NSExtensionJavaScriptPreprocessingResultsKey"
  }
  /// The key for the arguments that a web page script receives when it finishes; it is used in an item's
  /// property list (source: `NSItemProvider.h`).
  public var NSExtensionJavaScriptFinalizeArgumentKey: String { "NSExtensionJavaScriptFinalizeArgumentKey" }
#endif
