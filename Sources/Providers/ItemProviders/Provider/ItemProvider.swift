import ByteTools
public import Foundation
import ProfferFileSystem

/// One item offered in several representations, best first.
///
/// A source registers representations; their contents are made when a receiver loads them. A receiver queries the types
/// and loads one of them. The API is Apple's `NSItemProvider` without the prefix, and with values where that requires
/// classes.
///
/// Every load returns a `Progress` at once. Its completion runs once, with a value or an error, on a concurrent
/// background queue, never on the main queue. Cancelling the progress completes the load at once, whatever the source
/// does; so does a source that releases its completion without calling it. A load keeps everything that it needs alive:
/// neither the provider nor the progress has to be held. All members may be used from any thread.
///
/// A completion may wait for another load, which on Apple's one serial queue waits for ever. It blocks a thread while it
/// waits, and off Apple's platforms Dispatch replaces blocked threads slowly, about one a second: where many loads wait,
/// the `async` forms do so without threads.
///
/// One provider is one item: its representations are alternatives, of which a receiver takes one. Several items are
/// several providers. ``diagnostics`` reports offers that are allowed but probably mistakes, such as an identifier
/// registered twice.
///
/// Several loads may share a parent progress. Add them to it before any of them can finish, or from one thread at a
/// time: off Apple's platforms Foundation keeps the tree of progresses without a lock, and only the loads' own changes
/// to it are synchronized.
///
/// A subclass can override the members declared here; those in extensions, including the `async` forms, call them.
///
/// ## Omitted members
///
/// Members of Apple's class that have no meaning for a program and its files:
/// - `registerCKShare`, `registerCloudKitShare`: a share is stored in iCloud.
/// - `registerGroupActivity`: the activity is FaceTime's.
/// - `sourceFrame`, `containerFrame`: rectangles on a screen.
/// - `NSExtensionJavaScriptPreprocessingResultsKey`, `NSExtensionJavaScriptFinalizeArgumentKey`: keys for
///   scripts in a web view.
/// - Coercions to `FileWrapper`, and of images to TIFF: classes of Apple's frameworks. An item is coerced to every type
///   that conforms to ``ItemProviderReading``, including images.
/// - `UIItemProviderReadingAugmentationProviding`, `UIItemProviderReadingAugmentationDesignating`: classes that extend
///   what another class reads. A type that reads more declares that itself.
/// - File coordination: these platforms do not have it. The arguments exist and have no effect.
open class ItemProvider: NSObject, NSCopying, @unchecked Sendable {
  /// Called with an item or an error; exactly one of the two is present.
  public typealias ItemCompletionHandler = @Sendable ((any Sendable)?, (any Error)?) -> Void
  /// Makes an item and calls the completion once, with it or with an error.
  ///
  /// Its arguments are the completion, the wanted class, if the receiver named one, and the receiver's options.
  public typealias ItemLoadHandler =
    @Sendable (@escaping ItemCompletionHandler, _ expectedClass: Any.Type?, [String: any Sendable]) -> Void
  /// What went wrong, with Apple's codes.
  public typealias ErrorCode = ItemProviderError.Code

  /// The domain of the errors as `NSError`.
  public class var errorDomain: String { ItemProviderError.errorDomain }
  /// The label of the concurrent queue that completions run on.
  public static let callbackQueueLabel = CallbackQueue.label
  /// Whether the caller runs on the queue that completions run on.
  package static var isOnCallbackQueue: Bool { CallbackQueue.isCurrent }
  /// The options key for the size, in pixels, that a receiver wants for an image: a ``PresentationSize``.
  public static let preferredImageSizeKey = "NSItemProviderPreferredImageSizeKey"

  let state = Locked(State())

  /// Makes a provider without representations.
  public override init() { super.init() }

