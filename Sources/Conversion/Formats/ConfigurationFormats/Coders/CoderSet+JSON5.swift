import Foundation
public import ProfferConversions
import StructuredFormats

extension CoderSet {
  /// Readers for JSON5 and for JSON with comments.
  ///
  /// The writer for JSON also writes both types, because every JSON text is valid in both.
  public static let json5 = CoderSet(readers: [
    reader("json5", "io.proffer.json5", .json5),
    reader("json with comments", "io.proffer.json-with-comments", .jsonWithComments),
  ])

  private static func reader(
    _ name: String, _ type: String, _ dialect: JSON5Scanner.Dialect
  ) -> RepresentationReader {
    RepresentationReader(
      name, reads: [type], as: .structuredValue, mayLose: [.characters, .comments],
      streaming: {
        try StructuredValue.streamJSON5(
          $0.data, dialect, depthLimit: $0.limits.depth, meter: ReadingMeter(of: $0), emit: $1)
      },
      collect: { try StructuredValue.collected($0) })
  }
}
