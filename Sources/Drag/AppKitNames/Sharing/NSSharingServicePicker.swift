#if !canImport(Darwin)
  public import Foundation

  /// Chooses the services of a picker, and is told of the choice.
  @preconcurrency @MainActor
  public protocol NSSharingServicePickerDelegate: NSObjectProtocol {
    /// Returns the services to choose from.
    ///
    /// - Parameters:
    ///   - sharingServicePicker: the picker.
    ///   - items: the items.
    ///   - proposedServices: the services of the system; empty here.
    /// - Returns: the services.
    func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, sharingServicesForItems items: [Any],
      proposedSharingServices proposedServices: [NSSharingService]
    ) -> [NSSharingService]
    /// Returns the delegate of a service that was chosen.
    ///
    /// - Parameters:
    ///   - sharingServicePicker: the picker.
    ///   - sharingService: the service.
    /// - Returns: nil for none.
    func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, delegateFor sharingService: NSSharingService
    ) -> (any NSSharingServiceDelegate)?
    /// Called when a service was chosen.
    ///
    /// - Parameters:
    ///   - sharingServicePicker: the picker.
    ///   - service: the service; nil if the user chose none.
    func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, didChoose service: NSSharingService?)
  }

  extension NSSharingServicePickerDelegate {
    /// Default implementation; returns the services of the system.
    public func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, sharingServicesForItems items: [Any],
      proposedSharingServices proposedServices: [NSSharingService]
    ) -> [NSSharingService] { proposedServices }
    /// Default implementation; returns nil.
    public func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, delegateFor sharingService: NSSharingService
    ) -> (any NSSharingServiceDelegate)? { nil }
    /// Default implementation; does nothing.
    public func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, didChoose service: NSSharingService?
    ) {}
  }

  /// A list of services from which the user chooses; a test chooses with ``choose(_:)``.
  @preconcurrency @MainActor
  open class NSSharingServicePicker: NSObject {
    /// Chooses the services, and is told of the choice.
    open weak var delegate: (any NSSharingServicePickerDelegate)?
    /// The items that are shared.
    public let items: [Any]
    /// The services that are shown; nil if the list is not shown.
    public private(set) var shownServices: [NSSharingService]?

    /// Makes a list.
    ///
    /// - Parameter items: objects that can be written to a pasteboard, or item providers.
    public init(items: [Any]) { self.items = items }

    /// Shows the list.
    ///
    /// - Parameters:
    ///   - rect: the place; it has no effect.
    ///   - view: the view; it has no effect.
    ///   - preferredEdge: the side; it has no effect.
    open func show(relativeTo rect: NSRect, of view: NSView, preferredEdge: NSRectEdge) {
      let proposed = NSSharingService.sharingServices(forItems: items)
      shownServices =
        delegate?.sharingServicePicker(
          self, sharingServicesForItems: items, proposedSharingServices: proposed) ?? proposed
    }

    /// Hides the list without a choice.
    open func close() { shownServices = nil }

    /// Chooses a service of the list, as a user does, and has it share the items.
    ///
    /// - Parameter service: the service; nil for none.
    public func choose(_ service: NSSharingService?) {
      shownServices = nil
      if let service, let chosen = delegate?.sharingServicePicker(self, delegateFor: service) {
        service.delegate = chosen
      }
      delegate?.sharingServicePicker(self, didChoose: service)
      service?.perform(withItems: items)
    }
  }
#endif
