import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import Testing

/// Reads YAML from a text.
func yaml(_ text: String, _ options: YAMLOptions = YAMLOptions()) throws -> StructuredValue {
  try StructuredValue.readYAML(Data(text.utf8), options: options).value
}

/// The YAML of a value.
func written(_ value: StructuredValue) throws -> String {
  String(decoding: try value.writeYAML().data, as: UTF8.self)
}

/// The error of reading a text; nil if the text is valid.
func refusal(_ text: String, _ options: YAMLOptions = YAMLOptions(), limits: ReadingLimits = .standard)
  -> CoderError?
{
  do {
    _ = try StructuredValue.readYAML(Data(text.utf8), options: options, limits: limits)
    return nil
  } catch let error as CoderError {
    return error
  } catch {
    Issue.record("an error of another kind: \(error)")
    return nil
  }
}
