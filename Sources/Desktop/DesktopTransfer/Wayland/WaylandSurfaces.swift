import ProfferFileSystem
import TransferWindows

/// The surfaces of a compositor, and their pictures (Source: the protocols `wayland`, `wl_compositor` and
/// `wl_shm`, and `viewporter`).
final class WaylandSurfaces {
  /// The memory of a picture, which the compositor reads.
  private struct Buffer {
    let surface: UInt32
    let width: Int
    let height: Int
    let file: OpenFile
    /// Whether the compositor may still read the memory.
    var isInUse = true
  }

  /// The pixel format: 8 bits each of opacity, red, green and blue, in the byte order of the machine.
  private static let format: UInt32 = 0
  /// The version of `wl_surface` that is used, and the first one with `set_buffer_scale`.
  private static let (version, scaleVersion): (UInt32, UInt32) = (4, 3)

  /// Whether a surface can be drawn in a whole scale.
  let hasWholeScales: Bool
  private let connection: WaylandConnection
  private let compositor: UInt32
  private let memory: UInt32
  /// The object that creates viewports; 0 if the compositor has none.
  private let viewporter: UInt32
  /// The folder for the files from which the compositor reads the pictures.
  private let folder: FilePath
  private var buffers: [UInt32: Buffer] = [:]
  /// The picture that each surface shows.
  private var shown: [UInt32: UInt32] = [:]
  /// The viewports of surfaces.
  private var viewports: [UInt32: UInt32] = [:]
  /// The whole scales of surfaces, if they are not 1.
  private var wholeScales: [UInt32: UInt32] = [:]

  /// - Parameter folder: the folder for unnamed files, from which the compositor reads pictures.
  init(_ connection: WaylandConnection, filesIn folder: FilePath) throws {
    (self.connection, self.folder) = (connection, folder)
    compositor = try connection.require(
      "wl_compositor", version: WaylandSurfaces.version, for: "windows")
    memory = try connection.require("wl_shm", version: 1, for: "windows with shared memory")
    let globals = connection.globals
    hasWholeScales =
      globals.contains { $0.interface == "wl_compositor" && $0.version >= WaylandSurfaces.scaleVersion }
    viewporter =
      globals.first { $0.interface == "wp_viewporter" }.map { connection.bind($0, version: 1) } ?? 0
  }

  /// Whether a surface can be drawn in a fractional scale.
  var hasViewports: Bool { viewporter != 0 }

  /// Creates a surface, which shows nothing.
  func make() -> UInt32 {
    let surface = connection.makeIdentifier()
    connection.send(to: compositor, Wayland.Compositor.createSurface, [.word(surface)])
    return surface
  }

  /// Shows a picture, and applies all pending requests for the surface.
  ///
  /// - Parameters:
  ///   - scale: the scale in which the picture is drawn.
  ///   - size: the size of the picture in logical pixels; nil to compute it from the scale.
  ///   - offset: the distance by which the upper left corner moves to the right and down, in logical pixels.
  func show(
    _ picture: Picture, on surface: UInt32, _ scale: WaylandScale = .whole(1),
    size: (width: Double, height: Double)? = nil, movedBy offset: UInt32 = 0
  ) throws {
    let buffer = try buffer(of: picture, for: surface)
    shown[surface] = buffer
    connection.send(to: surface, Wayland.Surface.attach, [.word(buffer), .word(offset), .word(offset)])
    // The whole surface is drawn again, whatever its size is.
    let all = UInt32(Int32.max)
    connection.send(to: surface, Wayland.Surface.damage, [.word(0), .word(0), .word(all), .word(all)])
    switch scale {
    case .whole(let number):
      if wholeScales[surface, default: 1] != number {
        wholeScales[surface] = number
        connection.send(to: surface, Wayland.Surface.setBufferScale, [.word(number)])
      }
    case .fraction:
      let size =
        size ?? (Double(picture.width) / scale.value, Double(picture.height) / scale.value)
      connection.send(
        to: viewport(of: surface), Wayland.Viewport.setDestination,
        [size.width, size.height].map { .word(UInt32(max(1, $0.rounded()))) })
    }
    commit(surface)
  }

