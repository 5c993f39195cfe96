public import Conversions
import Foundation

extension ValueKind<StructuredValue> {
  /// Numbers, strings and containers.
  public static let structuredValue = ValueKind(StructuredValue.self, name: "structured value")
}

extension CoderSet {
  /// JSON and property lists.
  ///
  /// JSON is written with a line for each member and element. `com.apple.property-list` does not say which form; it
  /// is written as XML.
  public static let structuredValues = CoderSet(
    readers: [
      RepresentationReader("json", reads: ["public.json"], as: .structuredValue, mayLose: [.characters]) {
        try StructuredValue.readJSON($0.data)
      },
      RepresentationReader(
        "property list", reads: ["com.apple.property-list"], as: .structuredValue, mayLose: [.characters]
      ) { try StructuredValue.readPropertyList($0.data) },
    ],
    writers: [
      RepresentationWriter(
        "json", writes: ["public.json"], from: .structuredValue, mayLose: [.dates, .types]
      ) {
        value, _ in try value.writeJSON(.pretty)
      }
      .taking(EventWriter { _ in JSONElements(.array) }),
      RepresentationWriter(
        "xml property list", writes: ["com.apple.xml-property-list", "com.apple.property-list"],
        from: .structuredValue, mayLose: [.nulls, .precision, .characters]
      ) { value, _ in try value.writeXMLPropertyList() },
      RepresentationWriter(
        "binary property list", writes: ["com.apple.binary-property-list"], from: .structuredValue,
        mayLose: [.nulls, .precision]
      ) { value, _ in try value.writeBinaryPropertyList() },
    ])
}
