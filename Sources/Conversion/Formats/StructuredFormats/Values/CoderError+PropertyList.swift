import Conversions
import PropertyLists

extension CoderError {
  /// Does something with a property list; its error becomes one of ours, of the same name and place.
  static func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as PropertyListError {
      let position: Position? =
        switch error.position {
        case .byte(let offset): .byte(offset)
        case .line(let line, let column): .line(line, column: column)
        case nil: nil
        }
      throw CoderError(
        Code(rawValue: error.code.rawValue), error.reason, at: position, cause: error)
    }
  }
}
