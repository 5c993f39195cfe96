import ByteTools
import FileSystem
public import Foundation

/// One thing offered in several representations, best first.
///
/// A source registers representations; nothing is made until a receiver asks. A receiver looks at the types
/// and loads the one it wants. The API is Apple's `NSItemProvider`, without the prefix and with values where
/// that needs classes.
///
/// Every load returns at once with a `Progress`. Its completion runs once, with a value or an error, on a
/// concurrent background queue, never on the main queue. Cancelling the progress completes the load at once,
/// whatever the source does; so does a source that lets go of its completion without calling it. A load keeps
/// what it needs alive: neither the provider nor the progress has to be held. All members may be used from
/// any thread.
///
/// A completion may wait for another load, which on Apple's one serial queue waits for ever. It holds a
/// thread while it waits, and off Apple's platforms Dispatch replaces held threads slowly, about one a
/// second: where many are to wait, the `async` forms do it without threads.
///
/// One provider stands for one thing: what it registers are alternatives, of which a receiver takes one.
/// Several things are several providers. What is allowed and seldom meant, such as an identifier registered
/// twice, is told by ``remarks``.
///
/// Several loads may share a parent progress. Add them to it before others of them can finish, or from one
/// place at a time: off Apple's platforms Foundation keeps the tree of progresses without a lock, and only
/// the loads' own changes to it are kept apart.
///
/// A subclass can override the members declared here; the ones in extensions, the `async` forms included,
/// call them.
///
/// ## Left out
///
/// Members of Apple's class that only something else than a program and its files can give a meaning:
/// - `registerCKShare`, `registerCloudKitShare`: a share lives in iCloud.
/// - `registerGroupActivity`: the activity is FaceTime's.
/// - `sourceFrame`, `containerFrame`: rectangles on a screen.
/// - `NSExtensionJavaScriptPreprocessingResultsKey`, `NSExtensionJavaScriptFinalizeArgumentKey`: keys for
///   scripts in a web view.
/// - Coercions to `FileWrapper`, and of images to TIFF: classes of Apple's frameworks. Whatever can be read
///   of bytes is coerced to, images included, by ``ItemProviderReading``.
/// - `UIItemProviderReadingAugmentationProviding`, `UIItemProviderReadingAugmentationDesignating`: classes
///   that extend what another class reads. A type of one's own that reads more says so itself.
/// - File coordination: these platforms have none. The arguments are there and mean nothing.
open class ItemProvider: NSObject, NSCopying, @unchecked Sendable {
  /// Takes an item or an error; exactly one of the two is there.
  public typealias CompletionHandler = @Sendable ((any Sendable)?, (any Error)?) -> Void
  /// Makes an item and calls the completion once, with it or with an error.
  ///
  /// It is told the class wanted, if the receiver named one, and the receiver's options.
  public typealias LoadHandler =
    @Sendable (@escaping CompletionHandler, _ expectedClass: Any.Type?, [String: any Sendable]) -> Void
  /// What went wrong, with Apple's codes.
  public typealias ErrorCode = ItemProviderError.Code

  /// The domain of the errors as `NSError`.
  public class var errorDomain: String { ItemProviderError.errorDomain }
  /// The label of the concurrent queue that completions run on.
  public static let callbackQueueLabel = "proffer.ItemProvider.callback-queue"
  /// The options key for the size, in pixels, that a receiver wants an image in: a ``PresentationSize``.
  public static let preferredImageSizeKey = "NSItemProviderPreferredImageSizeKey"

  let state = Locked(State())

  /// Makes a provider without representations.
  public override init() { super.init() }

  /// Makes a provider of one item for the coercing interface; `loadItem` of the same type gives that item
  /// back.
  ///
  /// - Parameters:
  ///   - item: nil makes an empty provider.
  ///   - typeIdentifier: where it is nil, the first type that the item itself can be written as; an item that
  ///     cannot be written makes an empty provider then.
  public init(item: (any Sendable)?, typeIdentifier: String?) {
    super.init()
    let ownType = (item as? any ItemProviderWriting)?.writableTypeIdentifiersForItemProvider.first
    if let item, let type = typeIdentifier ?? ownType {
      registerItem(forTypeIdentifier: type) { completion, _, _ in completion(item, nil) }
    }
  }

  /// Makes a provider with what another one offers now, and independent of it afterwards.
  ///
  /// Handlers and objects are shared. A subclass calls this from its own `copy(with:)`.
  public init(copying other: ItemProvider) {
    super.init()
    let copied = other.state.withLock { $0 }
    state.withLock { $0 = copied }
  }

  /// Copies the registrations and all metadata, as `init(copying:)` does; a plain provider unless overridden.
  open func copy(with zone: NSZone? = nil) -> Any { ItemProvider(copying: self) }

  /// The provider's address and its types in order, for logs.
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

