extension Result {
  /// The value, nil for a failure: the first parameter of a completion.
  var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error, nil for a success: the last parameter of a completion.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
