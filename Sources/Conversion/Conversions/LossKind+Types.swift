extension LossKind {
  /// Values whose type the format lacks and that are written as another, such as data as base64 text.
  public static let types = LossKind(rawValue: "types")
}
