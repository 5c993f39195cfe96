import ProfferConversions
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

extension ConversionSource {
  /// Returns the error for a source that cannot be converted to the wanted type.
  ///
  /// The error names what is missing: a program, or contents of the type that the file name promises.
  func refusal(_ error: ConversionError, in context: ActionContext) -> ActionError {
    if error.code == .missingProgram {
      return .failure("\(name) \(error.reason)", cause: error, code: .missingProgram)
    }
    if let contradiction = contradiction(in: context) {
      return .negative("\(name) \(contradiction); \(error.message)", code: .noConversion)
    }
    return .negative(error.message, of: name, code: .noConversion)
  }

  /// The types of the contents and of the name, if the contents are of another type than the name says.
  private func contradiction(in context: ActionContext) -> String? {
    let registry = context.types.registry
    guard let fileName = path?.lastComponent, let type = candidates.first,
      let named = TypeDetector(registry: registry).detect(name: fileName, prefix: nil).nameType,
      !named.isDynamic, !registry.conforms(identifier: named.identifier, to: type),
      !registry.conforms(identifier: type, to: named.identifier)
    else { return nil }
    let names = TypeNames([type, named.identifier], in: registry)
    return "contains \(names[type]), not \(names[named.identifier])"
  }
}
