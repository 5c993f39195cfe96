public import UniformTypes

/// Readers, bridges and writers that belong together, such as those of one format.
///
/// Order matters only between paths that are equal in losses, steps and cost: the earlier coder wins.
public struct CoderSet: Sendable {
  /// Makes values of bytes.
  public var readers: [RepresentationReader]
  /// Makes bytes of values.
  public var writers: [RepresentationWriter]
  /// Makes values of other values.
  public var bridges: [ValueBridge]

  /// Makes a set of coders.
  ///
  /// - Parameters:
  ///   - readers: the readers; of equal ones the earlier is used.
  ///   - writers: the writers, likewise.
  ///   - bridges: the bridges, likewise.
  public init(
    readers: [RepresentationReader] = [], writers: [RepresentationWriter] = [], bridges: [ValueBridge] = []
  ) {
    self.readers = readers
    self.writers = writers
    self.bridges = bridges
  }

  /// Both sets' coders, the left ones first.
  public static func + (left: CoderSet, right: CoderSet) -> CoderSet {
    CoderSet(
      readers: left.readers + right.readers, writers: left.writers + right.writers,
      bridges: left.bridges + right.bridges)
  }
}

/// The coders of a program and the types they read and write: the graph in which conversions are planned.
///
/// A registry is a value. Nothing registers itself: what is not passed in is not there.
public struct ConversionRegistry: Sendable {
  /// The coders, in the order that decides between equal paths.
  public let coders: CoderSet
  /// Answers which type conforms to which.
  public let types: TypeRegistry

  /// Makes a registry of coders.
  ///
  /// - Parameters:
  ///   - coders: the coders.
  ///   - types: says which type conforms to which.
  public init(_ coders: CoderSet, types: TypeRegistry = .current) {
    self.coders = coders
    self.types = types
  }

  /// The readers that read a type: those that name it or something it conforms to.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the readers, in the order in which they are tried.
  public func readers(of typeIdentifier: String) -> [RepresentationReader] {
    coders.readers.filter { reader in
      reader.typeIdentifiers.contains { types.conforms(identifier: typeIdentifier, to: $0) }
    }
  }

  /// The writers that name a type.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the writers, in the order in which they are tried.
  public func writers(of typeIdentifier: String) -> [RepresentationWriter] {
    coders.writers.filter { $0.typeIdentifiers.contains { $0.lowercased() == typeIdentifier.lowercased() } }
  }

  /// Every type that can be made of the given one, in the order of the writers, each once.
  ///
  /// The type itself is among them when it can be written again.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the types that it can be converted to.
  public func destinations(from typeIdentifier: String) -> [String] {
    /// The kinds from which bridges lead on.
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
