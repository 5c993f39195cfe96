import TestSupport;
import Testing

@testable import ProfferConversions

/// Expects an error with a code and a position, and returns it.
@discardableResult
func expectError<Result>(
  _ code: CoderError.Code, at position: CoderError.Position? = nil, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> CoderError? {
  do {
    let result = try body()
    Issue.record("\(comment) gave \(result), expected \(code.rawValue)", sourceLocation: sourceLocation)
    return nil
  } catch let error as CoderError {
    expectEqual(error.code, code, "\(comment): \(error.message)", sourceLocation: sourceLocation)
    if let position {
      expectEqual(error.position, position, "\(comment): \(error.message)", sourceLocation: sourceLocation)
    }
    return error
  } catch {
    Issue.record("\(comment) threw \(error)", sourceLocation: sourceLocation)
    return nil
  }
}
