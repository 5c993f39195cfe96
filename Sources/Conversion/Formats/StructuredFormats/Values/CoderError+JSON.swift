import Conversions
package import JSONText

extension CoderError {
  /// The error of the JSON scanner as one of this module, at the same place.
  package init(_ error: JSONError) {
    self.init(
      Code(rawValue: error.code.rawValue), error.reason, at: .line(error.line, column: error.column),
      cause: error)
  }
}
