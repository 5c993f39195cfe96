#if !canImport(Darwin)
  import Foundation
  import Pasteboards

  /// A drag that a driver moves: what destinations see of it, and where it is.
  @MainActor
  final class ActiveDragging: NSObject, NSDraggingInfo {
    let session: NSDraggingSession?
    let draggingPasteboard: NSPasteboard
    let draggingSequenceNumber: Int
    /// The operations of a source in another program.
    private let otherMask: NSDragOperation
    /// Whether the source knows that the drag has begun.
    var hasBegun = false
    /// The last answer of the destination, as it was given.
    var answer: NSDragOperation = []
    /// The last answer of the destination that the drag may activate.
    var springLoadingAnswer: NSSpringLoadingOptions = .enabled
    /// The destinations that were entered, in order.
    var entered: [any NSDraggingDestination] = []
    /// The destinations that the drag might have activated, in order.
    var springs: [any NSSpringLoadingDestination] = []
    var destination: (any NSDraggingDestination)?
    var springDestination: (any NSSpringLoadingDestination)?
    var screenPoint = NSPoint.zero

    var draggingDestinationWindow: NSWindow?
    var draggingSourceOperationMask: NSDragOperation = []
    var draggingLocation = NSPoint.zero
    var draggingFormation = NSDraggingFormation.default
    var animatesToDestination = false
    var numberOfValidItemsForDrop: Int
    var springLoadingHighlight = NSSpringLoadingHighlight.none

    var draggedImageLocation: NSPoint { draggingLocation }
    var draggedImage: NSImage? { nil }
    var draggingSource: Any? { session?.source }

    init(_ session: NSDraggingSession) {
      self.session = session
      draggingPasteboard = session.draggingPasteboard
      draggingSequenceNumber = session.draggingSequenceNumber
      otherMask = []
      numberOfValidItemsForDrop = session.draggingPasteboard.pasteboard.items.count
    }

    init(_ pasteboard: NSPasteboard, allowing mask: NSDragOperation) {
      session = nil
      draggingPasteboard = pasteboard
      draggingSequenceNumber = NSDraggingSession.nextNumber()
      otherMask = mask
      numberOfValidItemsForDrop = pasteboard.pasteboard.items.count
    }

    /// The operation of a drop: the lowest of those that the destination answered and the source allows.
    var operation: NSDragOperation { answer.intersection(draggingSourceOperationMask).lowest }

    /// Asks the source for its operations, and narrows them by modifier keys.
    ///
    /// Source: Apple's guide on drag and drop: Option copies, Command moves, both link.
    func updateMask(_ context: NSDraggingContext, _ flags: NSEvent.ModifierFlags) {
      var mask = otherMask
      var ignoresKeys = false
      if let session {
        mask = session.source.draggingSession(session, sourceOperationMaskFor: context)
        ignoresKeys = session.source.ignoreModifierKeys(for: session)
      }
      let keys = ignoresKeys ? [] : flags.intersection([.option, .command])
      switch keys {
      case [.option, .command]: mask.formIntersection(.link)
      case .option: mask.formIntersection(.copy)
      case .command: mask.formIntersection(.move)
      default: break
      }
      draggingSourceOperationMask = mask
    }

    /// Returns the innermost view at a point that is registered for a type of the drag, or else the window.
    func destination(at point: NSPoint, in window: NSWindow) -> (any NSDraggingDestination)? {
      var view = window.view(at: point)
      while let candidate = view {
        if isRegistered(candidate.registeredDraggedTypes) { return candidate }
        view = candidate.superview
      }
      return isRegistered(window.registeredDraggedTypes) ? window : nil
    }

    private func isRegistered(_ types: [NSPasteboard.PasteboardType]) -> Bool {
      let accepted = types.map(OldTypeName.identifier)
      return draggingPasteboard.pasteboard.items.contains { $0.type(accepting: accepted) != nil }
    }

    func slideDraggedImage(to screenPoint: NSPoint) {}

    func resetSpringLoading() {
      guard let springDestination, springLoadingHighlight == .emphasized else { return }
      springLoadingHighlight = .standard
      springDestination.springLoadingHighlightChanged(self)
      springDestination.springLoadingActivated(false, draggingInfo: self)
    }

    func enumerateDraggingItems(
      options enumOpts: NSDraggingItemEnumerationOptions, for view: NSView?, classes classArray: [AnyClass],
      searchOptions: [NSPasteboard.ReadingOptionKey: Any],
      using block: (NSDraggingItem, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
      draggingPasteboard.enumerateItems(of: classArray, searchOptions) { object, index, stop in
        block(NSDraggingItem(reading: object), index, stop)
      }
    }
  }

  extension NSDraggingInfo {
    /// The last answer of the destination; empty for a drag that no driver moves.
    var previousAnswer: NSDragOperation { (self as? ActiveDragging)?.answer ?? [] }
  }
#endif
