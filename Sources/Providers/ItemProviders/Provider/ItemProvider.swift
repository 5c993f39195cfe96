import ByteTools
public import Foundation
import ProfferFileSystem

/// One item offered in several representations, best first.
///
/// A source registers representations; their contents are created when a receiver loads them. A receiver
/// queries the types and loads one of the representations. The API is the same as that of Apple's
/// `NSItemProvider`, without the prefix. It also accepts values where Apple's API requires objects.
///
/// Every load returns a `Progress` immediately. The load's completion runs once, with a value or an error,
/// on a concurrent background queue, never on the main queue. Cancelling the progress completes the load
/// immediately, even if the source is still working. The load also completes if the source releases its
/// completion without calling it. A load retains all objects that it needs, so the caller does not have to
/// retain the provider or the progress. All members can be used from any thread.
///
/// A completion may wait for another load. (On Apple's single serial queue, such a completion would
/// deadlock.) While it waits, the completion blocks a thread. On platforms other than Apple's, Dispatch
/// replaces blocked threads slowly, at a rate of about one per second. To wait for many loads, use the
/// `async` methods, which do not block threads.
///
/// A provider represents one item: its representations are alternatives, and a receiver uses one of them.
/// Use a separate provider for each item. ``diagnostics`` reports offers that are allowed but are probably
/// mistakes, such as an identifier that was registered twice.
///
/// The progresses of several loads may share a parent. Add them to the parent before any of the loads can
/// finish, or add them from one thread at a time. On platforms other than Apple's, Foundation's tree of
/// progresses has no lock, and only the loads' own changes to the tree are synchronized.
///
/// A subclass, such as a mock in a test, can override the members that the class itself declares. The members
/// in extensions, including the `async` methods, call these members.
///
/// ## Omitted members
///
/// The following members of Apple's class are omitted, because they depend on Apple's services, screens or
/// frameworks:
/// - `registerCKShare`, `registerCloudKitShare`: a share is stored in iCloud.
/// - `registerGroupActivity`: the activity is part of FaceTime.
/// - `sourceFrame`, `containerFrame`: rectangles on a screen.
/// - Coercions to `FileWrapper`, and coercions of images to TIFF: these use classes of Apple's frameworks. An
///   item can be coerced to any type that conforms to ``ItemProviderReading``, including image types.
/// - `UIItemProviderReadingAugmentationProviding`, `UIItemProviderReadingAugmentationDesignating`: these
///   classes add readable types to another class. In this library, a type declares all its readable types
///   itself.
/// - File coordination: these platforms do not support it. The arguments exist but have no effect.
open class ItemProvider: NSObject, NSCopying, @unchecked Sendable {
  /// A completion that is called with either an item or an error.
  public typealias ItemCompletionHandler = @Sendable ((any Sendable)?, (any Error)?) -> Void
  /// A handler that creates an item and calls the completion once, with the item or an error.
  ///
  /// The arguments are the completion, the class that the receiver requested (nil if none), and the
  /// receiver's options.
  public typealias ItemLoadHandler =
    @Sendable (@escaping ItemCompletionHandler, _ expectedClass: Any.Type?, [String: any Sendable]) -> Void
  /// A completion that is called with either an object that can be archived, or an error.
  public typealias CompletionHandler = @Sendable ((any NSSecureCoding)?, (any Error)?) -> Void

  /// The domain of the errors as `NSError`.
  public class var errorDomain: String { ItemProviderError.errorDomain }
  /// The label of the concurrent queue for completions.
  public static let callbackQueueLabel = CallbackQueue.label
  /// Whether the caller runs on the completion queue.
  package static var isOnCallbackQueue: Bool { CallbackQueue.isCurrent }
  /// The options key for the size that a receiver requests for a preview image.
  ///
  /// The value is a ``PresentationSize`` in pixels.
  public static let preferredImageSizeKey = "NSItemProviderPreferredImageSizeKey"

  let state = Locked(State())

  /// Creates a provider without representations.
  public override init() { super.init() }

  // Disfavoured, so that nil, and an object that is also `Sendable`, select the initialiser for objects.
  /// Creates a provider of one item for the coercing interface.
  ///
  /// `loadItem` for the same type returns the item. A call of `registerItem` with the same identifier
  /// replaces the item.
  ///
  /// - Parameters:
  ///   - item: the item; nil creates an empty provider.
  ///   - typeIdentifier: the type of the item. Nil selects the first type that the item can be written as.
  ///     If there is no such type, the provider is empty.
  @_disfavoredOverload
  public init(item: (any Sendable)?, typeIdentifier: String?) {
    super.init()
    if let item { registerInitial(item, typeIdentifier) }
  }

