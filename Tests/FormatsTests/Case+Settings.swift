import ConversionTestSupport
import ProfferConversions
import TestSupport
import Testing

extension Case {
  /// A setting that is `yes` or `no`; nil if the case does not have it.
  func flag(_ name: String) throws -> Bool? {
    switch setting(name) {
    case nil: return nil
    case "yes"?: return true
    case "no"?: return false
    case let word?: throw CaseFileError(path: path, line: line, message: "\(name) is yes or no, not \(word)")
    }
  }

  /// Expects the error in the section `strict-error` of a strict reading, or the same outcome as of any reading if
  /// there is none.
  func expectStrictError(_ body: () throws -> CaseOutcome) throws {
    guard let expected = setting("strict-error") else { return try expect(body) }
    do {
      _ = try body()
      fail("strict reading gives no error, expected \(expected)")
    } catch let error as CoderError {
      expectEqual(Self.notation(error), expected, "the error of strict reading (\(error.message))")
    }
  }
}
