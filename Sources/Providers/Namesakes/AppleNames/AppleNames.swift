// Apple's names for what this library calls otherwise, so that source written for Apple's platforms compiles elsewhere.
//
// Most names are other names of the same types. The protocols of readable and writable objects are protocols of their
// own: those here have to be `Sendable` values, and Apple's are kept by classes that are not. Their objects travel in
// boxes.
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
/// The key of what a script on a web page found, in the property list of an item (source: `NSItemProvider.h`).
public var NSExtensionJavaScriptPreprocessingResultsKey: String {
  "NSExtensionJavaScriptPreprocessingResultsKey"
}
/// The key of what a script on a web page is to be told at its end, in the property list of an item (source:
/// `NSItemProvider.h`).
public var NSExtensionJavaScriptFinalizeArgumentKey: String { "NSExtensionJavaScriptFinalizeArgumentKey" }
