import ProfferFileSystem

/// The surfaces of a compositor, and their pictures (Source: the protocol `wayland`, `wl_compositor` and
/// `wl_shm`).
final class WaylandSurfaces {
  /// The pixel format: 8 bits each of opacity, red, green and blue, in the byte order of the machine.
  private static let format: UInt32 = 0

  private let connection: WaylandConnection
  private let compositor: UInt32
  private let memory: UInt32
  /// The folder for the files from which the compositor reads the pictures.
  private let folder: FilePath
  /// The pictures that the compositor may still read, each with its surface.
  private var pictures: [UInt32: UInt32] = [:]
  /// The picture that each surface shows.
  private var shown: [UInt32: UInt32] = [:]

  /// - Parameter folder: the folder for unnamed files, from which the compositor reads pictures.
  init(_ connection: WaylandConnection, filesIn folder: FilePath) throws {
    (self.connection, self.folder) = (connection, folder)
    compositor = try connection.require("wl_compositor", version: 1, for: "windows")
    memory = try connection.require("wl_shm", version: 1, for: "windows with shared memory")
  }

  /// Creates a surface, which shows nothing.
  func make() -> UInt32 {
    let surface = connection.makeIdentifier()
    connection.send(to: compositor, Wayland.Compositor.createSurface, [.word(surface)])
    return surface
  }

  /// Shows a picture, and applies all pending requests for the surface.
  ///
  /// - Parameter offset: the distance by which the upper left corner moves to the right and down, in pixels.
  func show(_ picture: Picture, on surface: UInt32, movedBy offset: UInt32 = 0) throws {
    let buffer = try buffer(of: picture)
    pictures[buffer] = surface
    shown[surface] = buffer
    connection.send(to: surface, Wayland.Surface.attach, [.word(buffer), .word(offset), .word(offset)])
    connection.send(
      to: surface, Wayland.Surface.damage,
      [.word(0), .word(0), .word(UInt32(picture.width)), .word(UInt32(picture.height))])
    commit(surface)
  }

  /// Applies the pending requests for a surface.
  func commit(_ surface: UInt32) { connection.send(to: surface, Wayland.Surface.commit) }

  /// Destroys a surface.
  func remove(_ surface: UInt32) {
    connection.send(to: surface, Wayland.Surface.destroy)
    shown[surface] = nil
  }

  /// Handles a message.
  ///
  /// The compositor reports when it does not read a picture anymore.
  ///
  /// - Returns: whether the message was for a picture.
  func take(_ message: WaylandMessage) -> Bool {
    guard let surface = pictures[message.object] else { return false }
    if message.event() == Wayland.BufferEvent.release, shown[surface] != message.object {
      pictures[message.object] = nil
      connection.send(to: message.object, Wayland.Buffer.destroy)
    }
    return true
  }

  private func buffer(of picture: Picture) throws -> UInt32 {
    let byteCount = UInt32(4 * picture.pixels.count)
    let passed: ByteStream
    do {
      let file = try OpenFile.unnamed(in: folder)
      try picture.pixels.withUnsafeBytes { try file.write($0, at: 0) }
      passed = try ByteStream.sharing(file, calling: "a picture")
    } catch let error as FileSystemError {
      throw TransferError(.notSupported, "the window cannot be drawn: \(error)", cause: error)
    }
    let (pool, buffer) = (connection.makeIdentifier(), connection.makeIdentifier())
    connection.send(
      to: memory, Wayland.SharedMemory.createPool, [.word(pool), .word(byteCount)], passing: [passed])
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
