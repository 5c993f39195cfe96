import TestSupport;
import Testing

@testable import UniformTypes

/// Bytes, written as numbers or as a text in UTF-8.
struct Bytes: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  var all: [UInt8]

  init(all: [UInt8]) { self.all = all }
  init(stringLiteral text: String) { all = Array(text.utf8) }
  init(arrayLiteral bytes: UInt8...) { all = bytes }
}

/// Formats that are recognised by fields that must agree.
@Suite struct HeaderTests {
  private func best(_ bytes: [UInt8], isWhole: Bool = true) -> String? {
    ContentSignatures.standard.candidates(in: bytes, isWhole: isWhole).first?.typeIdentifier
  }

  static let samples: [(String, Bytes)] = documents + pictures + programs + sounds + keys

  @Test(arguments: samples.indices)
  func fieldsThatAgreeMeanTheType(_ index: Int) {
    expectEqual(best(Self.samples[index].1.all), Self.samples[index].0)
  }

  @Test(arguments: samples.indices)
  func aPrefixOfAnyLengthIsReadSafely(_ index: Int) {
    for count in 1..<Self.samples[index].1.all.count {
      for isWhole in [false, true] {
        let matches = ContentSignatures.standard.candidates(
          in: Array(Self.samples[index].1.all.prefix(count)), isWhole: isWhole)
        expectEqual(matches.last?.confidence, .general)
      }
    }
  }

  @Test func everyBitRateOfAC3IsRecognised() {
    let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    for (place, rate) in rates.enumerated() {
      let frames = Self.dolbyFrames(lengthCode: UInt8(place * 2), byteCount: rate * 4)
      expectEqual(best(frames.all), "public.ac3-audio", "\(rate) kbit/s")
    }
  }

  @Test(arguments: others.indices)
  func fieldsThatDisagreeMeanNothing(_ index: Int) {
    #expect(
      ["public.data", "public.plain-text", "public.utf8-plain-text"].contains(best(Self.others[index].all)))
  }
}

// MARK: - Samples

extension HeaderTests {
  private static let documents: [(String, Bytes)] = [
    ("com.adobe.pdf", join("junk of a printer\n", document)), ("com.adobe.pdf", join(zeros(1000), document)),
    ("com.adobe.fdf", join("%FDF-1.2\n1 0 obj\n")),
  ]

  private static let pictures: [(String, Bytes)] = [
    ("public.pbm", join("P4\n# by hand\n8 1\n", [0xA5])), ("public.pbm", join("P5 2 1 255\n", [0, 9])),
    ("public.pbm", join("P6\n1 1\n255\n", [1, 2, 3])), ("public.pbm", join("P1\n2 1\n0 1\n")),
    ("public.pbm", join("P3 1 1 255\n1 2 3\n")),
    (
      "io.proffer.portable-arbitrary-map",
      join("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nTUPLTYPE GRAYSCALE\nENDHDR\n", [9])
    ),
    ("com.truevision.tga-image", join([0, 0, 2], zeros(9), [2, 0, 1, 0, 24, 0, 1, 2, 3, 4, 5, 6])),
    ("com.truevision.tga-image", join([0, 0, 11], zeros(9), [4, 0, 1, 0, 8, 0, 0x83, 9])),
    (
      "com.truevision.tga-image",
      join(
        [0, 1, 1, 0, 0, 2, 0, 24, 0, 0, 0, 0, 1, 0, 1, 0, 8, 0, 1, 2, 3, 4, 5, 6, 1], zeros(8),
        "TRUEVISION-XFILE.\0")
    ),
  ]

  private static let programs: [(String, Bytes)] = [
    ("io.proffer.python-bytecode", join([0xA7, 0x0D, 0x0D, 0x0A], zeros(12), [0xE3, 0, 0, 0])),
    (
      "io.proffer.python-bytecode",
      join([0x33, 0x0D, 0x0D, 0x0A], [1, 2, 3, 4, 5, 6, 7, 8, 0xE3, 0, 0, 0, 0])
    ),
    ("io.proffer.python-bytecode", join([0x03, 0xF3, 0x0D, 0x0A, 1, 2, 3, 4, 0x63], zeros(8))),
    (
      "com.apple.truetype-datafork-suitcase-font",
      join(
        [0, 0, 1, 0, 0, 0, 1, 4, 0, 0, 0, 4, 0, 0, 0, 40], zeros(240), [1, 2, 3, 4], zeros(28), "sfnt",
        zeros(8))
    ),
  ]

  private static let sounds: [(String, Bytes)] = [
    ("com.microsoft.windows-media-wma", windowsMedia([audio])),
    ("com.microsoft.windows-media-wmv", windowsMedia([audio, video])),
    ("public.ac3-audio", dolbyFrames(lengthCode: 0x40, byteCount: 138)),
    ("public.ac3-audio", dolbyFrames(lengthCode: 0x41, byteCount: 140)),
    ("public.ac3-audio", dolbyFrames(lengthCode: 0x9E, byteCount: 1344)),
    ("public.enhanced-ac3-audio", join([0x0B, 0x77, 0, 0x1F, 0x34, 0x87], zeros(58))),
    ("org.videolan.mpc", join(tag, "MPCK")), ("org.videolan.mpc", join(tag, "MP+\u{7}")),
    ("org.videolan.ape", join(tag, "MAC ")), ("org.videolan.wv", join(tag, "wvpk")),
    ("io.proffer.installshield-cabinet", join("ISc(", [1, 2, 0, 0])),
  ]

