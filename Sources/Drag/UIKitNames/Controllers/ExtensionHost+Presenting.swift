#if !canImport(Darwin)
  public import AppleNames

  extension ExtensionHost {
    /// Begins the request with a view controller and loads its view, as an application does that shows the
    /// controller.
    ///
    /// - Parameter controller: the extension's principal view controller; the caller must retain it.
    @MainActor
    public func present(_ controller: UIViewController) {
      controller.beginRequest(with: context)
      controller.loadViewIfNeeded()
    }
  }
#endif
