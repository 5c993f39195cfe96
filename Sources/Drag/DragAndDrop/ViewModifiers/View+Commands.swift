public import ItemProviders
public import UniformTypes

// SwiftUI's modifiers for the commands of the Edit menu, and calls that send these commands.
//
// A command starts at the focused view. There is no focus here, so the caller names the view. A view without a
// handler passes the command on to its superview. If modifiers of one view have handlers for the same command,
// the modifier that was added first is asked first, because it would be the innermost one in SwiftUI.

extension View {
  /// Makes the view a source for the copy command.
  ///
  /// - Parameter payloadAction: makes the providers to copy; nil adds no handler.
  /// - Returns: the view.
  @discardableResult
  public func onCopyCommand(perform payloadAction: (() -> [ItemProvider])?) -> Self {
    if let payloadAction { editCommands.copyHandlers.append(payloadAction) }
    return self
  }

  /// Makes the view a source for the cut command.
  ///
  /// - Parameter payloadAction: removes the contents from the model, and makes their providers; nil adds no
  ///   handler.
  /// - Returns: the view.
  @discardableResult
  public func onCutCommand(perform payloadAction: (() -> [ItemProvider])?) -> Self {
    if let payloadAction { editCommands.cutHandlers.append(payloadAction) }
    return self
  }

  /// Makes the view receive pasted items.
  ///
  /// - Parameters:
  ///   - supportedContentTypes: the accepted types; conforming types match as well.
  ///   - payloadAction: called with the conforming providers, in order.
  /// - Returns: the view.
  @discardableResult
  public func onPasteCommand(
    of supportedContentTypes: [UTType], perform payloadAction: @escaping ([ItemProvider]) -> Void
  ) -> Self {
    onPasteCommand(of: supportedContentTypes, validator: { $0 }, perform: payloadAction)
  }

  /// Makes the view receive pasted items that a function accepts.
  ///
  /// - Parameters:
  ///   - supportedContentTypes: the accepted types; conforming types match as well.
  ///   - validator: called with the conforming providers, in order; returns nil to pass the command on.
  ///   - payloadAction: called with the result of the validator.
  /// - Returns: the view.
  @discardableResult
  public func onPasteCommand<Payload>(
    of supportedContentTypes: [UTType], validator: @escaping ([ItemProvider]) -> Payload?,
    perform payloadAction: @escaping (Payload) -> Void
  ) -> Self {
    editCommands.pasteHandlers.append(
      PasteHandler(contentTypes: supportedContentTypes) { providers in
        guard let payload = validator(providers) else { return false }
        payloadAction(payload)
        return true
      })
    return self
  }

  /// Makes the view a source of values for the copy command.
  ///
  /// - Parameter payload: makes the values; called for each command. Without values, the command is passed on.
  /// - Returns: the view.
  @discardableResult
  public func copyable<Payload: Transferable>(
    _ payload: @autoclosure @escaping () -> [Payload]
  ) -> Self {
    onCopyCommand { payload().map { ItemProvider.registering($0) } }
  }

  /// Makes the view a source of values for the cut command.
  ///
  /// - Parameters:
  ///   - payloadType: the type of the values.
  ///   - action: removes the values from the model and returns them. Without values, the command is passed on.
  /// - Returns: the view.
  @discardableResult
  public func cuttable<Payload: Transferable>(
    for payloadType: Payload.Type = Payload.self, action: @escaping () -> [Payload]
  ) -> Self {
    onCutCommand { action().map { ItemProvider.registering($0) } }
  }

  /// Makes the view receive pasted values.
  ///
  /// - Parameters:
  ///   - payloadType: the type of the values.
  ///   - action: called on the main actor when all loads have finished, with the validated values in order.
  ///     Values that cannot be loaded are omitted. The closure is not called if no values are left.
  ///   - validator: returns the values to paste; by default, all of them.
  /// - Returns: the view.
  @discardableResult
  public func pasteDestination<Payload: Transferable>(
    for payloadType: Payload.Type = Payload.self,
    action: @escaping @MainActor ([Payload]) -> Void,
    validator: @escaping @MainActor ([Payload]) -> [Payload] = { $0 }
  ) -> Self {
    onPasteCommand(of: Payload.importedContentTypes()) { [weak self] providers in
      SessionItemProvider.loadValues(
        of: Payload.self, from: providers, postingTo: self?.queue ?? .detached
      ) { values in
        let accepted = validator(values)
        if !accepted.isEmpty { action(accepted) }
      }
    }
  }
}

extension View {
  /// Sends the copy command to the view, and to its superviews until one has something to copy.
  ///
  /// - Returns: the copied providers, in order; empty if no view has anything to copy.
  public func sendCopyCommand() -> [ItemProvider] { firstResult { $0.copyHandlers } }

  /// Sends the cut command to the view, and to its superviews until one has something to cut.
  ///
  /// - Returns: the cut providers, in order; empty if no view has anything to cut.
  public func sendCutCommand() -> [ItemProvider] { firstResult { $0.cutHandlers } }

  /// Sends the paste command to the view, and to its superviews until one accepts at least one provider.
  ///
  /// Values of `pasteDestination` arrive later, on the main actor.
  ///
  /// - Parameter itemProviders: the contents of the pasteboard, in order.
  /// - Returns: `true` if a view accepts at least one provider.
  @discardableResult
  public func sendPasteCommand(_ itemProviders: [ItemProvider]) -> Bool {
    for view in View.outwards(from: self) {
      for handler in view.existingEditCommands?.pasteHandlers ?? [] {
        let accepted = itemProviders.filter { $0.conforms(toAnyOf: handler.contentTypes) }
        if !accepted.isEmpty, handler.paste(accepted) { return true }
      }
    }
    return false
  }

  private func firstResult(_ handlers: (EditCommands) -> [() -> [ItemProvider]]) -> [ItemProvider] {
    for view in View.outwards(from: self) {
      for handler in view.existingEditCommands.map(handlers) ?? [] {
        let providers = handler()
        if !providers.isEmpty { return providers }
      }
    }
    return []
  }

  private var existingEditCommands: EditCommands? {
    ownedDelegates.lazy.compactMap { $0 as? EditCommands }.first
  }

  private var editCommands: EditCommands {
    if let commands = existingEditCommands { return commands }
    let commands = EditCommands()
    ownedDelegates.append(commands)
    return commands
  }
}

/// The handlers of a view for copying, cutting and pasting, each list in the order of the modifiers.
@MainActor
private final class EditCommands {
  var copyHandlers: [() -> [ItemProvider]] = []
  var cutHandlers: [() -> [ItemProvider]] = []
  var pasteHandlers: [PasteHandler] = []
}

/// The types that one modifier accepts, and its function for the accepted providers.
@MainActor
private struct PasteHandler {
  let contentTypes: [UTType]
  /// Returns false to pass the command on.
  let paste: ([ItemProvider]) -> Bool
}