  private static let keys: [(String, Bytes)] = [
    ("io.proffer.pgp-keys", openPGP(0x99)), ("io.proffer.pgp-keys", openPGP(0x95, version: 3)),
    ("io.proffer.der-key", der(0x30, [2, 1, 0], number, der(2, [1, 0, 1]), number)),
    ("io.proffer.der-key", der(0x30, algorithm, der(3, [0], number))),
    ("io.proffer.der-key", der(0x30, [2, 1, 1], der(4, filled(7, 32)), der(0xA0, [6, 1, 1]))),
    ("io.proffer.pkcs-8", der(0x30, [2, 1, 0], algorithm, der(4, number))),
    ("io.proffer.pkcs-8", der(0x30, algorithm, der(4, number))),
    ("io.proffer.pkcs-10", der(0x30, der(0x30, [2, 1, 0], name, algorithm), algorithm, der(3, number))),
    (
      "io.proffer.certificate-revocation-list",
      der(0x30, der(0x30, [2, 1, 1], algorithm, name, time, time), algorithm, der(3, number))
    ),
    (
      "public.x509-certificate",
      der(
        0x30, der(0x30, [0xA0, 3, 2, 1, 2, 2, 1, 5], algorithm, name, der(0x30, time, time)), algorithm,
        der(3, number))
    ),
    (
      "public.x509-certificate",
      der(0x30, der(0x30, [2, 1, 5], algorithm, name, der(0x30, time, time)), algorithm, der(3, number))
    ),
  ]

  static let others: [Bytes] = [
    // A header of PDF after too many bytes, or without an object
    join(zeros(1024), document), join("A text about %PDF-1.4 and others.\n"), join(zeros(100), "%PDF-1.4"),
    // Pictures without size, pixels or agreement
    join("P6 is a model of a car\n"), join("P5\n0 1\n255\n"),
    join([0, 0, 2], zeros(9), [2, 0, 1, 0, 24, 0, 1, 2, 3]),
    join([0, 0, 2, 0, 0, 1], zeros(6), [2, 0, 1, 0, 24, 0, 1, 2, 3, 4, 5, 6]),
    // Bytecode without code, and sound frames of another length
    join([0xA7, 0x0D, 0x0D, 0x0A], zeros(13)), join([0x0B, 0x77, 1, 2, 0, 0x40], zeros(300)),
    // Keys with lengths that differ from the file, and numbers of another length
    join(der(0x30, [2, 1, 0], number, number), [0]),
    join([0x99, 1, 0x0D, 4, 0, 0, 0, 0, 1, 4, 0, 0x27], zeros(300)),
  ]

  // MARK: Parts

  private static func join(_ parts: Bytes...) -> Bytes { Bytes(all: parts.flatMap(\.all)) }

  private static func filled(_ byte: UInt8, _ count: Int) -> Bytes {
    Bytes(all: [UInt8](repeating: byte, count: count))
  }

  private static func zeros(_ count: Int) -> Bytes { filled(0, count) }
  private static let document: Bytes = "%PDF-1.4\n1 0 obj\n<< >>\nendobj\n"
  private static let tag: Bytes = "ID3\u{3}\0\0\0\0\0\u{2}ab"

  /// Two frames of AC-3 with the given code of the length.
  private static func dolbyFrames(lengthCode: UInt8, byteCount: Int) -> Bytes {
    let frame = join([0x0B, 0x77, 1, 2, lengthCode, 0x40], zeros(byteCount - 6))
    return join(frame, frame)
  }

  private static let audio: Bytes = [0x40, 0x9E, 0x69, 0xF8]
  private static let video: Bytes = [0xC0, 0xEF, 0x19, 0xBC]

  /// An ASF header with streams of the given kinds.
  private static func windowsMedia(_ kinds: [Bytes]) -> Bytes {
    var streams: Bytes = []
    for kind in kinds {
      streams = join(
        streams, [0x91, 0x07, 0xDC, 0xB7], zeros(12), [78, 0, 0, 0, 0, 0, 0, 0], kind, zeros(50))
    }
    let mark: Bytes = [
      0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA, 0, 0x62, 0xCE, 0x6C,
    ]
    let size: Bytes = [UInt8(30 + streams.all.count), 0, 0, 0, 0, 0, 0, 0]
    return join(mark, size, [UInt8(kinds.count), 0, 0, 0, 1, 2], streams, zeros(64))
  }

  /// An element in DER.
  private static func der(_ tag: UInt8, _ parts: Bytes...) -> Bytes {
    let content = Bytes(all: parts.flatMap(\.all))
    let count = content.all.count
    if count < 128 { return join([tag, UInt8(count)], content) }
    if count < 256 { return join([tag, 0x81, UInt8(count)], content) }
    return join([tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)], content)
  }

  private static let algorithm = der(0x30, der(6, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]), [5, 0])
  private static let number = der(2, [0], filled(0xA7, 128))
  private static let name = der(0x30, der(0x31, der(0x30, der(6, [0x55, 4, 3]), der(0x0C, "Ann"))))
  private static let time = der(0x17, "240501000000Z")

  /// A packet of OpenPGP with an RSA key, and a packet with the name of its user.
  private static func openPGP(_ tag: UInt8, version: UInt8 = 4) -> Bytes {
    let days: Bytes = version == 3 ? [0, 0] : []
    let modulus = filled(0xA7, 128)
    let key = join([version, 0x5D, 1, 2, 3], days, [1, 4, 0], modulus, [0, 17, 1, 0, 1])
    return join([tag, 0, UInt8(key.all.count)], key, [0xB4, 3, 0x41, 0x6E, 0x6E])
  }
}