  /// Creates a provider of one object for the coercing interface, like the initialiser for values.
  ///
  /// An object that has a value, such as an `NSString`, is stored as the value.
  ///
  /// - Parameters:
  ///   - item: the object; nil creates an empty provider.
  ///   - typeIdentifier: the type of the item. Nil selects the first type that the object's value can be
  ///     written as. If there is no such type, the provider is empty.
  public init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
    super.init()
    if let item { registerInitial(SecurelyCodedItem.value(of: item), typeIdentifier) }
  }

  private func registerInitial(_ item: any Sendable, _ typeIdentifier: String?) {
    let ownType = (item as? any ItemProviderWriting)?.writableTypeIdentifiersForItemProvider.first
    guard let type = typeIdentifier ?? ownType else { return }
    var initial = Representation.item(type) { completion, _, _ in completion(item, nil) }
    initial.isReplaceable = true
    register(initial)
  }

  /// Creates a copy of a provider.
  ///
  /// Later changes to one of the two providers do not affect the other.
  ///
  /// The two providers share handlers and objects. A subclass calls this initialiser from its own
  /// `copy(with:)`.
  ///
  /// - Parameter other: the provider to copy.
  public init(copying other: ItemProvider) {
    super.init()
    let copied = other.state.withLock { $0 }
    state.withLock { $0 = copied }
  }

  /// Copies the registrations and all metadata, like `init(copying:)`.
  ///
  /// The copy is a plain ``ItemProvider`` unless a subclass overrides this method.
  ///
  /// - Parameter zone: not used.
  /// - Returns: an ``ItemProvider``.
  open func copy(with zone: NSZone? = nil) -> Any { ItemProvider(copying: self) }

  /// The provider's memory address and its types in order, for logging.
  open override var description: String {
    let types = registeredTypeIdentifiers.map { identifier in
      let printable = PrintableText.escaped(identifier.utf8)
      return "    \"\(printable.replacing("\"", with: "\\\""))\""
    }
    let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
    return "<ItemProvider: 0x\(address)> {types = (\n\(types.joined(separator: ",\n"))\n)}"
  }

  // MARK: Metadata

  /// The source's suggested name for a file of this item, with or without an extension; nil by default.
  open var suggestedName: String? {
    get { state.withLock { $0.suggestedName } }
    set { state.withLock { $0.suggestedName = newValue } }
  }

  /// The size in points that the source prefers.
  ///
  /// Zero means no preference. Any value can be set. Registering a value with a natural size sets this
  /// property.
  open var preferredPresentationSize: CGSize {
    get { state.withLock { CGSize($0.presentationSize) } }
    set { state.withLock { $0.presentationSize = PresentationSize(newValue) } }
  }

  /// The source's preference for the item: merged into the receiver's content, or kept as a file.
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

  /// A function that creates a preview image.
  ///
  /// If the requested class is `Data`, the function may also return a file URL or a ``PreviewImage``.
  open var previewImageHandler: ItemLoadHandler? {
    get { state.withLock { $0.previewImageHandler } }
    set { state.withLock { $0.previewImageHandler = newValue } }
  }

  /// The preview handler, under a name that the module `AppleNames` does not redefine.
  package var previewHandlerOfValues: ItemLoadHandler? {
    get { previewImageHandler }
    set { previewImageHandler = newValue }
  }

  /// The team of the program that makes the offer.
  ///
  /// Only receivers of the same team can see representations with visibility `team`.
  open var team: String? {
    get { state.withLock { $0.team } }
    set { state.withLock { $0.team = newValue } }
  }

  /// The group of the program that makes the offer.
  ///
  /// Only receivers of the same group can see representations with visibility `group`.
  open var group: String? {
    get { state.withLock { $0.group } }
    set { state.withLock { $0.group = newValue } }
  }

  /// The position of a URL among the matching representations, if a receiver accepts a type more general
  /// than a URL.
  ///
  /// A URL is placed after all other matches, or in the registered order as in Apple's providers.
  open var urlOrder: FidelityOrder.URLOrder {
    get { state.withLock { $0.urlOrder } }
    set { state.withLock { $0.urlOrder = newValue } }
  }

  // MARK: Registering

  /// Registers bytes on demand.
  ///
  /// A representation that is registered earlier has a higher fidelity. Any non-empty identifier is
  /// accepted; an undeclared identifier conforms only to itself. A second registration of an identifier is
  /// ignored.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the bytes.
  ///   - visibility: the receivers that can see the representation.
  ///   - loadHandler: called on a background queue for each load. It calls its completion once, with bytes or
  ///     an error, before it returns or later. Further calls of the completion are ignored. The handler may
  ///     return a progress, which the load follows and can cancel.
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
  /// Receivers get a copy, unless the file is opened in place. The copy is made before the handler's
  /// completion returns. A second registration of an identifier is ignored.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the file.
  ///   - fileOptions: whether receivers may open the source's own file.
  ///   - visibility: the receivers that can see the representation.
  ///   - loadHandler: called on a background queue for each load. It calls its completion once, with the URL
  ///     of a file or folder, or an error, before it returns or later. The second argument of the completion,
  ///     whether access must be coordinated, has no effect. The handler may return a progress, which the load
  ///     follows and can cancel.
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

  /// Registers every type that the value can be written as, in the value's order.
  ///
  /// If the value specifies a visibility for a type, that visibility overrides the argument.
  ///
  /// - Parameters:
  ///   - object: the value.
  ///   - visibility: the receivers that can see the representations for which the value specifies no
  ///     visibility.
  open func registerObject(_ object: some ItemProviderWriting, visibility: RepresentationVisibility) {
    for typeIdentifier in object.writableTypeIdentifiersForItemProvider {
      let own = object.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier)
      register(.object(object, as: typeIdentifier, visibility: own ?? visibility))
    }
    if let sized = object as? any PresentationSizeProviding {
      preferredPresentationSize = sized.preferredPresentationSizeForItemProvider
    }
  }

  /// Registers a value that is created on demand, under every type that all values of its class can be
  /// written as.
  ///
  /// - Parameters:
  ///   - type: the class of the object.
  ///   - visibility: the receivers that can see the representations for which the class specifies no
  ///     visibility.
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

  // `AppleNames` adds an overload with Apple's form of the handler. Source code with Apple's names uses
  // that overload if both overloads compile.
  /// Registers an item for the coercing interface, visible to all receivers.
  ///
  /// Loaders other than `loadItem` convert the item to bytes or to a file. If the provider was created with
  /// an item of the same identifier, with `init(item:typeIdentifier:)`, the handler replaces that item at
  /// the same position. In all other cases, a second registration of an identifier is ignored.
  ///
  /// - Parameters:
  ///   - typeIdentifier: any non-empty identifier.
  ///   - loadHandler: called on a background queue for each load; calls its completion once, with an item
  ///     or an error.
  @preconcurrency @_disfavoredOverload
  open func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping ItemLoadHandler) {
    register(.item(typeIdentifier, loadHandler: loadHandler))
  }

  // MARK: Queries

  /// The registered identifiers in order.
  ///
  /// Queries do not call any handler.
  open var registeredTypeIdentifiers: [String] {
    state.withLock { $0.representations.elements.map(\.typeIdentifier) }
  }

  /// Returns the registered identifiers whose representations allow all of the options, in order.
  ///
  /// If the set of options is empty, all registered identifiers are returned.
  ///
  /// - Parameter fileOptions: the options that the representations must allow.
  /// - Returns: the identifiers.
  open func registeredTypeIdentifiers(fileOptions: ItemProviderFileOptions) -> [String] {
    guard fileOptions.contains(.openInPlace) else { return registeredTypeIdentifiers }
    return state.withLock { $0.representations.elements.filter(\.allowsOpenInPlace).map(\.typeIdentifier) }
  }

  /// Returns whether a representation of the requested type, or of a type that conforms to it, allows all
  /// of the options.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - fileOptions: the options that the representation must allow.
  /// - Returns: whether such a representation is registered.
  open func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String, fileOptions: ItemProviderFileOptions = []
  ) -> Bool {
    fidelityOrder().index(
      among: registeredTypeIdentifiers(fileOptions: fileOptions), accepting: [typeIdentifier])
      != nil
  }

  /// Returns whether a registered type is the requested type or conforms to it.
  ///
  /// A general type may match more than expected: a crash report conforms to `public.text`. Query for the
  /// type that the receiver reads.
  ///
  /// - Parameter typeIdentifier: the requested type.
  /// - Returns: whether such a representation is registered.
  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    hasRepresentationConforming(toTypeIdentifier: typeIdentifier)
  }

  // Disfavoured, so that `AppleNames` can send a value's type, such as `String`, to the method for classes,
  // which a subclass of Apple's form overrides.
  /// Returns whether a value of the type can be loaded.
  ///
  /// The result is true if a registered type is one of the types that the value can be read from, or
  /// conforms to one of them. This method does not load or decode anything, and ignores coercions. For
  /// example, `loadItem` may return a movie as a file URL, but a `URL` cannot be loaded from the movie.
  ///
  /// - Parameter type: the type of the object.
  /// - Returns: `true` if a representation matches.
  @_disfavoredOverload
  open func canLoadObject(ofClass type: any ItemProviderReading.Type) -> Bool {
    canLoad(fromTypes: type.readableTypeIdentifiersForItemProvider)
  }

  /// Returns whether an object of the class can be loaded; the rule is the same as for values.
  ///
  /// - Parameter aClass: the class of the object.
  /// - Returns: `true` if a representation matches.
  open func canLoadObject(ofClass aClass: any ItemProviderReadingObject.Type) -> Bool {
    canLoad(fromTypes: aClass.readableTypeIdentifiersForItemProvider)
  }

  // MARK: Loading

  /// Loads the bytes of the representation that is chosen for the type.
  ///
  /// A representation with exactly the requested identifier is chosen. If there is none, the first
  /// registered representation whose type conforms to the requested type is chosen, with URLs last (see
  /// ``urlOrder``).
  ///
  /// A file is loaded as its contents, and a folder as a ZIP archive. Later changes to the source's file do
  /// not change the bytes. A large file is copied into an unnamed temporary file, and the copy is mapped. The
  /// mapped bytes use memory only when they are accessed. The copy uses disk space unless the file system
  /// shares extents.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - completionHandler: called once, on a background queue, with the bytes or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
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
  ///   - typeIdentifier: the requested type.
  ///   - options: the options; an empty set has the same effect as the method without options.
  ///   - completionHandler: called once, on a background queue, with the bytes or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  open func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, options: ItemProviderDataOptions,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    // A subclass can override the method without options, so an empty set calls that method.
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

  /// Loads a file, owned by the value that is passed to the completion.
  ///
  /// The file loaders that return a URL, and the `async` file loaders, call this method.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - openInPlace: whether to open the source's own file if the source allows it.
  ///   - completionHandler: called once, on a background queue, with the file or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
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

  /// Loads a file that exists until the completion returns.
  ///
  /// The name of the file is derived from the suggested name and the registered type. The file is deleted
  /// when the completion returns. To keep the file, move, copy or link it in the completion.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - completionHandler: called once, on a background queue, with the URL of the file or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  open func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    loadFile(forTypeIdentifier: typeIdentifier) { result in
      Self.lend(result) { url, _, error in completionHandler(url, error) }
    }
  }

  // Disfavoured, so that a completion without an explicit type receives an object of the requested class.
  /// Loads an object of a class that is known only at run time.
  ///
  /// - Parameters:
  ///   - aClass: the class of the object.
  ///   - completionHandler: called once, on a background queue, with the object or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  open func loadObject(
    ofClass aClass: any ItemProviderReadingObject.Type,
    completionHandler: @escaping @Sendable ((any ItemProviderReadingObject)?, (any Error)?) -> Void
  ) -> Progress { loadOpened(aClass, completionHandler) }

  // Disfavoured, so that the members that return values take precedence. The completion has no default value,
  // because Swift would then select this method for `await` at the top level of a program.
  /// Loads an item without coercion, as an object that can be archived.
  ///
  /// A registered object, such as a string, a URL or a picture, is returned as this object. Bytes are returned
  /// as `NSData`, and a file as its `NSURL`. An item that was registered with `registerItem` or
  /// `init(item:typeIdentifier:)` is returned unchanged, or as the object of its class if it is a value. A
  /// registered value that cannot be archived is returned as its bytes.
  ///
  /// This is Apple's method. To load values, omit the types of the completion's parameters, or call
  /// ``loadItem(forTypeIdentifier:as:options:completionHandler:)``.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - options: passed to the source's handler; options whose keys are not strings are omitted.
  ///   - completionHandler: called once, on a background queue, with the object, the source's error or an
  ///     ``ItemProviderError``; the code is `unexpectedValueClassError` for an item that has no object.
  @_disfavoredOverload
  @preconcurrency
  open func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: CompletionHandler?
  ) {
    startItemLoad(of: typeIdentifier, options: SecurelyCodedItem.options(options), completionHandler)
  }

  /// Loads an item and coerces it to a class.
  ///
  /// An item of the requested class is not changed. A file URL becomes `Data` with the contents of the
  /// file. `Data`, or the contents of the file at a file URL, becomes a value of a class that conforms to
  /// ``ItemProviderReading``. A value that conforms to ``ItemProviderWriting`` becomes `Data`. The bytes of a
  /// registered object become a value of another class. Any other coercion fails with
  /// `unexpectedValueClassError`. If one of these coercions fails, the error is `unavailableCoercionError`.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - wanted: the class of the result. `(any Sendable).self` requests the item as the source stored or
  ///     created it; the source's handler then receives no class.
  ///   - options: passed to the source's handler unchanged, together with the class.
  ///   - completionHandler: called once, on a background queue, with the item or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  open func loadItem<Wanted: Sendable>(
    forTypeIdentifier typeIdentifier: String, as wanted: Wanted.Type, options: [String: any Sendable]? = nil,
    completionHandler: @escaping @Sendable (Wanted?, (any Error)?) -> Void
  ) -> Progress {
    startItemLoad(of: typeIdentifier, as: wanted, options: options ?? [:]) {
      completionHandler($0.value, $0.error)
    }
  }
}
