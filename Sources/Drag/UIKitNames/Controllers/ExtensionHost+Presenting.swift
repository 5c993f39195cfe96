#if !canImport(Darwin)
  public import AppleNames

  extension ExtensionHost {
    /// Begins the request with a view controller, and loads the controller's view as if the controller were shown.
    ///
    /// - Parameter controller: the extension's principal view controller; the caller must retain it.
    @MainActor
    public func present(_ controller: UIViewController) {
      controller.beginRequest(with: context)
      controller.loadViewIfNeeded()
    }
  }
#endif
