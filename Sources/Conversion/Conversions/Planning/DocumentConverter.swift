public import UniformTypes

/// Converts documents of one type directly to documents of another type, as an external converter does.
///
/// No value is made in between.
public struct DocumentConverter: Sendable {
  /// The converter's name, unique among converters, such as `pandoc docx`.
  public let name: String
  /// The types that the converter reads; types that conform to one of these types are read as well.
  public let reads: [String]
  /// The types that the converter writes.
  public let writes: [String]
  /// The kinds of loss that the converter can cause without reporting them.
  ///
  /// Each conversion declares one possible loss of each kind.
  public let mayLose: Set<LossKind>
  /// The cost relative to bridges; used only to choose between otherwise equal paths.
  public let cost: Int
  /// The choices that the converter offers.
  public let choices: Set<ConverterChoice>
  let convert: @Sendable (RepresentationSource, _ typeIdentifier: String) throws -> Written

  /// Makes a converter from a function.
  ///
  /// - Parameters:
  ///   - name: the converter's name, unique among converters.
  ///   - reads: the types that the converter reads; types that conform to one of these types are read as
  ///     well.
  ///   - writes: the types that the converter writes.
  ///   - mayLose: the kinds of loss that the converter can cause without reporting them.
  ///   - cost: the cost relative to other coders.
  ///   - choices: the choices that the converter offers.
  ///   - convert: receives a source and the requested type. Returns the converted document and the losses
  ///     that were counted.
  public init(
    _ name: String, reads: [String], writes: [String], mayLose: [LossKind], cost: Int,
    choices: Set<ConverterChoice> = [],
    convert: @escaping @Sendable (RepresentationSource, _ typeIdentifier: String) throws -> Written
  ) {
    self.name = name
    self.reads = reads
    self.writes = writes
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.choices = choices
    self.convert = convert
  }
}

extension CoderSet {
  /// Adds converters to these coders, so that a path can contain both.
  ///
  /// For each type, the documents that converters read and write form a separate kind of value. The readers
  /// of a type can read a converter's output, and the writers of a type can make a converter's input.
  ///
  /// - Parameters:
  ///   - converters: the converters.
  ///   - types: the type registry, which determines the readers of a converter's output.
  /// - Returns: these coders, followed by the coders that represent the converters.
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
    RepresentationWriter("\(type) as it is", writes: [type], from: .madeDocument(type), cost: 0) {
      contents, _ in Written(contents)
    }
  }

  private static func uniqued(_ types: [String]) -> [String] {
    var seen: Set<String> = []
    return types.filter { seen.insert($0.lowercased()).inserted }
  }
}

extension DocumentConverter {
  /// One bridge for each pair of an input type and a different output type.
  fileprivate var bridges: [ValueBridge] {
    reads.flatMap { source in
      writes.filter { $0.lowercased() != source.lowercased() }.map { destination in
        var bridge = ValueBridge(
          "\(name), \(source) to \(destination)", from: ValueKind.document(source).erased,
          to: ValueKind.madeDocument(destination).erased, mayLose: mayLose.union([.unreported]), cost: cost,
          takes: .every
        ) { contents, limits in
          guard let contents = contents as? DocumentContents else {
            preconditionFailure("the conversion plan passed \(name) a value of the wrong kind")
          }
          let made = try convert(
            RepresentationSource(contents, typeIdentifier: source, limits: limits), destination)
          return Reading(
            made.contents, losses: made.losses + mayLose.sorted().map { .declared($0, by: name) },
            warnings: made.warnings)
        }
        bridge.converterName = name
        bridge.converterChoices = choices
        return bridge
      }
    }
  }
}

extension RepresentationReader {
  /// Returns a bridge that uses this reader to read documents of the given type.
  fileprivate func bridge(from type: String) -> ValueBridge {
    var bridge = ValueBridge(
      name, from: ValueKind.madeDocument(type).erased, to: kind, mayLose: mayLose, cost: cost, takes: .every
    ) { contents, limits in
      guard let contents = contents as? DocumentContents else {
        preconditionFailure("the conversion plan passed \(name) a value of the wrong kind")
      }
      // A converter program may write pictures to files next to its result. These files are not kept.
      var source = RepresentationSource(contents, typeIdentifier: type, limits: limits)
      source.pictures = .withoutFiles
      return try read(source)
    }
    bridge.missing = missing
    return bridge
  }
}

extension RepresentationWriter {
  /// Returns a bridge that uses this writer to write documents of the given type.
  fileprivate func bridge(to type: String) -> ValueBridge {
    var bridge = ValueBridge(
      name, from: kind, to: ValueKind.document(type).erased, mayLose: mayLose, cost: cost, takes: acceptance
    ) { value, _ in
      let written = try write(value, type)
      return Reading(written.contents, losses: written.losses, warnings: written.warnings)
    }
    bridge.missing = missing
    return bridge
  }
}
