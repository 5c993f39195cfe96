#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation
  public import ItemProviders
  public import UniformTypes

  // A call that omits `isTargeted`, or passes nil, also fits the modifiers of `DragAndDrop` that take a closure.
  // Without the attribute the compiler could not choose.

  extension View {
    /// Makes the view receive drops of the given types.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: the accepted types.
    ///   - isTargeted: true while a drag is over the view; set to false before the items are dropped.
    ///   - action: called with the conforming providers and the location; returns whether the providers are
    ///     accepted.
    /// - Returns: the view.
    @_disfavoredOverload @discardableResult
    public func onDrop(
      of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
      perform action: @escaping ([ItemProvider], CGPoint) -> Bool
    ) -> Self {
      onDrop(of: supportedContentTypes, isTargeted: isTargeted?.setter, perform: action)
    }

    /// Makes the view receive drops of the given types.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: the accepted types.
    ///   - isTargeted: true while a drag is over the view; set to false before the items are dropped.
    ///   - action: called with the conforming providers; returns whether the providers are accepted.
    /// - Returns: the view.
    @_disfavoredOverload @discardableResult
    public func onDrop(
      of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
      perform action: @escaping ([ItemProvider]) -> Bool
    ) -> Self {
      onDrop(of: supportedContentTypes, isTargeted: isTargeted?.setter, perform: action)
    }

    /// Makes the view receive drops of the given types.
    ///
    /// - Parameters:
    ///   - supportedTypes: the identifiers of the accepted types.
    ///   - isTargeted: true while a drag is over the view; set to false before the items are dropped.
    ///   - action: called with the conforming providers and the location; returns whether the providers are
    ///     accepted.
    /// - Returns: the view.
    @_disfavoredOverload @discardableResult
    public func onDrop(
      of supportedTypes: [String], isTargeted: Binding<Bool>?,
      perform action: @escaping ([ItemProvider], CGPoint) -> Bool
    ) -> Self {
      onDrop(of: types(supportedTypes), isTargeted: isTargeted?.setter, perform: action)
    }

    /// Makes the view receive drops of the given types.
    ///
    /// - Parameters:
    ///   - supportedTypes: the identifiers of the accepted types.
    ///   - isTargeted: true while a drag is over the view; set to false before the items are dropped.
    ///   - action: called with the conforming providers; returns whether the providers are accepted.
    /// - Returns: the view.
    @_disfavoredOverload @discardableResult
    public func onDrop(
      of supportedTypes: [String], isTargeted: Binding<Bool>?,
      perform action: @escaping ([ItemProvider]) -> Bool
    ) -> Self {
      onDrop(of: types(supportedTypes), isTargeted: isTargeted?.setter, perform: action)
    }

    /// Makes the view receive drops of the given types.
    ///
    /// - Parameters:
    ///   - supportedTypes: the identifiers of the accepted types.
    ///   - delegate: the delegate for the drops; the view owns the delegate.
    /// - Returns: the view.
    @_disfavoredOverload @discardableResult
    public func onDrop(of supportedTypes: [String], delegate: some DropDelegate) -> Self {
      onDrop(of: types(supportedTypes), delegate: delegate)
    }

    /// Makes the view receive pasted items.
    ///
    /// - Parameters:
    ///   - supportedTypes: the identifiers of the accepted types.
    ///   - payloadAction: called with the conforming providers, in order.
    /// - Returns: the view.
    @_disfavoredOverload @discardableResult
    public func onPasteCommand(
      of supportedTypes: [String], perform payloadAction: @escaping ([ItemProvider]) -> Void
    ) -> Self {
      onPasteCommand(of: types(supportedTypes), perform: payloadAction)
    }
  }

  extension DropInfo {
    /// Returns whether at least one item conforms to one of the types.
    ///
    /// - Parameter types: the identifiers of the types; conforming types match as well.
    /// - Returns: `true` if at least one item conforms.
    @_disfavoredOverload
    public func hasItemsConforming(to types: [String]) -> Bool {
      hasItemsConforming(to: SwiftUINames.types(types))
    }

    /// Returns the providers of the items that conform to one of the types, in order.
    ///
    /// - Parameter types: the identifiers of the types; conforming types match as well.
    /// - Returns: the providers.
    @_disfavoredOverload
    public func itemProviders(for types: [String]) -> [ItemProvider] {
      itemProviders(for: SwiftUINames.types(types))
    }
  }

  extension Binding<Bool> {
    /// A closure that sets the value.
    var setter: (Bool) -> Void { { wrappedValue = $0 } }
  }

  /// Returns the types with the given identifiers.
  ///
  /// A provider can offer any text under its name. A type that is not declared conforms to itself only.
  func types(_ identifiers: [String]) -> [UTType] { identifiers.map { UTType(exportedAs: $0) } }
#endif
