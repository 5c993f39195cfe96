// Apple's declarations are implicitly unwrapped, and overrides in existing source repeat that.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

#if !canImport(Darwin)
  /// A function that is called when the user taps a configuration item.
  public typealias SLComposeSheetConfigurationItemTapHandler = @MainActor () -> Void

  /// A row of a share sheet, with a title and a value.
  ///
  /// The class is not an `NSObject`: Apple's initialiser is failable, and a subclass of `NSObject` cannot have
  /// such an initialiser without parameters in Swift.
  @preconcurrency @MainActor
  open class SLComposeSheetConfigurationItem {
    /// The title; nil if not set.
    open var title: String!
    /// The value; nil if not set.
    open var value: String!
    /// Whether the value is not known yet.
    open var valuePending = false
    /// Called when the user taps the row; nil for a row that cannot be tapped.
    open var tapHandler: SLComposeSheetConfigurationItemTapHandler!

    /// Makes a row without contents; never returns nil.
    public init!() {}
  }
#endif
