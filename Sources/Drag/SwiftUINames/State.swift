#if !canImport(Darwin)
  /// A stored value that has a binding; corresponds to SwiftUI's property wrapper of the same name.
  ///
  /// Copies of the wrapper share one value, which exists as long as a copy or a binding of it. Nothing is
  /// redrawn when the value changes.
  @propertyWrapper
  public struct State<Value> {
    private final class Storage {
      var value: Value
      init(_ value: Value) { self.value = value }
    }

    private let storage: Storage

    /// Makes a state with an initial value.
    ///
    /// - Parameter wrappedValue: the initial value.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// Makes a state with an initial value.
    ///
    /// - Parameter initialValue: the initial value.
    public init(initialValue: Value) { storage = Storage(initialValue) }

    /// The current value.
    public var wrappedValue: Value {
      get { storage.value }
      nonmutating set { storage.value = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> {
      Binding(get: { storage.value }, set: { storage.value = $0 })
    }
  }

  extension State where Value: ExpressibleByNilLiteral {
    /// Makes a state whose value is nil.
    public init() { self.init(wrappedValue: nil) }
  }
#endif
