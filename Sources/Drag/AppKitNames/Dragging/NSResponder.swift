#if !canImport(Darwin)
  public import Foundation

  /// An object that can receive events.
  @preconcurrency @MainActor
  open class NSResponder: NSObject {
    /// The next object for an event that this one does not handle; nil for none.
    open weak var nextResponder: NSResponder?

    /// Makes a responder.
    public override init() { super.init() }

    /// Makes a responder without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) { super.init() }

    /// Handles a press of the left button; by default the next responder does.
    ///
    /// - Parameter event: the event.
    open func mouseDown(with event: NSEvent) { nextResponder?.mouseDown(with: event) }

    /// Handles a movement of the mouse with the left button; by default the next responder does.
    ///
    /// - Parameter event: the event.
    open func mouseDragged(with event: NSEvent) { nextResponder?.mouseDragged(with: event) }

    /// Handles a release of the left button; by default the next responder does.
    ///
    /// - Parameter event: the event.
    open func mouseUp(with event: NSEvent) { nextResponder?.mouseUp(with: event) }

    /// Handles a key; by default the next responder does.
    ///
    /// - Parameter event: the event.
    open func keyDown(with event: NSEvent) { nextResponder?.keyDown(with: event) }

    /// Whether the object can receive the events of the keyboard; `false` by default.
    open var acceptsFirstResponder: Bool { false }
  }
#endif
