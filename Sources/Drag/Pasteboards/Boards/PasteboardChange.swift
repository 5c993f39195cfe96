/// A change of a pasteboard, for the modules that show the pasteboard under Apple's names or to other programs.
package struct PasteboardChange: Sendable {
  /// The kind of change.
  package enum Kind: Sendable {
    /// The items were replaced, items were added, or an item has other types.
    case contents
    /// The pasteboard is about to be removed.
    case removal
  }

  /// The program that made a change.
  package enum Source: Sendable {
    /// This process.
    case process
    /// Another program, through a connection to the desktop.
    case otherProgram
  }

  /// The kind of change.
  package let kind: Kind
  /// The program that made the change.
  package let source: Source
  /// The types that were added, in the order of the items.
  package let addedTypes: [String]
  /// The types that were removed.
  package let removedTypes: [String]

  package init(
    _ kind: Kind, by source: Source = .process, addedTypes: [String] = [], removedTypes: [String] = []
  ) {
    (self.kind, self.source) = (kind, source)
    (self.addedTypes, self.removedTypes) = (addedTypes, removedTypes)
  }
}

/// A registration for the changes of a pasteboard, which ends when the value is released.
package final class PasteboardObservation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
