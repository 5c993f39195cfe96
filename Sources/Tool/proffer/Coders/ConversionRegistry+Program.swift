import Conversions
import StandardCoders
import UniformTypes

extension ConversionRegistry {
  /// All coders of the program over the types of the moment: its own, then the external converters that are there.
  static var program: ConversionRegistry { get throws { try program(types: .current) } }

  /// All coders of the program over some types.
  static func program(types: TypeRegistry) throws -> ConversionRegistry {
    ConversionRegistry(
      .standard.joined(with: try FoundPrograms().converters(types: types), types: types), types: types)
  }

  /// The program's own coders, which are there wherever the program is: what it may promise.
  static var own: ConversionRegistry { ConversionRegistry(.standard) }

  /// The plan of a promise, by the program's own coders.
  ///
  /// - Throws: a ``Failure`` that says so when only an external converter leads there.
  func promisedPlan(from candidates: [String], to type: String) throws -> ConversionPlan {
    do throws(ConversionError) {
      return try plan(from: candidates, to: type)
    } catch {
      var message = error.message
      if try ConversionRegistry.program.destinations(from: candidates).contains(type.lowercased()) {
        message +=
          "; an external converter would make it, and promises are made by built-in coders only, which are there "
          + "wherever the bundle is opened: convert the file and pack what comes of it"
      }
      throw Failure(message)
    }
  }

  /// Every type that one of the given ones can become, in lower case.
  private func destinations(from identifiers: [String]) -> Set<String> {
    Set(identifiers.flatMap { destinations(from: $0) }.map { $0.lowercased() })
  }
}
