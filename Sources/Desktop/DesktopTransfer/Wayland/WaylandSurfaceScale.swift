/// The scale in which a surface is drawn.
///
/// A compositor with fractional scales reports the scale of the surface. Otherwise, the scale is the largest
/// one of the outputs on which a part of the surface is. (Source: the protocols `wayland`, `viewporter` and
/// `fractional-scale-v1`.)
final class WaylandSurfaceScale {
  private struct Output {
    let name: UInt32
    var scale: UInt32 = 1
    var isEntered = false
  }

  private let connection: WaylandConnection
  private let surface: UInt32
  /// The object that reports fractional scales; 0 if there is none.
  private let fractional: UInt32
  /// The outputs of the compositor; empty if the scales of outputs are not used.
  private var outputs: [UInt32: Output] = [:]
  private let usesOutputs: Bool
  private(set) var current = WaylandScale.whole(1)

  /// - Parameter surface: the surface, of which nothing is shown yet.
  init(_ connection: WaylandConnection, _ surface: UInt32, _ surfaces: WaylandSurfaces) {
    (self.connection, self.surface) = (connection, surface)
    if surfaces.hasViewports,
      let global = connection.globals.first(where: { $0.interface == "wp_fractional_scale_manager_v1" })
    {
      let manager = connection.bind(global, version: 1)
      fractional = connection.makeIdentifier()
      connection.send(
        to: manager, Wayland.FractionalScaleManager.getFractionalScale, [.word(fractional), .word(surface)])
      usesOutputs = false
    } else {
      fractional = 0
      usesOutputs = surfaces.hasWholeScales
    }
    bindOutputs()
  }

  /// Handles a message.
  ///
  /// - Returns: whether the message was for the scale of the surface.
  func take(_ message: WaylandMessage) -> Bool {
    if fractional != 0, message.object == fractional {
      guard message.event() == Wayland.FractionalScaleEvent.preferredScale else { return true }
      current = WaylandScale(of120ths: message.word(at: 0))
      return true
    }
    // An output that was connected later reports nothing until it is bound.
    bindOutputs()
    if outputs[message.object] != nil {
      if message.event() == Wayland.OutputEvent.scale {
        outputs[message.object]?.scale = message.word(at: 0)
        chooseWhole()
      }
      return true
    }
    guard message.object == surface else { return false }
    switch message.event(Wayland.SurfaceEvent.self) {
    case .enter: outputs[message.word(at: 0)]?.isEntered = true
    case .leave: outputs[message.word(at: 0)]?.isEntered = false
    case nil: return true
    }
    chooseWhole()
    return true
  }

  /// Binds the outputs that are not bound yet, and removes the outputs that no longer exist.
  private func bindOutputs() {
    guard usesOutputs else { return }
    let globals = connection.globals.filter { $0.interface == "wl_output" && $0.version >= 2 }
    let names = Set(globals.map(\.name))
    outputs = outputs.filter { names.contains($0.value.name) }
    for global in globals where !outputs.values.contains(where: { $0.name == global.name }) {
      outputs[connection.bind(global, version: 2)] = Output(name: global.name)
    }
  }

  private func chooseWhole() {
    guard usesOutputs else { return }
    // A surface that is on no output keeps its scale.
    let scales = outputs.values.filter(\.isEntered).map(\.scale)
    if let largest = scales.max() { current = WaylandScale(whole: largest) }
  }
}