  /// The size in points that the source prefers; zero is no preference, and nothing is checked when it is
  /// set.
  ///
  /// Registering a value that knows its size sets it.
  open var preferredPresentationSize: PresentationSize {
    get { state.withLock { $0.presentationSize } }
    set { state.withLock { $0.presentationSize = newValue } }
  }

  /// Whether the source wants the item merged in place or kept as a file.
  open var preferredPresentationStyle: PresentationStyle {
    get { state.withLock { $0.presentationStyle } }
    set { state.withLock { $0.presentationStyle = newValue } }
  }

  /// Bytes that receivers of the same team can read before they load anything.
  ///
  /// Apple allows 8 KB; nothing is checked.
  open var teamData: Data? {
    get { state.withLock { $0.teamData } }
    set { state.withLock { $0.teamData = newValue } }
  }

  /// Makes a preview image; asked for `Data`, may also answer with a file URL or a ``PreviewImage``.
  open var previewImageHandler: LoadHandler? {
    get { state.withLock { $0.previewImageHandler } }
    set { state.withLock { $0.previewImageHandler = newValue } }
  }

  /// The team of the program that offers: receivers that name it see representations for the team.
  open var team: String? {
    get { state.withLock { $0.team } }
    set { state.withLock { $0.team = newValue } }
  }

  /// The group of the program that offers: receivers that name it see representations for the group.
  open var group: String? {
    get { state.withLock { $0.group } }
    set { state.withLock { $0.group = newValue } }
  }

  /// Where an address stands when a receiver asks for something more general than an address: behind
  /// everything else that fits, or, as Apple's providers have it, where it was registered.
  open var addressOrder: FidelityOrder.AddressOrder {
    get { state.withLock { $0.addressOrder } }
    set { state.withLock { $0.addressOrder = newValue } }
  }

  // MARK: Registering

  /// Registers bytes on demand.
  ///
  /// Earlier registration means higher fidelity. Any non-empty identifier is taken, also one that no type
  /// has; it then conforms to itself alone. An identifier that is registered already stays as it is, and the
  /// newcomer is ignored.
  ///
  /// - Parameter loadHandler: runs on a background queue for each load; calls its completion once, at once or
  ///   later, with bytes or an error, and may return a progress, which the load follows and cancels. Later
  ///   calls are ignored.
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
  /// Unless it is opened in place, receivers get copies, and the copy is made before the handler's completion
  /// returns. Registered identifiers are kept as `registerDataRepresentation` says.
  ///
  /// - Parameter loadHandler: as for data, with the URL of a file or folder. Its second argument, whether
  ///   access has to be coordinated, has no meaning on platforms without file coordination.
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
  /// The value says who may see a representation where it has an answer, otherwise the argument does.
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
  /// - Parameter loadHandler: runs for each load, on a background queue; calls its completion once.
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
  /// The other loaders get it as bytes.
  open func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
    register(.item(typeIdentifier, loadHandler: loadHandler))
  }

  // MARK: Asking

  /// The registered identifiers in their order, as they are now.
  ///
  /// No query runs a handler.
  open var registeredTypeIdentifiers: [String] {
    state.withLock { $0.representations.elements.map(\.typeIdentifier) }
  }

  /// The registered identifiers that allow what the options say, in their order; no options give all.
  open func registeredTypeIdentifiers(fileOptions: ItemProviderFileOptions) -> [String] {
    guard fileOptions.contains(.openInPlace) else { return registeredTypeIdentifiers }
    return state.withLock { $0.representations.elements.filter(\.allowsOpenInPlace).map(\.typeIdentifier) }
  }

  // MARK: Loading

  /// Loads the bytes of the representation that answers a request for the type: exactly that identifier,
  /// otherwise the first registered one whose type conforms to it, addresses last (see `addressOrder`).
  ///
  /// A file gives its contents, a folder a zip archive of itself. The bytes stay as they are whatever becomes of the
  /// source's file. Those of a large file are copied into a temporary file without a name and mapped: they take memory
  /// only where they are looked at, and space on the disk unless the file system shares extents.
  @discardableResult
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    startDataLoad(of: typeIdentifier, options: [], completionHandler)
  }

  /// Loads the bytes of a representation as the one without options does, with a choice of how.
  ///
  /// - Parameter options: none is the same as the form without them.
  @discardableResult
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, options: ItemProviderDataOptions,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    // A subclass that overrides the usual form has its say.
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

  /// Loads a file that the receiver owns; the loaders of files by URL and the `async` ones are made of this.
  ///
  /// - Parameter openInPlace: whether the receiver takes the source's own file where the source allows it.
  @discardableResult
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

  /// Loads an item as its source stored or made it, of whatever class that is: bytes for a data
  /// representation, a URL for a file.
  ///
  /// - Parameter options: reach the source's handler unchanged.
  @discardableResult
  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [String: any Sendable]? = nil,
    completionHandler: CompletionHandler? = nil
  ) -> Progress {
    startItemLoad(of: typeIdentifier, expecting: nil, options: options ?? [:]) { result in
      completionHandler?(result.value, result.error)
    }
  }
}
