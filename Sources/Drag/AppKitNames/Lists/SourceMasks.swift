#if !canImport(Darwin)
  /// The operations that a list allows as a source: at first all within the program, and none outside.
  struct SourceMasks {
    private var local = NSDragOperation.every
    private var other: NSDragOperation = []

    mutating func set(_ mask: NSDragOperation, isLocal: Bool) {
      if isLocal { local = mask } else { other = mask }
    }

    subscript(context: NSDraggingContext) -> NSDragOperation {
      context == .withinApplication ? local : other
    }
  }
#endif
