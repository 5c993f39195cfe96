import ByteTools
import Foundation
import UniformTypes

extension ItemProvider {
  /// Everything that a provider stores; a copy of it is a copy of the provider.
  struct State: Sendable {
    var representations = RepresentationList()
    var urlOrder = FidelityOrder.URLOrder.afterContents
    /// The diagnostics of the transferable values that were registered.
    var transferDiagnostics: [ProviderDiagnostic] = []
    var suggestedName: String?
    var presentationSize = PresentationSize.zero
    var presentationStyle = PresentationStyle.unspecified
    var teamData: Data?
    var previewImageHandler: ItemLoadHandler?
    var team: String?
    var group: String?
  }

  func register(_ representation: Representation) {
    state.withLock { $0.representations.append(representation) }
  }

  /// The rule of choice with this provider's order of URLs.
  func fidelityOrder(registry: TypeRegistry = .current) -> FidelityOrder {
    FidelityOrder(urlOrder: urlOrder, registry: registry)
  }

  // MARK: For other modules

  /// The representations in registered order, without their contents.
  package var offers: [RepresentationOffer] {
    state.withLock { state in
      state.representations.elements.enumerated().map { $0.element.offer(at: $0.offset) }
    }
  }

  /// Registers contents that need no intermediate copy: a part of an open file, a folder not on disk yet, a file, bytes.
  ///
  /// - Parameters:
  ///   - kind: the kind of the offer; a bundle offers a representation as the kind that was packed.
  ///   - isPromised: whether the contents are made from another representation by a load.
  ///   - byteCount: the number of bytes that a load gives, where it is known.
  ///   - source: called on a background queue for each load.
  package func registerFileRepresentation(
    for typeIdentifier: String, kind: RepresentationKind = .file, visibility: RepresentationVisibility = .all,
    openInPlace: Bool = false, isPromised: Bool = false, byteCount: UInt64? = nil,
    source: @escaping @Sendable (RepresentationRequest) throws -> RepresentationContents
  ) {
    register(
      Representation(
        typeIdentifier: typeIdentifier, kind: kind, visibility: visibility, allowsOpenInPlace: openInPlace,
        isPromised: isPromised, byteCount: byteCount
      ) { request, answer in
        answer(Result { .contents(try source(request)) })
        return nil
      })
  }

  // MARK: Visibility

  /// The provider as a receiver in another process sees it: without the representations that it cannot see.
  ///
  /// Later registrations do not appear in it. The team data is present only for a receiver of the team, previews and
  /// other metadata for all.
  public func view(for receiver: ReceiverIdentity) -> ItemProvider {
    let view = ItemProvider(copying: self)
    view.state.withLock { state in
      let (team, group) = (state.team, state.group)
      state.representations = state.representations.filter {
        receiver.sees($0.visibility, ofTeam: team, group: group)
      }
      if !receiver.sees(.team, ofTeam: team, group: group) { state.teamData = nil }
    }
    return view
  }
}
