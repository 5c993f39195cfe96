import Synchronization

extension TypeRegistry {
  /// The registry that queries use when none is named: the one that scopes this task, or else the one installed, or else
  /// the standard one.
  public static var current: TypeRegistry { CurrentRegistry.scoped ?? CurrentRegistry.installed }

  /// Makes a registry the process's own, once, before anything uses the current one.
  ///
  /// A program does this first of all. Libraries do not: they take a registry, or open a scope.
  ///
  /// - Parameter registry: the registry of the process.
  /// - Throws: `TypeError.Code.registryInUse` when a registry was installed before, or when the current one was used
  ///   outside a scope before: answers would contradict earlier ones.
  public static func install(_ registry: TypeRegistry) throws(TypeError) {
    try CurrentRegistry.install(registry)
  }

  /// Runs a function with a registry as the current one, for this task and the tasks that it starts inside.
  ///
  /// - Parameters:
  ///   - registry: the registry for the time of the call.
  ///   - body: the function.
  /// - Returns: the function's result.
  public static func withCurrent<Result>(
    _ registry: TypeRegistry, perform body: () throws -> Result
  ) rethrows -> Result {
    try CurrentRegistry.$scoped.withValue(registry, operation: body)
  }

  /// Runs an asynchronous function with a registry as the current one, for this task and the tasks that it starts
  /// inside.
  ///
  /// - Parameters:
  ///   - registry: the registry for the time of the call.
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

/// Which registry is the current one: the module's only state that changes, and it changes once.
private enum CurrentRegistry {
  @TaskLocal static var scoped: TypeRegistry?

  /// The registry outside scopes, settled by its first use: as a global constant it is initialised once, and reading
  /// it later takes no lock.
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
