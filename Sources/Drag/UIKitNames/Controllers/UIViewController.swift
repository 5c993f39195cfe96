#if !canImport(Darwin)
  public import AppleNames
  public import DragAndDrop
  public import Foundation

  /// An object that manages a view; the view is made on first use.
  @preconcurrency @MainActor
  open class UIViewController: NSObject, @preconcurrency NSExtensionRequestHandling {
    /// The title; nil if not set.
    open var title: String?
    /// The parent controller; nil if not set.
    public private(set) weak var parent: UIViewController?
    /// The child controllers, in the order in which they were added.
    public private(set) var children: [UIViewController] = []
    private var ownExtensionContext: NSExtensionContext?
    /// The controller that this controller presents; nil if not set.
    public private(set) var presentedViewController: UIViewController?
    /// The controller that presents this controller; nil if not set.
    public private(set) weak var presentingViewController: UIViewController?
    /// The style of the presentation; has no effect, because nothing is drawn.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// The position of a popover; has no effect, because nothing is drawn.
    ///
    /// As in UIKit, code for several devices uses optional chaining. Here the property is never nil.
    public private(set) lazy var popoverPresentationController: UIPopoverPresentationController? =
      UIPopoverPresentationController()
    private var loadedView: View?
    private var appearance: (isAppearing: Bool, isAnimated: Bool)?
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

    /// Called when the program has to release memory.
    ///
    /// Default implementation; does nothing. Nothing here calls the method; a test may.
    open func didReceiveMemoryWarning() {}

    /// Whether the content can be edited; has no effect.
    open var isEditing = false

    /// Sets ``isEditing``.
    ///
    /// - Parameters:
    ///   - editing: whether the content can be edited.
    ///   - animated: has no effect, because nothing is animated.
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

    // MARK: Appearance

    /// Called before the view appears.
    ///
    /// Default implementation; does nothing.
    ///
    /// - Parameter animated: whether the appearance is animated.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called while the view appears, when its frame is set.
    ///
    /// Default implementation; does nothing.
    ///
    /// - Parameter animated: whether the appearance is animated.
    open func viewIsAppearing(_ animated: Bool) {}
    /// Called before the subviews are arranged, which this module does only when the view appears.
    ///
    /// Default implementation; does nothing.
    open func viewWillLayoutSubviews() {}
    /// Called after the subviews are arranged, which this module does only when the view appears.
    ///
    /// Default implementation; does nothing.
    open func viewDidLayoutSubviews() {}
    /// Called when the view has appeared.
    ///
    /// Default implementation; does nothing.
    ///
    /// - Parameter animated: whether the appearance is animated.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before the view disappears.
    ///
    /// Default implementation; does nothing.
    ///
    /// - Parameter animated: whether the disappearance is animated.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called when the view has disappeared.
    ///
    /// Default implementation; does nothing.
    ///
    /// - Parameter animated: whether the disappearance is animated.
    open func viewDidDisappear(_ animated: Bool) {}

    /// Begins an appearance or a disappearance: calls `viewWillAppear` or `viewWillDisappear`, also of the child
    /// controllers whose views are in a superview.
    ///
    /// Called for the controller of an application's window, and when a controller is presented or dismissed.
    /// Tests call the method, and then ``endAppearanceTransition()``, to play other changes of the screen.
    ///
    /// - Parameters:
    ///   - isAppearing: `true` if the view appears; `false` if the view disappears.
    ///   - animated: the argument of the calls; nothing is animated.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
      loadViewIfNeeded()
      appearance = (isAppearing, animated)
      if isAppearing {
        viewWillAppear(animated)
        viewIsAppearing(animated)
        viewWillLayoutSubviews()
        viewDidLayoutSubviews()
      } else {
        viewWillDisappear(animated)
      }
      for child in children where child.viewIfLoaded?.superview != nil {
        child.beginAppearanceTransition(isAppearing, animated: animated)
      }
    }

    /// Ends an appearance or a disappearance: calls `viewDidAppear` or `viewDidDisappear`.
    ///
    /// Does nothing if ``beginAppearanceTransition(_:animated:)`` was not called.
    open func endAppearanceTransition() {
      guard let (isAppearing, isAnimated) = appearance else { return }
      appearance = nil
      if isAppearing { viewDidAppear(isAnimated) } else { viewDidDisappear(isAnimated) }
      for child in children { child.endAppearanceTransition() }
    }

    // MARK: Presentation

    /// Presents a controller, whose view is loaded and appears.
    ///
    /// Does nothing if this controller presents another already, or if the argument is this controller or one that
    /// presents it, directly or through others. UIKit raises an exception in the latter case.
    ///
    /// - Parameters:
    ///   - viewControllerToPresent: the controller.
    ///   - flag: the argument of the appearance callbacks; nothing is animated.
    ///   - completion: called when the view has appeared, before this method returns.
    open func present(
      _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
      let presenting = sequence(first: self) { $0.presentingViewController }
      if presentedViewController != nil || presenting.contains(viewControllerToPresent) { return }
      presentedViewController = viewControllerToPresent
      viewControllerToPresent.presentingViewController = self
      viewControllerToPresent.beginAppearanceTransition(true, animated: flag)
      viewControllerToPresent.endAppearanceTransition()
      completion?()
    }

    /// Dismisses the presented controller; without a presented controller, dismisses this controller.
    ///
    /// - Parameters:
    ///   - flag: the argument of the appearance callbacks; nothing is animated.
    ///   - completion: called when the view has disappeared, before this method returns.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
      guard let presented = presentedViewController else {
        if let presenting = presentingViewController {
          presenting.dismiss(animated: flag, completion: completion)
        } else {
          completion?()
        }
        return
      }
      if presented.presentedViewController != nil { presented.dismiss(animated: flag) }
      presented.beginAppearanceTransition(false, animated: flag)
      presentedViewController = nil
      presented.presentingViewController = nil
      presented.endAppearanceTransition()
      completion?()
    }

    // MARK: Child controllers

    /// Called before the controller is added to a parent or removed from its parent.
    ///
    /// Default implementation; does nothing. `addChild` calls the method; before a removal, the caller does.
    ///
    /// - Parameter parent: the new parent; nil for no parent.
    open func willMove(toParent parent: UIViewController?) {}

    /// Called after the controller was added to a parent or removed from its parent.
    ///
    /// Default implementation; does nothing. `removeFromParent` calls the method; after an addition, the caller
    /// does.
    ///
    /// - Parameter parent: the new parent; nil for no parent.
    open func didMove(toParent parent: UIViewController?) {}

    /// Adds a child controller; the caller must add the child's view.
    ///
    /// - Parameter childController: the controller.
    open func addChild(_ childController: UIViewController) {
      if childController.parent != nil { childController.removeFromParent() }
      childController.willMove(toParent: self)
      children.append(childController)
      childController.parent = self
    }

    /// Removes the controller from its parent.
    open func removeFromParent() {
      guard let parent else { return }
      parent.children.removeAll { $0 === self }
      self.parent = nil
      didMove(toParent: nil)
    }
  }

  extension Application {
    /// Makes an application whose window contains the view of a controller; the view appears at once.
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
      rootViewController.beginAppearanceTransition(true, animated: false)
      rootViewController.endAppearanceTransition()
    }
  }
#endif
