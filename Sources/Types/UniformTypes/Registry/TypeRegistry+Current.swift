import Synchronization

extension TypeRegistry {
  /// The registry that queries use by default.
  ///
  /// This is the registry of the scope around the current task, or else the installed registry, or else
  /// the standard registry.
  public static var current: TypeRegistry { CurrentRegistry.scoped ?? CurrentRegistry.installed }

  /// Installs a registry for the whole process, once, before anything uses the current one.
  ///
  /// A program calls this method before it uses any types. Libraries do not call it: they accept a
  /// registry as a parameter, or open a scope.
  ///
  /// - Parameter registry: the registry of the process.
  /// - Throws: `TypeError.Code.registryInUse` if a registry was already installed, or if the current one
  ///   was already used outside a scope. A different registry would contradict earlier results.
  public static func install(_ registry: TypeRegistry) throws(TypeError) {
    try CurrentRegistry.install(registry)
  }

  /// Runs a function with a registry as the current one, for this task and the tasks started during the
  /// call.
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

  /// Runs an asynchronous function with a registry as the current one.
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

  /// The registry outside scopes, fixed by its first use.
  ///
  /// A global constant is initialised once, and later reads take no lock.
  static let installed: TypeRegistry = choice.withLock { choice in
    choice.isSettled = true
    return choice.registry ?? .standard
  }

  private struct Choice {
    var registry: TypeRegistry?
    /// Whether `installed` was used.
    var isSettled = false
  }

  private static let choice = Mutex(Choice())

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
        "a registry cannot be installed: \(reason); install it first of all, or use TypeRegistry.withCurrent"
    )
  }
}
