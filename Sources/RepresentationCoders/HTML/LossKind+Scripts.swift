public import Conversions

extension LossKind {
  /// Scripts, and whatever runs one.
  public static let scripts = LossKind(rawValue: "scripts")
}
