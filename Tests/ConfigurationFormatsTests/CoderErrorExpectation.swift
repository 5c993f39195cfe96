import ProfferConversions
import TestSupport;
import Testing

/// Expects an error with a code and a position.
func expectCoderError<Result>(
  _ code: CoderError.Code, at position: CoderError.Position? = nil, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) {
  do {
    let result = try body()
    Issue.record("\(comment) gave \(result), expected \(code.rawValue)", sourceLocation: sourceLocation)
  } catch let error as CoderError {
    expectEqual(error.code, code, "\(comment): \(error.message)", sourceLocation: sourceLocation)
    if let position {
      expectEqual(error.position, position, "\(comment): \(error.message)", sourceLocation: sourceLocation)
    }
  } catch {
    Issue.record("\(comment) threw \(error)", sourceLocation: sourceLocation)
  }
}

/// Expects a value or an error of a coder.
func expectCoderErrorOrValue<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) {
  do {
    _ = try body()
  } catch {
    expect(error is CoderError, error, sourceLocation: sourceLocation)
  }
}
