/// How many of the values of its kind a step takes; the others it refuses with an error.
public enum Acceptance: Sendable, Comparable {
  /// Every value, whatever is lost of it.
  case every
  /// Values of a certain form, such as arrays of objects where a table is wanted. A plan leads through such a step only
  /// where no other way is.
  case some
  /// Hardly any value, such as the texts that are one link. Besides, a plan crosses no bridge behind such a step: who
  /// wants the other values as something else is not helped by it.
  case few
}
