#if !canImport(Darwin)
  public import AppleNames
  public import DragAndDrop
  public import Foundation

  /// An object that manages a view; the view is made on first use.
  @MainActor
  open class UIViewController: NSObject, @preconcurrency NSExtensionRequestHandling {
    /// The title; nil if not set.
    open var title: String?
    /// The parent controller; nil if not set.
    public private(set) weak var parent: UIViewController?
    /// The child controllers, in the order in which they were added.
    public private(set) var children: [UIViewController] = []
    private var ownExtensionContext: NSExtensionContext?
    private var loadedView: View?
    private var isLoading = false

    /// Makes a controller.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: has no effect, because interface files are not supported.
    ///   - nibBundleOrNil: has no effect.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    /// Makes a controller without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) { super.init() }

    /// Makes a controller.
    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// The view; the first access calls `loadView()` and `viewDidLoad()`.
    open var view: View {
      get {
        loadViewIfNeeded()
        let view = loadedView ?? View(frame: .zero)
        loadedView = view
        return view
      }
      set { loadedView = newValue }
    }

    /// The view; nil if the view has not been loaded.
    public var viewIfLoaded: View? { loadedView }

    /// Whether the view has been loaded.
    public var isViewLoaded: Bool { loadedView != nil }

    /// Loads the view if the view has not been loaded.
    public func loadViewIfNeeded() {
      if loadedView != nil || isLoading { return }
      isLoading = true
      loadView()
      isLoading = false
      viewDidLoad()
      didLoad()
    }

    /// Makes the view and sets the ``view`` property.
    ///
    /// Default implementation; sets an empty view of 320 by 480 points.
    open func loadView() { view = View(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }

    /// Called when the view has been loaded.
    ///
    /// Default implementation; does nothing.
    open func viewDidLoad() {}

    /// Called after `viewDidLoad()` or its override has returned.
    func didLoad() {}

    /// The request of the extension that the controller belongs to; nil outside an extension.
    ///
    /// A controller without its own request returns that of its parent.
    open var extensionContext: NSExtensionContext? { ownExtensionContext ?? parent?.extensionContext }

    /// Called when a host begins a request; sets ``extensionContext``.
    ///
    /// An override calls the method of this class.
    ///
    /// - Parameter context: the request.
    open func beginRequest(with context: NSExtensionContext) { ownExtensionContext = context }

    /// Adds a child controller; the caller must add the child's view.
    ///
    /// - Parameter childController: the controller.
    open func addChild(_ childController: UIViewController) {
      childController.removeFromParent()
      children.append(childController)
      childController.parent = self
    }

    /// Removes the controller from its parent.
    open func removeFromParent() {
      parent?.children.removeAll { $0 === self }
      parent = nil
    }
  }

  extension Application {
    /// Makes an application whose window contains the view of a controller.
    ///
    /// - Parameters:
    ///   - name: the name in traces.
    ///   - frame: the area of the screen, in points; the controller's view fills the area.
    ///   - rootViewController: the controller; the caller must retain it.
    ///   - team: the application's team; representations for the same team are visible to the application.
    ///   - group: the application's group; representations for the same group are visible to the application.
    public convenience init(
      name: String, frame: CGRect, rootViewController: UIViewController, team: String? = nil,
      group: String? = nil
    ) {
      self.init(name: name, frame: frame, team: team, group: group)
      let view = rootViewController.view
      view.frame = window.bounds
      window.addSubview(view)
    }
  }
#endif
