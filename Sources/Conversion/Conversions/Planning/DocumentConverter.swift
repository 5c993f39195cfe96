public import UniformTypes

/// Makes a document of one type out of a document of another, without a value in between: what an external converter
/// does.
public struct DocumentConverter: Sendable {
  /// The converter's name, unique among converters: `pandoc docx`.
  public let name: String
  /// The types it takes, with all that conform to them.
  public let reads: [String]
  /// The types it makes, and no others.
  public let writes: [String]
  /// What it can lose without reporting it; each use declares a loss of each kind.
  public let mayLose: Set<LossKind>
  /// The work it takes, compared with that of bridges; decides only between otherwise equal paths.
  public let cost: Int
  let convert: @Sendable (RepresentationSource, _ typeIdentifier: String) throws -> Written

  /// Makes a converter of a function, which is given the source and the one type requested, and reports what it
  /// counted.
  ///
  /// - Parameters:
  ///   - name: its name, unique among converters.
  ///   - reads: the types that it reads.
  ///   - writes: the types that it writes.
  ///   - mayLose: the kinds of loss that are possible.
  ///   - cost: the work, compared with that of coders.
  ///   - convert: makes a document of the type in its second argument.
  public init(
    _ name: String, reads: [String], writes: [String], mayLose: [LossKind], cost: Int,
    convert: @escaping @Sendable (RepresentationSource, _ typeIdentifier: String) throws -> Written
  ) {
    self.name = name
    self.reads = reads
    self.writes = writes
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.convert = convert
  }
}

extension CoderSet {
  /// These coders with converters among them, so that a path may lead through both.
  ///
  /// What a converter makes is read by the readers of its type, and what it takes is written by the writers of that
  /// type: each is a kind of value of its own.
  ///
  /// - Parameters:
  ///   - converters: the converters.
  ///   - types: answers which reader reads what a converter makes.
  /// - Returns: the coders, with those of the converters after them.
  public func joined(with converters: [DocumentConverter], types: TypeRegistry = .current) -> CoderSet {
    guard !converters.isEmpty else { return self }
    let registry = ConversionRegistry(self, types: types)
    let taken = CoderSet.uniqued(converters.flatMap(\.reads))
    let made = CoderSet.uniqued(converters.flatMap(\.writes))
    return self
      + CoderSet(
        readers: taken.map(CoderSet.reader), writers: made.map(CoderSet.writer),
        bridges: converters.flatMap(\.bridges)
          + made.flatMap { type in registry.readers(of: type).map { $0.bridge(from: type) } }
          + taken.flatMap { type in registry.writers(of: type).map { $0.bridge(to: type) } })
  }

  private static func reader(of type: String) -> RepresentationReader {
    RepresentationReader("\(type) as it is", reads: [type], as: .document(type), cost: 0) {
      Reading($0.contents)
    }
  }

  private static func writer(of type: String) -> RepresentationWriter {
    RepresentationWriter("\(type) as it is", writes: [type], from: .document(type), cost: 0) { contents, _ in
      Written(contents)
    }
  }

  private static func uniqued(_ types: [String]) -> [String] {
    var seen: Set<String> = []
    return types.filter { seen.insert($0.lowercased()).inserted }
  }
}

extension DocumentConverter {
  /// A bridge for each pair of a type that is taken and one that is made.
  fileprivate var bridges: [ValueBridge] {
    reads.flatMap { source in
      writes.filter { $0.lowercased() != source.lowercased() }.map { destination in
        ValueBridge(
          "\(name), \(source) to \(destination)", from: .document(source), to: .document(destination),
          mayLose: Array(mayLose) + [.unreported], cost: cost
        ) { contents in
          let made = try convert(RepresentationSource(contents, typeIdentifier: source), destination)
          return Reading(
            made.contents, losses: made.losses + mayLose.sorted().map { .declared($0, by: name) },
            warnings: made.warnings)
        }
      }
    }
  }
}

extension RepresentationReader {
  /// The reader as a bridge from a document of a type that it reads.
  fileprivate func bridge(from type: String) -> ValueBridge {
    var bridge = ValueBridge(
      name, from: ValueKind.document(type).erased, to: kind, mayLose: mayLose, cost: cost, takes: .every
    ) { contents in
      guard let contents = contents as? DocumentContents else {
        preconditionFailure("a plan handed \(name) a value of another kind")
      }
      return try read(RepresentationSource(contents, typeIdentifier: type))
    }
    bridge.missing = missing
    return bridge
  }
}

extension RepresentationWriter {
  /// The writer as a bridge to a document of a type that it writes.
  fileprivate func bridge(to type: String) -> ValueBridge {
    var bridge = ValueBridge(
      name, from: kind, to: ValueKind.document(type).erased, mayLose: mayLose, cost: cost, takes: acceptance
    ) { value in
      let written = try write(value, type)
      return Reading(written.contents, losses: written.losses, warnings: written.warnings)
    }
    bridge.missing = missing
    return bridge
  }
}
