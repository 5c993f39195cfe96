/// The hash function SHA-256 (FIPS 180-4) and HMAC with SHA-256 (RFC 2104).
package enum SHA256 {
  private static let blockByteCount = 64

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = words(
    """
    428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74
    80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d
    b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e
    92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5
    391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
    """)
  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private static let beginning: [UInt32] = words(
    "6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19")

  private static func words(_ text: String) -> [UInt32] {
    text.split { $0 == " " || $0 == "\n" }.map { UInt32($0, radix: 16) ?? 0 }
  }

  /// Returns the 32-byte digest of bytes.
  package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes
    let bitCount = UInt64(bytes.count) * 8
    message.append(0x80)
    while message.count % blockByteCount != 56 { message.append(0) }
    withUnsafeBytes(of: bitCount.bigEndian) { message.append(contentsOf: $0) }
    var state = beginning
    for start in stride(from: 0, to: message.count, by: blockByteCount) {
      mix(message[start..<(start + blockByteCount)], into: &state)
    }
    return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for round in 16..<64 {
      let (old, new) = (schedule[round - 15], schedule[round - 2])
      let small = rotated(old, 7) ^ rotated(old, 18) ^ old >> 3
      let large = rotated(new, 17) ^ rotated(new, 19) ^ new >> 10
      schedule.append(schedule[round - 16] &+ small &+ schedule[round - 7] &+ large)
    }
    var next = state
    for round in 0..<64 {
      let (a, e) = (next[0], next[4])
      let choice = e & next[5] ^ ~e & next[6]
      let majority = a & next[1] ^ a & next[2] ^ next[1] & next[2]
      let first =
        next[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[round]
        &+ schedule[round]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      next = [first &+ second, a, next[1], next[2], next[3] &+ first, e, next[5], next[6]]
    }
    for place in state.indices { state[place] &+= next[place] }
  }

  /// Returns the HMAC of bytes.
  package static func digest(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var key = key.count > blockByteCount ? digest(key) : key
    key += [UInt8](repeating: 0, count: blockByteCount - key.count)
    return digest(key.map { $0 ^ 0x5C } + digest(key.map { $0 ^ 0x36 } + bytes))
  }
}