  /// Makes a provider of one item for the coercing interface; `loadItem` of the same type returns that item.
  ///
  /// `registerItem` for the same identifier replaces the item.
  ///
  /// - Parameters:
  ///   - item: nil makes an empty provider.
  ///   - typeIdentifier: nil takes the first type that the item can be written as, and makes an empty provider where
  ///     there is none.
  public init(item: (any Sendable)?, typeIdentifier: String?) {
    super.init()
    let ownType = (item as? any ItemProviderWriting)?.writableTypeIdentifiersForItemProvider.first
    if let item, let type = typeIdentifier ?? ownType {
      var initial = Representation.item(type) { completion, _, _ in completion(item, nil) }
      initial.isReplaceable = true
      register(initial)
    }
  }

  /// Makes a provider with the current offers of another one, independent of it afterwards.
  ///
  /// Handlers and objects are shared. A subclass calls this from its own `copy(with:)`.
  ///
  /// - Parameter other: the provider to copy.
  public init(copying other: ItemProvider) {
    super.init()
    let copied = other.state.withLock { $0 }
    state.withLock { $0 = copied }
  }

  /// Copies the registrations and all metadata, as `init(copying:)` does; a plain provider unless overridden.
  ///
  /// - Parameter zone: not used.
  /// - Returns: an ``ItemProvider``.
  open func copy(with zone: NSZone? = nil) -> Any { ItemProvider(copying: self) }

