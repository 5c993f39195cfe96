/// Recognises keys and certificates in binary form: objects in DER and packets of OpenPGP.
///
/// Neither form has a signature. Both state lengths, and the lengths of nested parts must agree.
struct KeyProbe {
  let data: PrefixBytes

  var matches: [SignatureMatch] { [openPGPKey, objectInDER].compactMap { $0 } }

  // MARK: OpenPGP

  /// A binary OpenPGP key (RFC 9580): a packet with a public or secret key, followed by another packet.
  private var openPGPKey: SignatureMatch? {
    guard let packet = Packet(data, at: 0), [5, 6].contains(packet.tag), isKey(packet) else { return nil }
    let hasNext =
      packet.end == data.count && data.isWhole
      || Packet(data, at: packet.end).map { [2, 5, 6, 7, 12, 13, 14, 17].contains($0.tag) } == true
    guard hasNext || packet.end >= data.count && !data.isWhole else { return nil }
    return SignatureMatch("io.proffer.pgp-keys", .certain, "packet of an OpenPGP key", agreedByteCount: 8)
  }

  /// Returns whether a packet has a known version and algorithm, and a first number with a plausible length.
  private func isKey(_ packet: Packet) -> Bool {
    guard packet.end - packet.start >= 12, packet.start + 12 <= data.count else { return false }
    // Version 3 has the number of days until expiry before the algorithm, and version 6 the length of the key.
    let offsets = [3: 7, 4: 5, 5: 5, 6: 5]
    guard let place = offsets[Int(data[packet.start])] else { return false }
    let start = packet.start + place + (data[packet.start] >= 5 ? 5 : 1)
    switch data[packet.start + place] {
    case 1, 2, 3, 16, 17:
      guard let bitCount = data.number(UInt16.self, at: start, isBigEndian: true), (256...16384) ~= bitCount,
        start + 2 < data.count
      else { return false }
      // The highest bit of a number is set.
      return data[start + 2].leadingZeroBitCount == 7 - Int(bitCount - 1) % 8
    case 18, 19, 22:
      return (3...10).contains(data[start]) && data[start + 1] == 0x2B
        || data[start] == 8 && data[start + 1] == 0x2A || data[start] == 9 && data[start + 1] == 0x2B
    case 25, 26, 27, 28: return data[packet.start] >= 4
    default: return false
    }
  }

  /// The header of a packet.
  private struct Packet {
    let tag: UInt8
    /// The offset of the content.
    let start: Int
    let end: Int

    init?(_ data: PrefixBytes, at offset: Int) {
      guard offset + 2 < data.count, data[offset] & 0x80 != 0 else { return nil }
      let first = data[offset]
      let length: (count: Int, byteCount: Int)?
      if first & 0x40 == 0 {
        tag = first >> 2 & 0x0F
        switch first & 3 {
        case 0: length = (Int(data[offset + 1]), 1)
        case 1: length = data.number(UInt16.self, at: offset + 1, isBigEndian: true).map { (Int($0), 2) }
        case 2: length = data.number(UInt32.self, at: offset + 1, isBigEndian: true).map { (Int($0), 4) }
        default: length = nil
        }
      } else {
        tag = first & 0x3F
        switch data[offset + 1] {
        case ..<192: length = (Int(data[offset + 1]), 1)
        case ..<224: length = ((Int(data[offset + 1]) - 192) << 8 + Int(data[offset + 2]) + 192, 2)
        case 255: length = data.number(UInt32.self, at: offset + 2, isBigEndian: true).map { (Int($0), 5) }
        default: length = nil
        }
      }
      guard let length else { return nil }
      start = offset + 1 + length.byteCount
      end = start + length.count
    }
  }

  // MARK: DER

