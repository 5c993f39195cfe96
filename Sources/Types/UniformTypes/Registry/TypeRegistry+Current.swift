import Synchronization

extension TypeRegistry {
  /// The registry that is asked when none is named: the one that scopes this task, or else the one installed, or else
  /// the standard one.
  ///
  /// Until a scope was opened for the first time in the process, this is one atomic load.
  public static var current: TypeRegistry {
    let choice = CurrentRegistry.choice.load(ordering: .acquiring)
    return CurrentRegistry.settled(choice)?.takeUnretainedValue() ?? CurrentRegistry.choose(choice)
  }

  /// What the current registry answers about two standard types, when that takes no more than reading it.
  @inline(__always)
  static func currentAnswer(whetherStandard position: Int32, conformsTo other: Int32) -> Bool? {
    let choice = CurrentRegistry.choice.load(ordering: .acquiring)
    return CurrentRegistry.settled(choice)?._withUnsafeGuaranteedRef {
      $0.closures.answer(Int(position), Int(other))
    }
  }

  /// Makes a registry the process's own, once, before anything asks for the current one.
  ///
  /// A program does this first of all. Libraries do not: they take a registry, or open a scope.
  ///
  /// - Throws: `TypeError.Code.registryInUse` when a registry was installed before, or when somebody has already asked
  ///   for the current one outside a scope: answers would contradict earlier ones.
  public static func install(_ registry: TypeRegistry) throws(TypeError) {
    try CurrentRegistry.install(registry)
  }

  /// Runs a function with a registry as the current one, for this task and the tasks that it starts inside.
  public static func withCurrent<Result>(
    _ registry: TypeRegistry, perform body: () throws -> Result
  ) rethrows -> Result {
    CurrentRegistry.willOpenScope()
    return try CurrentRegistry.$scoped.withValue(registry, operation: body)
  }

  /// Runs an asynchronous function with a registry as the current one, for this task and the tasks that it starts
  /// inside.
  public static func withCurrent<Result>(
    _ registry: TypeRegistry, isolation: isolated (any Actor)? = #isolation,
    perform body: () async throws -> Result
  ) async rethrows -> Result {
    CurrentRegistry.willOpenScope()
    return try await CurrentRegistry.$scoped.withValue(registry, operation: body, isolation: isolation)
  }
}

/// Which registry is the current one: the module's only state that changes, and it changes at most once each way.
private enum CurrentRegistry {
  @TaskLocal static var scoped: TypeRegistry?

  /// Two flags, and above them the address of the registry that is current outside scopes, once that is settled.
  ///
  /// All in one word, so that “not yet used” and “installed” cannot both come true, and so that asking takes one load
  /// and keeps no count of references: a registry that was put here stays for ever.
  static let choice = Atomic<UInt>(0)
  /// The registry was given out.
  private static let isUsed: UInt = 1
  /// Somewhere in the process a scope was opened.
  private static let hasScopes: UInt = 2
  private static let flags: UInt = 3

  /// The registry that a word names when nothing else is to be considered.
  @inline(__always)
  static func settled(_ choice: UInt) -> Unmanaged<TypeRegistry>? {
    guard choice & flags == isUsed else { return nil }
    return UnsafeRawPointer(bitPattern: choice & ~flags).map(Unmanaged.fromOpaque)
  }

  @inline(never)
  static func choose(_ choice: UInt) -> TypeRegistry {
    if choice & hasScopes != 0, let scoped { return scoped }
    var seen = choice
    while seen & isUsed == 0 {
      let address = seen & ~flags != 0 ? 0 : self.address(of: .passRetained(TypeRegistry.standard))
      let (done, now) = self.choice.compareExchange(
        expected: seen, desired: seen | address | isUsed, ordering: .acquiringAndReleasing)
      seen = done ? seen | address | isUsed : now
    }
    return UnsafeRawPointer(bitPattern: seen & ~flags)
      .map { Unmanaged.fromOpaque($0).takeUnretainedValue() } ?? TypeRegistry.standard
  }

  static func willOpenScope() {
    if choice.load(ordering: .relaxed) & hasScopes == 0 {
      choice.bitwiseOr(hasScopes, ordering: .acquiringAndReleasing)
    }
  }

  static func install(_ registry: TypeRegistry) throws(TypeError) {
    let retained = Unmanaged.passRetained(registry)
    var seen = choice.load(ordering: .acquiring)
    while seen & isUsed == 0 && seen & ~flags == 0 {
      let (done, now) = choice.compareExchange(
        expected: seen, desired: seen | address(of: retained), ordering: .acquiringAndReleasing)
      if done { return }
      seen = now
    }
    retained.release()
    let reason = seen & isUsed == 0 ? "another one is installed" : "types were looked up before"
    throw TypeError(
      .registryInUse,
      "a registry cannot be installed: \(reason); install it first of all, or use TypeRegistry.withCurrent")
  }

  private static func address(of registry: Unmanaged<TypeRegistry>) -> UInt {
    UInt(bitPattern: registry.toOpaque())
  }
}
