public import ProfferConversions
import StructuredFormats

extension CoderSet {
  /// Coders for YAML.
  public static let yaml = yaml(YAMLOptions())

  /// Returns coders for YAML, with settings for reading.
  ///
  /// YAML is read as version 1.2.2 with the core schema, and written in block style, so that readers of YAML 1.1
  /// read the same value.
  ///
  /// - Parameter options: the document to read, and the limits on aliases.
  /// - Returns: the coder set.
  public static func yaml(_ options: YAMLOptions) -> CoderSet {
    CoderSet(
      readers: [
        RepresentationReader(
          "yaml", reads: ["public.yaml"], as: .structuredValue, mayLose: [.characters, .comments, .types],
          streaming: {
            try StructuredValue.streamYAML(
              $0.data, options: options, depthLimit: $0.limits.depth, meter: ReadingMeter(of: $0), emit: $1)
          },
          collect: { try StructuredValue.collected($0) })
      ],
      writers: [
        RepresentationWriter(
          "yaml", writes: ["public.yaml"], from: .structuredValue, mayLose: [.dates, .duplicates, .types],
          streaming: { _ in YAMLValueSink() }, events: { try $1(StructuredValueEvent.value($0)) })
      ])
  }
}
