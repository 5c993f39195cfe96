import ProfferFileSystem

/// The address of an X display: what `DISPLAY` says.
struct X11Address: Sendable, Equatable {
  /// Where the display listens.
  enum Place: Sendable, Equatable {
    /// On this machine, under the display's number.
    case local
    /// On this machine, at a socket.
    case socket(FilePath)
    /// On a machine that is found by its name.
    case host(String)
  }

  let place: Place
  /// The number of the display.
  let number: UInt16
  /// The address as it was given.
  let text: String

  /// Reads `[host]:number[.screen]`; nil where the text is not such an address.
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
      // `::` is the mark of an extinct network, and may follow a name.
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
          // The name outside folders exists also where the folder is not there, as in some containers.
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
