import Conversions
import RepresentationCoders

extension ConversionRegistry {
  /// All coders of the program.
  static var program: ConversionRegistry { ConversionRegistry(.standard) }
}
