#if !canImport(Darwin)
  public import AppleNames
  public import DragAndDrop
  public import Foundation
  import ItemProviders
  public import Pasteboards

  extension DragDropSession {
    /// Returns whether at least one item can be loaded as an object of the class.
    ///
    /// - Parameter type: the class, such as `NSString.self`.
    public func canLoadObjects(ofClass type: any NSItemProviderReading.Type) -> Bool { canLoadBoxed(type) }

    private func canLoadBoxed<Object: NSItemProviderReading>(_ type: Object.Type) -> Bool {
      canLoadObjects(ofClass: ReadObject<Object>.self)
    }
  }

  extension DropSession {
    /// Loads an object from each item that can provide an object.
    ///
    /// Call this method inside `performDrop`.
    ///
    /// - Parameters:
    ///   - type: the class, such as `NSString.self`.
    ///   - completion: called once, on the main actor, with the objects in the order of the items. Items
    ///     without such an object, and failed loads, are omitted.
    /// - Returns: the progress of these loads; cancelling the progress cancels the loads.
    @discardableResult
    @preconcurrency
    public func loadObjects(
      ofClass type: any NSItemProviderReading.Type,
      completion: @escaping @MainActor @Sendable ([any NSItemProviderReading]) -> Void
    ) -> Progress { loadBoxed(type, completion) }

    private func loadBoxed<Object: NSItemProviderReading>(
      _ type: Object.Type, _ completion: @escaping @MainActor @Sendable ([any NSItemProviderReading]) -> Void
    ) -> Progress { loadObjects(ofClass: ReadObject<Object>.self) { completion($0.map(\.object)) } }
  }

  extension PasteConfiguration {
    /// Makes a configuration that accepts the readable types of a class.
    ///
    /// The class determines the order of the types.
    ///
    /// - Parameter type: the class.
    public convenience init(forAccepting type: any NSItemProviderReading.Type) {
      self.init(acceptableTypeIdentifiers: type.readableTypeIdentifiersForItemProvider)
    }

    /// Adds the readable types of a class.
    ///
    /// - Parameter type: the class.
    public func addTypeIdentifiers(forAccepting type: any NSItemProviderReading.Type) {
      addAcceptableTypeIdentifiers(type.readableTypeIdentifiersForItemProvider)
    }
  }

  extension Pasteboard {
    /// Returns whether at least one provider can load an object of the class.
    ///
    /// - Parameter type: the class.
    /// - Returns: `true` if at least one provider can load such an object.
    public func canLoadObjects(ofClass type: any NSItemProviderReading.Type) -> Bool {
      itemProviders.contains { $0.canLoadObject(ofClass: type) }
    }

    /// Replaces the contents with objects, each in its own provider.
    ///
    /// - Parameter objects: the objects, in order.
    public func setObjects(_ objects: [any NSItemProviderWriting]) {
      itemProviders = objects.map { ItemProvider(object: $0) }
    }
  }
#endif
