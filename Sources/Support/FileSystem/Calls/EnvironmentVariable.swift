/// What the process was started with, by name.
package enum EnvironmentVariable {
  /// The value of a variable; nil where there is none.
  ///
  /// What is not UTF-8 is repaired. One variable is looked up without a copy of them all, which short processes feel.
  package static func value(of name: String) -> String? {
    SystemCalls.environmentValue(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
