/// The credentials that a program sends to an X display: an entry of the file that `XAUTHORITY` names.
struct X11Authority: Sendable, Equatable {
  /// The only authentication method that current displays use.
  static let cookieName = "MIT-MAGIC-COOKIE-1"

  /// The name of the authentication method; empty to send no credentials.
  let name: [UInt8]
  let data: [UInt8]

  static let none = X11Authority(name: [], data: [])

  /// An entry of the file.
  struct Entry: Sendable, Equatable {
    let family: UInt16
    let address: [UInt8]
    let number: [UInt8]
    let authority: X11Authority
  }

  /// Returns the entries of a file.
  ///
  /// Reading stops at the first invalid entry.
  static func entries(_ file: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var place = 0
    func short() -> UInt16? {
      guard place + 2 <= file.count else { return nil }
      defer { place += 2 }
      return UInt16(file[place]) << 8 | UInt16(file[place + 1])
    }
    func field() -> [UInt8]? {
      guard let count = short(), place + Int(count) <= file.count else { return nil }
      defer { place += Int(count) }
      return Array(file[place..<place + Int(count)])
    }
    while let family = short(), let address = field(), let number = field(), let name = field(),
      let data = field()
    {
      entries.append(
        Entry(
          family: family, address: address, number: number, authority: X11Authority(name: name, data: data)))
    }
    return entries
  }

  /// Returns the most specific entry for a display; `none` if there is no entry.
  ///
  /// - Parameter hostName: the name of this machine, under which the entries of local displays are stored.
  static func of(_ address: X11Address, in file: [UInt8], hostName: [UInt8]) -> X11Authority {
    let host: [UInt8] = if case .host(let host) = address.place { Array(host.utf8) } else { hostName }
    let number = Array("\(address.number)".utf8)
    let fitting = entries(file).filter { entry in
      entry.authority.name.elementsEqual(cookieName.utf8) && (entry.number.isEmpty || entry.number == number)
    }
    // Family 256 is this machine, and family 65535 is any machine. Entries of other families contain network
    // addresses. These addresses are not compared; the first entry is used.
    let best =
      fitting.first { $0.family == 256 && $0.address == host }
      ?? fitting.first { $0.family == 65535 } ?? fitting.first
    return best?.authority ?? .none
  }
}
