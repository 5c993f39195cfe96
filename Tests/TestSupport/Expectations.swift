package import Testing

// These functions do what the macros `#expect` and `#require` do, but compile in a tenth of the time. A macro
// stays where it shows more: in `#expect(a && b)` it prints which of the operands is false.
//
// The comment of an expectation is any value, such as a text or the run of a program. It is evaluated only if
// the expectation fails.

/// Expects that a condition is true.
package func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !condition { report("the condition is false", comment(), sourceLocation) }
}

/// Expects that two values are equal.
package func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if value != expected { report(difference(value, expected), comment(), sourceLocation) }
}

/// Expects that two values differ.
package func expectNotEqual<Value: Equatable>(
  _ value: Value, _ other: Value, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if value == other { report("both values are \(shown(value))", comment(), sourceLocation) }
}

/// Expects that an optional value is nil.
package func expectNil<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Any? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  if let value { report("\(shown(value)) is not nil", comment(), sourceLocation) }
}

/// Expects that an optional value is not nil.
package func expectNotNil<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Any? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  if value == nil { report("the value is nil", comment(), sourceLocation) }
}

/// Expects that a collection has no elements.
package func expectEmpty<Elements: Collection>(
  _ elements: Elements, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !elements.isEmpty { report("\(shown(elements)) is not empty", comment(), sourceLocation) }
}

/// Expects that a value is less than a limit.
package func expectLess<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !(value < limit) {
    report("\(shown(value)) is not less than \(shown(limit))", comment(), sourceLocation)
  }
}

/// Expects that a value is a limit or less.
package func expectAtMost<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !(value <= limit) {
    report("\(shown(value)) is greater than \(shown(limit))", comment(), sourceLocation)
  }
}

/// Expects that a value is greater than a limit.
package func expectGreater<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !(value > limit) {
    report("\(shown(value)) is not greater than \(shown(limit))", comment(), sourceLocation)
  }
}

/// Expects that a value is a limit or greater.
package func expectAtLeast<Value: Comparable>(
  _ value: Value, _ limit: Value, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !(value >= limit) {
    report("\(shown(value)) is less than \(shown(limit))", comment(), sourceLocation)
  }
}

// MARK: - Requirements

/// Returns the value of an optional; fails the test and throws if it is nil.
package func require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Any? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
  if let value { return value }
  try fail("the value is nil", comment(), sourceLocation)
}

/// Throws, after the failure was recorded, unless two values are equal.
package func requireEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if value != expected { try fail(difference(value, expected), comment(), sourceLocation) }
}

// MARK: - Errors

/// Expects an error of a type, and returns it.
///
/// - Returns: the error; nil if there was none, or one of another type.
@discardableResult
package func expectThrows<Failure: Error, Result>(
  _ type: Failure.Type, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> Failure? {
  do {
    report(unexpected(try body(), insteadOf: type), comment(), sourceLocation)
  } catch let error as Failure {
    return error
  } catch {
    report(unexpected(error, insteadOf: type), comment(), sourceLocation)
  }
  return nil
}

/// Expects an error of a type from an asynchronous function, and returns it.
///
/// - Returns: the error; nil if there was none, or one of another type.
@discardableResult
package func expectThrows<Failure: Error, Result>(
  _ type: Failure.Type, _ comment: @autoclosure () -> Any? = nil,
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Result
) async -> Failure? {
  do {
    report(unexpected(try await body(), insteadOf: type), comment(), sourceLocation)
  } catch let error as Failure {
    return error
  } catch {
    report(unexpected(error, insteadOf: type), comment(), sourceLocation)
  }
  return nil
}

/// Returns the error of a type that a function throws; fails the test and throws if there is no such error.
@discardableResult
package func requireThrows<Failure: Error, Result>(
  _ type: Failure.Type, _ comment: @autoclosure () -> Any? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) throws -> Failure {
  let words: String
  do {
    words = unexpected(try body(), insteadOf: type)
  } catch let error as Failure {
    return error
  } catch {
    words = unexpected(error, insteadOf: type)
  }
  try fail(words, comment(), sourceLocation)
}

/// Returns the error of a type that an asynchronous function throws; fails the test and throws if there is no
/// such error.
@discardableResult
package func requireThrows<Failure: Error, Result>(
  _ type: Failure.Type, _ comment: @autoclosure () -> Any? = nil,
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Result
) async throws -> Failure {
  let words: String
  do {
    words = unexpected(try await body(), insteadOf: type)
  } catch let error as Failure {
    return error
  } catch {
    words = unexpected(error, insteadOf: type)
  }
  try fail(words, comment(), sourceLocation)
}

private func unexpected<Failure: Error, Result>(_ result: Result, insteadOf type: Failure.Type) -> String {
  Result.self == Void.self
    ? "no error was thrown, expected \(type)"
    : "no error was thrown, expected \(type): \(shown(result)) was returned"
}

private func unexpected<Failure: Error>(_ error: any Error, insteadOf type: Failure.Type) -> String {
  "an error of type \(Swift.type(of: error)) was thrown, expected \(type): \(error)"
}

// MARK: - Reports

private func report(_ words: String, _ comment: Any?, _ sourceLocation: SourceLocation) {
  Issue.record(message(words, comment, sourceLocation), sourceLocation: sourceLocation)
}

/// Records a failure, and throws.
///
/// The macro records it: Swift Testing reports every other error a second time when a test throws it.
private func fail(_ words: String, _ comment: Any?, _ sourceLocation: SourceLocation) throws -> Never {
  let isMet = false
  try #require(isMet, message(words, comment, sourceLocation), sourceLocation: sourceLocation)
  fatalError("a requirement that is false does not throw")
}

/// The message of a failure: its reason, the comment, and the source of the expectation.
private func message(_ words: String, _ comment: Any?, _ sourceLocation: SourceLocation) -> Comment {
  var parts = [words]
  if let comment { parts.append((comment as? Comment)?.rawValue ?? String(describing: comment)) }
  if let source = SourceText.statement(at: sourceLocation) { parts.append(source) }
  return Comment(rawValue: parts.joined(separator: "\n"))
}
