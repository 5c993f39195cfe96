import Conversions
import RepresentationCoders

extension ConversionRegistry {
  /// All coders of the program, over the types of the moment.
  static var program: ConversionRegistry { ConversionRegistry(.standard) }
}
