extension UTType {
  /// Whether the type is the other type or conforms to it, directly or not.
  ///
  /// Between standard types, a few nanoseconds once somebody has asked about the type; nothing is allocated.
  public func conforms(to type: UTType) -> Bool {
    if standardPosition >= 0 && type.standardPosition >= 0,
      let answer = TypeRegistry.currentAnswer(
        whetherStandard: standardPosition, conformsTo: type.standardPosition)
    {
      return answer
    }
    return conformsAfterSearch(to: type)
  }

  @inline(never)
  private func conformsAfterSearch(to type: UTType) -> Bool { TypeRegistry.current.conforms(self, to: type) }

  /// Whether the type is the other type or conforms to it, as a registry declares them.
  public func conforms(to type: UTType, in registry: TypeRegistry) -> Bool {
    registry.conforms(self, to: type)
  }

  /// Whether the other type conforms to this one and is another one.
  public func isSupertype(of type: UTType) -> Bool { isSupertype(of: type, in: .current) }

  /// Whether the other type conforms to this one and is another one, as a registry declares them.
  public func isSupertype(of type: UTType, in registry: TypeRegistry) -> Bool {
    self != type && registry.conforms(type, to: self)
  }

  /// Whether the type conforms to the other one and is another one.
  public func isSubtype(of type: UTType) -> Bool { isSubtype(of: type, in: .current) }

  /// Whether the type conforms to the other one and is another one, as a registry declares them.
  public func isSubtype(of type: UTType, in registry: TypeRegistry) -> Bool {
    self != type && registry.conforms(self, to: type)
  }

  /// Everything the type conforms to, directly or not, without the type itself.
  ///
  /// What a declared type conforms to is declared as well, or the declaration would have been refused. A dynamic type,
  /// and one that the program made with a parent, show that parent even when nobody declares it.
  public var supertypes: Set<UTType> { supertypes(in: .current) }

  /// Everything the type conforms to, without the type itself, as a registry declares it.
  public func supertypes(in registry: TypeRegistry) -> Set<UTType> { registry.supertypes(of: self) }
}
