public import ProfferConversions
import StructuredFormats

extension CoderSet {
  /// Coders for TOML.
  ///
  /// A TOML document is read and written as a dictionary.
  public static let toml = CoderSet(
    readers: [
      RepresentationReader(
        "toml", reads: ["public.toml"], as: .structuredValue,
        mayLose: [.comments, .dates, .precision], holdsDocument: true,
        streaming: {
          try StructuredValue.streamTOML(
            $0.data, depthLimit: $0.limits.depth, meter: ReadingMeter(of: $0), emit: $1)
        },
        collect: { try StructuredValue.collected($0) })
    ],
    writers: [
      RepresentationWriter(
        "toml", writes: ["public.toml"], from: .structuredValue,
        mayLose: [.duplicates, .nulls, .dates, .order, .precision, .types], takes: .some, holdsDocument: true,
        streaming: { _ in TOMLSink() }, events: { try $1(StructuredValueEvent.value($0)) })
    ])
}
