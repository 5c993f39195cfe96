#if !canImport(Darwin)
  public import ItemProviders
  public import UniformTypes

  /// A button that pastes; corresponds to SwiftUI's view of the same name.
  ///
  /// The button is a value that is not drawn and not part of a view. A test, or a client with its own controls,
  /// taps the button with the contents of a pasteboard.
  @preconcurrency @MainActor
  public struct PasteButton {
    private let contentTypes: [UTType]
    private let paste: @MainActor ([ItemProvider]) async -> Void

    /// Makes a button that pastes values.
    ///
    /// - Parameters:
    ///   - payloadType: the type of the values.
    ///   - onPaste: called with the values, in order. Values that cannot be loaded are omitted. The closure is
    ///     not called without values.
    public init<Payload: Transferable>(
      payloadType: Payload.Type, onPaste: @escaping ([Payload]) -> Void
    ) {
      contentTypes = Payload.importedContentTypes()
      paste = { providers in
        var values: [Payload] = []
        for provider in providers {
          // As in SwiftUI, a value that cannot be loaded is omitted. To receive the error, use the initializer
          // with content types.
          do { values.append(try await provider.loadTransferable(type: Payload.self)) } catch { continue }
        }
        if !values.isEmpty { onPaste(values) }
      }
    }

    /// Makes a button that pastes items.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: the accepted types; conforming types match as well.
    ///   - payloadAction: called with the conforming providers, in order.
    public init(supportedContentTypes: [UTType], payloadAction: @escaping ([ItemProvider]) -> Void) {
      contentTypes = supportedContentTypes
      paste = { payloadAction($0) }
    }

    /// Makes a button that pastes items.
    ///
    /// - Parameters:
    ///   - supportedTypes: the identifiers of the accepted types; conforming types match as well.
    ///   - payloadAction: called with the conforming providers, in order.
    @_disfavoredOverload
    public init(supportedTypes: [String], payloadAction: @escaping ([ItemProvider]) -> Void) {
      self.init(supportedContentTypes: types(supportedTypes), payloadAction: payloadAction)
    }

    /// Returns whether the button is enabled: whether at least one provider conforms to an accepted type.
    ///
    /// - Parameter itemProviders: the contents of the pasteboard, in order.
    /// - Returns: `true` if a tap would paste.
    public func isEnabled(for itemProviders: [ItemProvider]) -> Bool {
      itemProviders.contains { $0.conforms(toAnyOf: contentTypes) }
    }

    /// Taps the button, and returns when the closure of the button has returned.
    ///
    /// Does nothing if the button is not enabled.
    ///
    /// - Parameter itemProviders: the contents of the pasteboard, in order.
    public func tap(pasting itemProviders: [ItemProvider]) async {
      let accepted = itemProviders.filter { $0.conforms(toAnyOf: contentTypes) }
      if !accepted.isEmpty { await paste(accepted) }
    }
  }
#endif
