import Conversions
import Foundation
import PropertyLists

extension StructuredValue {
  /// Refuses to open a container inside `depth` others where readers would not read it.
  static func checkDepth(_ depth: Int) throws {
    guard depth < standardDepthLimit else {
      throw CoderError(
        .tooDeep,
        "containers stand more than \(standardDepthLimit) deep inside one another; no reader takes that")
    }
  }

  /// The fields of a date that is to be written as text.
  static func time(of date: Date) throws -> CalendarTime {
    guard let time = CalendarTime(date) else {
      throw CoderError(
        .unwritable, "the date \(date.timeIntervalSinceReferenceDate) seconds from 2001 has no text")
    }
    return time
  }
}
