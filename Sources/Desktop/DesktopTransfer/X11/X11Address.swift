import ProfferFileSystem

/// The address of an X display, as given in `DISPLAY`.
struct X11Address: Sendable, Equatable {
  /// The location at which the display listens.
  enum Place: Sendable, Equatable {
    /// On this machine, at the default socket for the display's number.
    case local
    /// On this machine, at the given socket.
    case socket(FilePath)
    /// On the machine with the given name.
    case host(String)
  }

  let place: Place
  /// The number of the display.
  let number: UInt16
  /// The original text of the address.
  let text: String

  /// Reads `[host]:number[.screen]`; returns nil if the text does not have this form.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let host = text[..<colon]
    let digits = text[text.index(after: colon)...].prefix { $0 != "." }
    guard let number = UInt16(digits), number < 59_000 else { return nil }
    self.text = text
    self.number = number
    if host.isEmpty || host == "unix" || host.hasPrefix("unix/") {
      place = .local
    } else if host.hasPrefix("/"), let path = FilePath(String(host)) {
      place = .socket(path)
    } else {
      // A second colon after the host name is the syntax of DECnet, which is no longer in use.
      place = .host(host.hasSuffix(":") ? String(host.dropLast()) : String(host))
    }
  }

  /// Connects to the display.
  func connect() throws -> ByteStream {
    do {
      switch place {
      case .socket(let path): return try .connecting(to: path, calling: "the X display")
      case .host(let host):
        return try .connecting(toHost: host, port: 6000 + number, calling: "the X display")
      case .local:
        guard let path = FilePath("/tmp/.X11-unix/X\(number)") else {
          throw TransferError(.noDisplay, "\(text) is not the address of an X display")
        }
        #if os(Linux)
          // The abstract socket exists even if the folder does not, as in some containers.
          do { return try .connecting(to: path, isAbstract: true, calling: "the X display") } catch {
            return try .connecting(to: path, calling: "the X display")
          }
        #else
          return try .connecting(to: path, calling: "the X display")
        #endif
      }
    } catch let error as FileSystemError {
      let reason = error.code == .notFound ? "there is no such display" : error.reason
      throw TransferError(
        .cannotConnect, "cannot connect to the X display \(text): \(reason)", cause: error)
    }
  }
}