  /// Applies the pending requests for a surface.
  func commit(_ surface: UInt32) { connection.send(to: surface, Wayland.Surface.commit) }

  /// Destroys a surface.
  func remove(_ surface: UInt32) {
    if let viewport = viewports.removeValue(forKey: surface) {
      connection.send(to: viewport, Wayland.Viewport.destroy)
    }
    connection.send(to: surface, Wayland.Surface.destroy)
    (shown[surface], wholeScales[surface]) = (nil, nil)
    destroyUnused(of: surface)
  }

  /// Handles a message.
  ///
  /// The compositor reports when it does not read a picture anymore.
  ///
  /// - Returns: whether the message was for a picture.
  func take(_ message: WaylandMessage) -> Bool {
    guard let buffer = buffers[message.object] else { return false }
    if message.event() == Wayland.BufferEvent.release {
      buffers[message.object]?.isInUse = false
      destroyUnused(of: buffer.surface)
    }
    return true
  }

  private func viewport(of surface: UInt32) -> UInt32 {
    if let viewport = viewports[surface] { return viewport }
    let viewport = connection.makeIdentifier()
    connection.send(to: viewporter, Wayland.Viewporter.getViewport, [.word(viewport), .word(surface)])
    viewports[surface] = viewport
    return viewport
  }

  // MARK: Memory

  /// Destroys the buffers of a surface that the compositor does not read anymore, except those that the next
  /// picture can use.
  private func destroyUnused(of surface: UInt32) {
    let current = shown[surface].flatMap { buffers[$0] }
    for (identifier, buffer) in buffers where buffer.surface == surface && !buffer.isInUse {
      if let current, (current.width, current.height) == (buffer.width, buffer.height) { continue }
      buffers[identifier] = nil
      connection.send(to: identifier, Wayland.Buffer.destroy)
    }
  }

  /// Returns a buffer with a picture.
  ///
  /// A buffer of the same size that the compositor does not read anymore is used again.
  private func buffer(of picture: Picture, for surface: UInt32) throws -> UInt32 {
    do {
      let free = buffers.first {
        !$0.value.isInUse && $0.value.surface == surface
          && ($0.value.width, $0.value.height) == (picture.width, picture.height)
      }
      if let (identifier, buffer) = free {
        try picture.pixels.withUnsafeBytes { try buffer.file.write($0, at: 0) }
        buffers[identifier]?.isInUse = true
        return identifier
      }
      let file = try OpenFile.unnamed(in: folder)
      try picture.pixels.withUnsafeBytes { try file.write($0, at: 0) }
      let identifier = make(picture, in: try ByteStream.sharing(file, calling: "a picture"))
      buffers[identifier] = Buffer(
        surface: surface, width: picture.width, height: picture.height, file: file)
      return identifier
    } catch let error as FileSystemError {
      throw TransferError(.notSupported, "the window cannot be drawn: \(error)", cause: error)
    }
  }

  private func make(_ picture: Picture, in file: ByteStream) -> UInt32 {
    let byteCount = UInt32(4 * picture.pixels.count)
    let (pool, buffer) = (connection.makeIdentifier(), connection.makeIdentifier())
    connection.send(
      to: memory, Wayland.SharedMemory.createPool, [.word(pool), .word(byteCount)], passing: [file])
    connection.send(
      to: pool, Wayland.MemoryPool.createBuffer,
      [
        .word(buffer), .word(0), .word(UInt32(picture.width)), .word(UInt32(picture.height)),
        .word(UInt32(4 * picture.width)), .word(WaylandSurfaces.format),
      ])
    // The buffer keeps the memory alive.
    connection.send(to: pool, Wayland.MemoryPool.destroy)
    return buffer
  }
}
