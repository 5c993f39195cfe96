#if !canImport(Darwin)
  /// The types that a view or window is registered for, without duplicates.
  struct DraggedTypes {
    private(set) var types: [NSPasteboard.PasteboardType] = []

    mutating func register(_ newTypes: [NSPasteboard.PasteboardType]) {
      for type in newTypes where !types.contains(type) { types.append(type) }
    }
  }
#endif