  /// A key, certificate, request or revocation list in DER (RFC 5280, 5208, 8017 and 5915).
  ///
  /// The outermost sequence must have the length of the file, and the first elements identify the object.
  private var objectInDER: SignatureMatch? {
    guard data.count > 16, data[0] == 0x30, let outer = Element(data, at: 0),
      !data.isWhole || outer.end == data.count,
      outer.end >= data.count, let first = Element(data, at: outer.start)
    else { return nil }
    if first.tag == 0x02, first.end == outer.start + 3 {
      return key(version: data[first.start], after: first)
    }
    guard first.tag == 0x30, first.end < outer.end, let inner = Element(data, at: first.start) else {
      return nil
    }
    switch inner.tag {
    case 0x06:
      // A public key, or an encrypted private key: an algorithm and the key.
      let isPublic = data.count > first.end && data[first.end] == 0x03
      guard isPublic || data.count > first.end && data[first.end] == 0x04, inner.end - inner.start >= 3 else {
        return nil
      }
      return isPublic
        ? match("io.proffer.der-key", "public key in DER")
        : match("io.proffer.pkcs-8", "encrypted key in DER")
    case 0xA0 where inner.end == inner.start + 3 && data[inner.start] == 0x02:
      return match("public.x509-certificate", "certificate in DER")
    case 0x02:
      guard let second = Element(data, at: inner.end), second.tag == 0x30 else { return nil }
      let third = Element(data, at: second.end)
      let isVersion = inner.end == inner.start + 1
      if isVersion, data[inner.start] == 0, third?.tag == 0x30 {
        return match("io.proffer.pkcs-10", "certificate request in DER")
      }
      guard third?.tag == 0x30, let fourth = third.flatMap({ Element(data, at: $0.end) }) else { return nil }
      if isVersion, data[inner.start] == 1, fourth.tag == 0x17 || fourth.tag == 0x18 {
        return match("io.proffer.certificate-revocation-list", "revocation list in DER")
      }
      return fourth.tag == 0x30 ? match("public.x509-certificate", "certificate in DER") : nil
    default: return nil
    }
  }

  /// Returns the match of an object that begins with a version number.
  private func key(version: UInt8, after first: Element) -> SignatureMatch? {
    guard version <= 3, let second = Element(data, at: first.end) else { return nil }
    switch second.tag {
    case 0x30 where version == 3: return nil
    case 0x30:
      guard let identifier = Element(data, at: second.start), identifier.tag == 0x06,
        data.count > second.end, data[second.end] == 0x04
      else { return nil }
      return match("io.proffer.pkcs-8", "private key in DER")
    case 0x02:
      // The modulus of an RSA key and its exponent, or the prime of a DSA key and its order.
      guard version <= 1, second.end - second.start >= 32, let third = Element(data, at: second.end),
        third.tag == 0x02
      else { return nil }
      return match("io.proffer.der-key", "private key in DER")
    case 0x04:
      guard version == 1, (20...66).contains(second.end - second.start), data.count > second.end,
        [0xA0, 0xA1].contains(data[second.end])
      else { return nil }
      return match("io.proffer.der-key", "private key in DER")
    default: return nil
    }
  }

  private func match(_ identifier: String, _ evidence: String) -> SignatureMatch {
    SignatureMatch(identifier, .certain, evidence, agreedByteCount: 8)
  }

  /// The header of an element in DER.
  private struct Element {
    let tag: UInt8
    /// The offset of the content.
    let start: Int
    let end: Int

    init?(_ data: PrefixBytes, at offset: Int) {
      guard offset >= 0, offset + 1 < data.count else { return nil }
      tag = data[offset]
      let first = data[offset + 1]
      guard first >= 0x80 else {
        start = offset + 2
        end = start + Int(first)
        return
      }
      let byteCount = Int(first & 0x7F)
      guard (1...4).contains(byteCount), offset + 2 + byteCount <= data.count else { return nil }
      var length = 0
      for place in 0..<byteCount { length = length << 8 | Int(data[offset + 2 + place]) }
      // DER requires the shortest form.
      guard length >= 0x80, byteCount == 1 || data[offset + 2] != 0 else { return nil }
      start = offset + 2 + byteCount
      end = start + length
    }
  }
}
