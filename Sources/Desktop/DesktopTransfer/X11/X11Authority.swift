/// What a program shows to an X display to be let in: an entry of the file that `XAUTHORITY` names.
struct X11Authority: Sendable, Equatable {
  /// The only kind that displays of today ask for.
  static let cookieName = "MIT-MAGIC-COOKIE-1"

  /// The name of the kind; empty shows nothing.
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

  /// The entries of a file; what follows a broken one is ignored.
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

  /// The entry for a display, the one that says most about it first.
  ///
  /// - Parameter hostName: the name of this machine, under which displays of this machine are filed.
  static func of(_ address: X11Address, in file: [UInt8], hostName: [UInt8]) -> X11Authority {
    let host: [UInt8] = if case .host(let host) = address.place { Array(host.utf8) } else { hostName }
    let number = Array("\(address.number)".utf8)
    let fitting = entries(file).filter { entry in
      entry.authority.name.elementsEqual(cookieName.utf8) && (entry.number.isEmpty || entry.number == number)
    }
    // 256 is this machine, 65535 any; an address on a network is in the other families, whose numbers are not compared.
    let best =
      fitting.first { $0.family == 256 && $0.address == host }
      ?? fitting.first { $0.family == 65535 } ?? fitting.first
    return best?.authority ?? .none
  }
}
