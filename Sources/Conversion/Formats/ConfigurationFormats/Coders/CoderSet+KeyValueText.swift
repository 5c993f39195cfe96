public import ProfferConversions
import StructuredFormats

extension CoderSet {
  /// Coders for INI, for the properties of Java, and for files of environment variables.
  ///
  /// All values are read as texts. In INI and in environment variables, a key without a separator is read as null.
  /// If a key occurs several times, the last value is kept, and the others are counted as lost (`duplicates`).
  /// Comments are counted as well (`comments`). Only a dictionary can be written. Values that are not texts are
  /// written as in CSV and counted as lost: dates and times as `dates`, null as `nulls`, and others as `types`. INI
  /// has null: a key without a separator.
  public static let keyValueText = CoderSet(
    readers: [
      reader("ini", ["com.microsoft.ini", "io.proffer.configuration-text"]) { try INIReader.read($0) },
      reader("java properties", ["io.proffer.java-properties"]) { try PropertiesReader.read($0) },
      reader("environment variables", ["io.proffer.environment-text"]) { try EnvironmentReader.read($0) },
    ],
    writers: [
      RepresentationWriter(
        "ini", writes: ["com.microsoft.ini", "io.proffer.configuration-text"], from: .structuredValue,
        mayLose: [.duplicates, .dates, .order, .types], takes: .some
      ) { value, _ in try INIWriter.written(value) },
      RepresentationWriter(
        "java properties", writes: ["io.proffer.java-properties"], from: .structuredValue,
        mayLose: [.duplicates, .dates, .nulls, .types], takes: .some
      ) { value, _ in try PropertiesWriter.written(value) },
      RepresentationWriter(
        "environment variables", writes: ["io.proffer.environment-text"], from: .structuredValue,
        mayLose: [.duplicates, .dates, .nulls, .types], takes: .some
      ) { value, _ in try EnvironmentWriter.written(value) },
    ])

  private static func reader(
    _ name: String, _ types: [String],
    _ read: @escaping @Sendable (RepresentationSource) throws -> Reading<StructuredValue>
  ) -> RepresentationReader {
    RepresentationReader(
      name, reads: types, as: .structuredValue, mayLose: [.characters, .comments, .duplicates], read: read)
  }
}
