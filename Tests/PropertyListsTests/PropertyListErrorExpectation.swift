import PropertyLists
import TestSupport;
import Testing

/// Expects an error with a code and a position.
func expectError<Result>(
  _ code: PropertyListError.Code, at position: PropertyListError.Position? = nil, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) {
  let error = expectThrows(PropertyListError.self, "\(comment)", sourceLocation: sourceLocation) {
    _ = try body()
  }
  guard let error else { return }
  expectEqual(error.code, code, "\(comment): \(error)", sourceLocation: sourceLocation)
  if let position {
    expectEqual(error.position, position, "\(comment): \(error)", sourceLocation: sourceLocation)
  }
}
