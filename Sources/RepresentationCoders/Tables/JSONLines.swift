import Conversions
import Foundation

/// Newline-delimited JSON: a value on each line.
enum JSONLines {
  static let typeIdentifier = "public.ndjson"

  /// Reads the lines as the elements of an array; empty lines are none.
  static func read(_ data: Data) throws -> Reading<StructuredValue> {
    var elements: [StructuredValue] = []
    var losses: [Loss] = []
    var line = 0
    for text in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      guard text.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != 13 }) else {
        continue
      }
      do {
        let reading = try StructuredValue.readJSON(text)
        elements.append(reading.value)
        losses += reading.losses
      } catch let error as CoderError {
        // The line of the whole text is what helps, not that of the piece.
        let column = if case .line(_, let column) = error.position { column } else { 1 }
        throw CoderError(error.code, error.reason, at: .line(line, column: column), cause: error.cause)
      }
    }
    return Reading(.array(elements), losses: losses.total())
  }

  /// Writes the elements of an array, each on its line.
  static func written(_ value: StructuredValue) throws -> Written {
    guard case .array(let elements) = value else {
      throw CoderError(.unwritable, "\(value.kindName) has no lines; an array's elements are a line each")
    }
    var output = Data()
    var losses: [Loss] = []
    for element in elements {
      let written = try element.writeJSON()
      output += written.data
      output.append(UInt8(ascii: "\n"))
      losses += written.losses
    }
    return Written(output, losses: losses.total())
  }
}
