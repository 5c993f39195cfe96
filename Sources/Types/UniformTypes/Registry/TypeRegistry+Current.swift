import ByteTools

extension TypeRegistry {
  /// The registry that queries use by default.
  ///
  /// Inside a call of `withCurrent`, this is the registry of that call. Otherwise it is the installed
  /// registry, or the standard registry if none is installed.
  public static var current: TypeRegistry { CurrentRegistry.scoped ?? CurrentRegistry.installed }

  /// Installs a registry for the whole process.
  ///
  /// A program calls this method at most once, before it uses any types. Libraries do not call this method:
  /// they accept a registry as a parameter, or call `withCurrent`.
  ///
  /// - Parameter registry: the registry of the process.
  /// - Throws: `TypeError.Code.registryInUse` if a registry was already installed, or if the current
  ///   registry was already used outside a call of `withCurrent`. In that case, a different registry would
  ///   contradict earlier results.
  public static func install(_ registry: TypeRegistry) throws(TypeError) {
    try CurrentRegistry.install(registry)
  }

  /// Runs a function with a registry as the current registry.
  ///
  /// The registry applies to this task and to the tasks started during the call.
  ///
  /// - Parameters:
  ///   - registry: the registry for the duration of the call.
  ///   - body: the function.
  /// - Returns: the function's result.
  public static func withCurrent<Result>(
    _ registry: TypeRegistry, perform body: () throws -> Result
  ) rethrows -> Result {
    try CurrentRegistry.$scoped.withValue(registry, operation: body)
  }

  /// Runs an asynchronous function with a registry as the current registry.
  ///
  /// The registry applies to this task and to the tasks started during the call.
  ///
  /// - Parameters:
  ///   - registry: the registry for the duration of the call.
  ///   - isolation: the caller's actor, on which the function runs.
  ///   - body: the function.
  /// - Returns: the function's result.
  public static func withCurrent<Result>(
    _ registry: TypeRegistry, isolation: isolated (any Actor)? = #isolation,
    perform body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentRegistry.$scoped.withValue(registry, operation: body, isolation: isolation)
  }
}

/// Stores the current registry: the module's only mutable state, which changes at most once.
private enum CurrentRegistry {
  @TaskLocal static var scoped: TypeRegistry?

  /// The registry outside calls of `withCurrent`.
  ///
  /// After its first use, no other registry can be installed.
  ///
  /// This constant is initialised only once, so later reads need no lock.
  static let installed: TypeRegistry = choice.withLock { choice in
    choice.isSettled = true
    return choice.registry ?? .standard
  }

  private struct Choice {
    var registry: TypeRegistry?
    /// Whether `installed` was used.
    var isSettled = false
  }

  private static let choice = Locked(Choice())

  static func install(_ registry: TypeRegistry) throws(TypeError) {
    let reason: String? = choice.withLock { choice in
      if choice.isSettled { return "types were looked up before" }
      if choice.registry != nil { return "another one is installed" }
      choice.registry = registry
      return nil
    }
    guard let reason else { return }
    throw TypeError(
      .registryInUse,
      reason:
        "a registry cannot be installed: \(reason); install the registry before any other use of types, or use TypeRegistry.withCurrent"
    )
  }
}
