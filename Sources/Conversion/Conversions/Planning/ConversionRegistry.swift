public import UniformTypes

/// A group of readers, bridges and writers, such as those of one format.
///
/// If two paths have equal losses, steps and cost, the path with the earlier coder is used. The order of the
/// coders has no other effect.
public struct CoderSet: Sendable {
  /// The coders that make values from bytes.
  public var readers: [RepresentationReader]
  /// The coders that make bytes from values.
  public var writers: [RepresentationWriter]
  /// The coders that make values from other values.
  public var bridges: [ValueBridge]

  /// Makes a set of coders.
  ///
  /// - Parameters:
  ///   - readers: the readers, in order of preference.
  ///   - writers: the writers, in order of preference.
  ///   - bridges: the bridges, in order of preference.
  public init(
    readers: [RepresentationReader] = [], writers: [RepresentationWriter] = [], bridges: [ValueBridge] = []
  ) {
    self.readers = readers
    self.writers = writers
    self.bridges = bridges
  }

  /// Returns a set with the coders of both sets, those of the left set first.
  public static func + (left: CoderSet, right: CoderSet) -> CoderSet {
    CoderSet(
      readers: left.readers + right.readers, writers: left.writers + right.writers,
      bridges: left.bridges + right.bridges)
  }
}

/// The coders of a program and the types they read and write: the graph in which conversions are
/// planned.
///
/// A registry is a value that contains only the coders passed to its initialiser. No coder is registered
/// implicitly.
public struct ConversionRegistry: Sendable {
  /// The coders, in the order that decides between equal paths.
  public let coders: CoderSet
  /// The type registry, which determines conformance between types.
  public let types: TypeRegistry

  /// Makes a registry of coders.
  ///
  /// - Parameters:
  ///   - coders: the coders.
  ///   - types: the type registry, which determines conformance between types.
  public init(_ coders: CoderSet, types: TypeRegistry = .current) {
    self.coders = coders
    self.types = types
  }

  /// Returns the readers that list the given type, or a type to which it conforms.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the readers, in the order of the coders.
  public func readers(of typeIdentifier: String) -> [RepresentationReader] {
    coders.readers.filter { reader in
      reader.typeIdentifiers.contains { types.conforms(identifier: typeIdentifier, to: $0) }
    }
  }

  /// Returns the writers that list the given type.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the writers, in the order of the coders.
  public func writers(of typeIdentifier: String) -> [RepresentationWriter] {
    coders.writers.filter { $0.typeIdentifiers.contains { $0.lowercased() == typeIdentifier.lowercased() } }
  }

  /// Returns the types to which the given type can be converted.
  ///
  /// The types are in the order of the writers, without duplicates. The given type itself is included if it
  /// can be written.
  ///
  /// - Parameter typeIdentifier: the type of the source.
  /// - Returns: the types of the possible results.
  public func destinations(from typeIdentifier: String) -> [String] {
    /// The kinds whose outgoing bridges may be followed.
    var open = Set(readers(of: typeIdentifier).map(\.kind))
    var reached = open
    var frontier = Array(open)
    while let kind = frontier.popLast() {
      for bridge in coders.bridges where bridge.source == kind {
        reached.insert(bridge.destination)
        if bridge.acceptance < .few, open.insert(bridge.destination).inserted {
          frontier.append(bridge.destination)
        }
      }
    }
    var seen: Set<String> = []
    return coders.writers.filter { reached.contains($0.kind) }.flatMap(\.typeIdentifiers)
      .filter { seen.insert($0.lowercased()).inserted }
  }
}
