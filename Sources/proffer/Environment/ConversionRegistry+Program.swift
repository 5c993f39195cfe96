import Conversions
import RepresentationCoders
import UniformTypes

extension ConversionRegistry {
  /// All coders of the program over the types of the moment: its own, then the outside programs that are there.
  static var program: ConversionRegistry { get throws { try program(types: .current) } }

  /// All coders of the program over some types.
  static func program(types: TypeRegistry) throws -> ConversionRegistry {
    ConversionRegistry(
      .standard.joined(with: try FoundPrograms().converters(types: types), types: types), types: types)
  }

  /// The program's own coders, which are there wherever the program is: what it may promise.
  static var own: ConversionRegistry { ConversionRegistry(.standard) }
}
