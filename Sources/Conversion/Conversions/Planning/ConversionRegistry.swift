public import UniformTypes

/// A group of readers, bridges and writers, such as those of one format.
///
/// The order matters only for paths with equal losses, steps and cost: the earlier coder is used.
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
  ///   - readers: the readers; among equal ones the earlier is used.
  ///   - writers: the writers, likewise.
  ///   - bridges: the bridges, likewise.
  public init(
    readers: [RepresentationReader] = [], writers: [RepresentationWriter] = [], bridges: [ValueBridge] = []
  ) {
    self.readers = readers
    self.writers = writers
    self.bridges = bridges
  }

  /// Combines the coders of both sets, the left ones first.
  public static func + (left: CoderSet, right: CoderSet) -> CoderSet {
    CoderSet(
      readers: left.readers + right.readers, writers: left.writers + right.writers,
      bridges: left.bridges + right.bridges)
  }
}

/// The coders of a program and the types they read and write: the graph in which conversions are
/// planned.
///
/// A registry is a value, and registration is explicit: it contains only the coders passed to it.
public struct ConversionRegistry: Sendable {
  /// The coders, in the order that decides between equal paths.
  public let coders: CoderSet
  /// The registry that determines which types conform to which.
  public let types: TypeRegistry

  /// Makes a registry of coders.
  ///
  /// - Parameters:
  ///   - coders: the coders.
  ///   - types: determines which types conform to which.
  public init(_ coders: CoderSet, types: TypeRegistry = .current) {
    self.coders = coders
    self.types = types
  }

  /// Returns the readers for a type: those that list it or a type it conforms to.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the readers, in the order in which they are tried.
  public func readers(of typeIdentifier: String) -> [RepresentationReader] {
    coders.readers.filter { reader in
      reader.typeIdentifiers.contains { types.conforms(identifier: typeIdentifier, to: $0) }
    }
  }

  /// Returns the writers that list a type.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the writers, in the order in which they are tried.
  public func writers(of typeIdentifier: String) -> [RepresentationWriter] {
    coders.writers.filter { $0.typeIdentifiers.contains { $0.lowercased() == typeIdentifier.lowercased() } }
  }

  /// Returns every type that the given type can be converted to, in the order of the writers, without
  /// duplicates.
  ///
  /// The result includes the type itself if it can be written.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the types that it can be converted to.
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
