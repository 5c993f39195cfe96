import Conversions
import Foundation

/// The rule of how a value that is no text stands in a cell of text.
package enum TableCellText {
  /// Text as it is, null as nothing, anything else as JSON.
  package static func text(of value: StructuredValue) -> String {
    switch value {
    case .string(let text): return text
    case .null: return ""
    default:
      do {
        return String(decoding: try value.writeJSON().data, as: UTF8.self)
      } catch {
        // Only what is nested deeper than the limit has no JSON, and no reader makes such a value.
        return value.description
      }
    }
  }
}