  /// The provider's memory address and its types in order, for logs.
  open override var description: String {
    let types = registeredTypeIdentifiers.map { identifier in
      let printable = PrintableText.escaped(identifier.utf8)
      return "    \"\(printable.replacing("\"", with: "\\\""))\""
    }
    let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
    return "<ItemProvider: 0x\(address)> {types = (\n\(types.joined(separator: ",\n"))\n)}"
  }

  // MARK: Metadata

  /// The name the source suggests for a file of this item, with or without an extension; nil by default.
  open var suggestedName: String? {
    get { state.withLock { $0.suggestedName } }
    set { state.withLock { $0.suggestedName = newValue } }
  }

  /// The size in points that the source prefers.
  ///
  /// Zero means no preference. Any value can be set.
  /// Registering a value with a natural size sets it.
  open var preferredPresentationSize: PresentationSize {
    get { state.withLock { $0.presentationSize } }
    set { state.withLock { $0.presentationSize = newValue } }
  }

  /// Whether the source prefers the item merged in place or kept as a file.
  open var preferredPresentationStyle: PresentationStyle {
    get { state.withLock { $0.presentationStyle } }
    set { state.withLock { $0.presentationStyle = newValue } }
  }

  /// Bytes that receivers of the same team can read without a load.
  ///
  /// Apple allows 8 KB; the size is not checked.
  open var teamData: Data? {
    get { state.withLock { $0.teamData } }
    set { state.withLock { $0.teamData = newValue } }
  }

  /// Makes a preview image; where `Data` is wanted, a file URL or a ``PreviewImage`` may be given instead.
  open var previewImageHandler: ItemLoadHandler? {
    get { state.withLock { $0.previewImageHandler } }
    set { state.withLock { $0.previewImageHandler = newValue } }
  }

  /// The preview handler under a name that the namesakes do not have.
  package var previewHandlerOfValues: ItemLoadHandler? {
    get { previewImageHandler }
    set { previewImageHandler = newValue }
  }

  /// The team of the offering program: receivers that name it see representations for the team.
  open var team: String? {
    get { state.withLock { $0.team } }
    set { state.withLock { $0.team = newValue } }
  }

  /// The group of the offering program: receivers that name it see representations for the group.
  open var group: String? {
    get { state.withLock { $0.group } }
    set { state.withLock { $0.group = newValue } }
  }

  /// The order of a URL where a receiver accepts a type more general than a URL: after everything else that fits, or
  /// as it was registered, as in Apple's providers.
  open var urlOrder: FidelityOrder.URLOrder {
    get { state.withLock { $0.urlOrder } }
    set { state.withLock { $0.urlOrder = newValue } }
  }

  // MARK: Registering

  /// Registers bytes on demand.
  ///
  /// Earlier registration means higher fidelity. Any non-empty identifier is accepted; an undeclared one conforms only
  /// to itself. A second registration of an identifier is ignored.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the bytes.
  ///   - visibility: who may see the representation.
  ///   - loadHandler: called on a background queue for each load. It calls its completion once, before it returns or
  ///     later, with bytes or an error, and may return a progress, which the load follows and cancels. Later calls of
  ///     the completion are ignored.
  @preconcurrency
  open func registerDataRepresentation(
    forTypeIdentifier typeIdentifier: String, visibility: RepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
  ) {
    register(
      Representation(typeIdentifier: typeIdentifier, kind: .data, visibility: visibility) { request, answer in
        loadHandler { data, error in
          answer(
            Result(data, error, orEmptyAnswerFor: request.typeIdentifier).map { .contents(.data($0)) })
        }
      })
  }

  /// Registers a file or folder on demand.
  ///
  /// Unless it is opened in place, receivers get copies, and the copy is made before the handler's completion returns. A
  /// second registration of an identifier is ignored.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the file.
  ///   - fileOptions: whether receivers may open the source's own file.
  ///   - visibility: who may see the representation.
  ///   - loadHandler: as for data, with the URL of a file or folder. The second argument of its completion, whether
  ///     access has to be coordinated, has no effect on platforms without file coordination.
  @preconcurrency
  open func registerFileRepresentation(
    forTypeIdentifier typeIdentifier: String, fileOptions: ItemProviderFileOptions = [],
    visibility: RepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
  ) {
    register(
      Representation(
        typeIdentifier: typeIdentifier, kind: .file, visibility: visibility,
        allowsOpenInPlace: fileOptions.contains(.openInPlace)
      ) { request, answer in
        loadHandler { url, _, error in
          let result = Result(url, error, orEmptyAnswerFor: request.typeIdentifier)
          answer(
            result.flatMap { url in Result { .contents(.file(try FilePath(fileURL: url), isInPlace: true)) } }
          )
        }
      })
  }

  /// Registers every type that the value can be written as, in its order.
  ///
  /// The value's own visibility for a type precedes the argument.
  ///
  /// - Parameters:
  ///   - object: the value.
  ///   - visibility: which receivers can see it, where the value does not say.
  open func registerObject(_ object: some ItemProviderWriting, visibility: RepresentationVisibility) {
    for typeIdentifier in object.writableTypeIdentifiersForItemProvider {
      let own = object.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier)
      register(.object(object, as: typeIdentifier, visibility: own ?? visibility))
    }
    if let sized = object as? any PresentationSizeProviding {
      preferredPresentationSize = sized.preferredPresentationSizeForItemProvider
    }
  }

  /// Registers a value on demand, under every type that all values of its type can be written as.
  ///
  /// - Parameters:
  ///   - type: the class of the object.
  ///   - visibility: who may see its representations.
  ///   - loadHandler: called for each load, on a background queue; calls its completion once.
  @preconcurrency
  open func registerObject<Object: ItemProviderWriting>(
    ofClass type: Object.Type, visibility: RepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Object?, (any Error)?) -> Void) -> Progress?
  ) {
    for typeIdentifier in Object.writableTypeIdentifiersForItemProvider {
      let own = Object.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier)
      register(.object(typeIdentifier, visibility: own ?? visibility, loadHandler: loadHandler))
    }
  }

  /// Registers an item for the coercing interface, visible to all.
  ///
  /// The other loaders get it as bytes. A handler for the identifier of `init(item:typeIdentifier:)` replaces that item,
  /// in its place; otherwise a second registration of an identifier is ignored.
  ///
  /// - Parameters:
  ///   - typeIdentifier: any non-empty identifier.
  ///   - loadHandler: called on a background queue for each load; calls its completion once, with an item or an error.
  // Source that takes Apple's names means Apple's form of the handler, which `AppleNames` adds, wherever both compile.
  @preconcurrency @_disfavoredOverload
  open func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping ItemLoadHandler) {
    register(.item(typeIdentifier, loadHandler: loadHandler))
  }

  // MARK: Queries

  /// The registered identifiers in their order.
  ///
  /// Queries run no handler.
  open var registeredTypeIdentifiers: [String] {
    state.withLock { $0.representations.elements.map(\.typeIdentifier) }
  }

  /// The registered identifiers that allow all of the options, in their order; without options, all.
  ///
  /// - Parameter fileOptions: what the representations must allow.
  /// - Returns: the identifiers.
  open func registeredTypeIdentifiers(fileOptions: ItemProviderFileOptions) -> [String] {
    guard fileOptions.contains(.openInPlace) else { return registeredTypeIdentifiers }
    return state.withLock { $0.representations.elements.filter(\.allowsOpenInPlace).map(\.typeIdentifier) }
  }

  // MARK: Loading

  /// Loads the bytes of the representation that is chosen for the type: exactly that identifier, otherwise the first
  /// registered one whose type conforms to it, URLs last (see `urlOrder`).
  ///
  /// A file gives its contents, a folder a zip archive of itself. Later changes to the source's file do not change the
  /// bytes. Those of a large file are copied into an unnamed temporary file and mapped: they take memory only where they
  /// are accessed, and space on disk unless the file system shares extents.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type wanted.
  ///   - completionHandler: called once, on a background queue, with the bytes or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
  @discardableResult
  @preconcurrency
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    startDataLoad(of: typeIdentifier, options: [], completionHandler)
  }

  /// Loads bytes with options.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type wanted.
  ///   - options: an empty set is the same as the method without options.
  ///   - completionHandler: called once, on a background queue, with the bytes or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
  @discardableResult
  @preconcurrency
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, options: ItemProviderDataOptions,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    // A subclass may override the method without options.
    if options.isEmpty {
      return loadDataRepresentation(
        forTypeIdentifier: typeIdentifier, completionHandler: completionHandler)
    }
    return startDataLoad(of: typeIdentifier, options: options, completionHandler)
  }

  private func startDataLoad(
    of typeIdentifier: String, options: ItemProviderDataOptions,
    _ completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    startContentsLoad(of: typeIdentifier, form: .data) { delivery, contents in
      try delivery.data(of: contents, options: options)
    } completion: { result in
      completionHandler(result.value, result.error)
    }
  }

  /// Loads a file that the receiver owns; the loaders of files by URL and the `async` ones call this one.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type wanted.
  ///   - openInPlace: whether to open the source's own file where the source allows it.
  ///   - completionHandler: called once, on a background queue, with the file or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
  @discardableResult
  @preconcurrency
  open func loadFile(
    forTypeIdentifier typeIdentifier: String, openInPlace: Bool = false,
    completionHandler: @escaping @Sendable (Result<LoadedFile, any Error>) -> Void
  ) -> Progress {
    startContentsLoad(of: typeIdentifier, form: openInPlace ? .inPlaceFile : .file) { delivery, contents in
      try delivery.file(of: contents)
    } completion: { result in
      completionHandler(result)
    }
  }

  /// Loads an item as its source stored or made it, of any class: bytes for a data representation, a URL for a file.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type wanted.
  ///   - options: passed to the source's handler unchanged.
  ///   - completionHandler: called once, on a background queue, with the item or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
  @discardableResult
  @preconcurrency
  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [String: any Sendable]? = nil,
    completionHandler: ItemCompletionHandler? = nil
  ) -> Progress {
    startItemLoad(of: typeIdentifier, expecting: nil, options: options ?? [:]) { result in
      completionHandler?(result.value, result.error)
    }
  }
}
