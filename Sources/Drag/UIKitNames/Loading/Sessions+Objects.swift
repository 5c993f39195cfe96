#if !canImport(Darwin)
  public import AppleNames
  public import DragAndDrop
  public import Foundation
  import ItemProviders

  extension DragDropSession {
    /// Returns whether at least one item can become an object of the class.
    ///
    /// - Parameter type: the class, such as `NSString.self`.
    public func canLoadObjects(ofClass type: any NSItemProviderReading.Type) -> Bool { canLoadBoxed(type) }

    private func canLoadBoxed<Object: NSItemProviderReading>(_ type: Object.Type) -> Bool {
      canLoadObjects(ofClass: ReadObject<Object>.self)
    }
  }

  extension DropSession {
    /// Loads an object from each item that can provide one.
    ///
    /// Call it inside `performDrop`.
    ///
    /// - Parameters:
    ///   - type: the class, such as `NSString.self`.
    ///   - completion: called once, on the main actor, with the objects in the order of the items. Items
    ///     that cannot provide an object, and items whose load fails, are omitted.
    /// - Returns: the progress of these loads; cancelling it cancels them.
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
    /// Makes a configuration that accepts the readable types of a class, in the order of the class.
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
    /// - Returns: `true` if at least one can.
    public func canLoadObjects(ofClass type: any NSItemProviderReading.Type) -> Bool {
      itemProviders.contains { $0.canLoadObject(ofClass: type) }
    }

    /// Replaces the contents with objects, each in its own provider.
    ///
    /// - Parameter objects: the objects, in order.
    public mutating func setObjects(_ objects: [any NSItemProviderWriting]) {
      itemProviders = objects.map { ItemProvider(object: $0) }
    }
  }
#endif
