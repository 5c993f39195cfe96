#if !canImport(Darwin)
  /// Access to a value that is stored elsewhere; corresponds to SwiftUI's property wrapper of the same name.
  ///
  /// Setting the value calls the closure of the binding. Nothing is redrawn, because views are not drawn.
  @propertyWrapper @dynamicMemberLookup
  public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// Makes a binding from two closures.
    ///
    /// - Parameters:
    ///   - get: returns the current value.
    ///   - set: stores a new value.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
      read = get
      write = set
    }

    /// Makes a binding that refers to the same value as another binding.
    ///
    /// - Parameter projectedValue: the other binding.
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// Returns a binding whose value never changes; new values are ignored.
    ///
    /// - Parameter value: the value.
    /// - Returns: the binding.
    public static func constant(_ value: Value) -> Binding<Value> {
      Binding(get: { value }, set: { _ in })
    }

    /// The value; each access calls a closure.
    public var wrappedValue: Value {
      get { read() }
      nonmutating set { write(newValue) }
    }

    /// The binding itself, for `$name`.
    public var projectedValue: Binding<Value> { self }

    /// A binding to a property of the value.
    ///
    /// - Parameter keyPath: the property.
    /// - Returns: the binding, which reads and writes the whole value.
    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
      let (read, write) = (read, write)
      return Binding<Member>(
        get: { read()[keyPath: keyPath] },
        set: { member in
          var value = read()
          value[keyPath: keyPath] = member
          write(value)
        })
    }
  }
#endif
