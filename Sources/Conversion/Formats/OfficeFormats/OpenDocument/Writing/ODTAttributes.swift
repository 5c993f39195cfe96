import ByteTools
import ColorFormats
import Foundation
import ProfferConversions

/// Functions that write values in the syntax of OpenDocument attributes.
///
/// Source: OpenDocument 1.3, part 3, section 18.
enum ODTAttributes {
  /// Returns a length in points, such as `12.5pt`.
  ///
  /// Lengths are rounded to a ten-thousandth of a point and limited to 100,000 points.
  static func points(_ points: Double, _ losses: inout LossCounter) -> String {
    length(points, unit: "pt", &losses)
  }

  /// Returns a length in CSS pixels, at 96 pixels per inch.
  ///
  /// Such lengths are computed from pictures, so rounding them loses nothing.
  static func pixels(_ pixels: Double) -> String {
    var unusedLosses = LossCounter()
    return length(pixels, unit: "px", &unusedLosses)
  }

  private static func length(_ value: Double, unit: String, _ losses: inout LossCounter) -> String {
    let limited = value.isFinite ? min(max(value, -100_000), 100_000) : 0
    let scaled = Int((limited * 10_000).rounded())
    var text = scaled < 0 ? "-" : ""
    text += String(scaled.magnitude / 10_000)
    let fraction = scaled.magnitude % 10_000
    if fraction > 0 {
      var digits = String(fraction + 10_000).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    if Double(text) != value {
      losses.add(.precision, "lengths that are not multiples of a ten-thousandth of a point")
    }
    return text + unit
  }

  /// Returns an opaque color, such as `#ff8000`.
  static func color(_ color: Color, _ losses: inout LossCounter) -> String {
    let bytes = color.bytes
    if color.alpha != 1 { losses.add(.colors, "transparency") }
    var exact = Color(redByte: bytes.red, greenByte: bytes.green, blueByte: bytes.blue)
    exact.alpha = color.alpha
    if exact != color { losses.add(.precision, "color values that are not multiples of 1/255") }
    var text: [UInt8] = [UInt8(ascii: "#")]
    for byte in [bytes.red, bytes.green, bytes.blue] {
      let digits = byte.hexadecimalDigits()
      text += [digits.0, digits.1]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a time in UTC, such as `2026-03-09T18:04:05Z`; nil if the year has more than four digits.
  static func time(_ date: Date, _ losses: inout LossCounter) -> String? {
    let seconds = date.timeIntervalSince1970
    // The years 1 to 9999.
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
    let milliseconds = Int64((seconds * 1000).rounded(.down))
    if Double(milliseconds) / 1000 != seconds {
      losses.add(.precision, "fractions of a millisecond")
    }
    let whole = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    var text: [UInt8] = []
    CivilTime(secondsSince1970: whole).append(to: &text)
    let fraction = milliseconds - whole * 1000
    if fraction > 0 {
      text.append(UInt8(ascii: "."))
      CivilTime.append(fraction, digitCount: 3, to: &text)
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the name of a style for its display name: letters and digits stay, and every other character
  /// becomes its hexadecimal number between underscores, as in `Heading_20_1`.
  ///
  /// LibreOffice uses the same form.
  static func styleName(_ displayName: String) -> String {
    var name = ""
    for scalar in displayName.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": name.unicodeScalars.append(scalar)
      default: name += "_\(String(scalar.value, radix: 16))_"
      }
    }
    return name
  }

  /// Returns the value of a reference to a resource outside of the package.
  ///
  /// Relative references treat the package as a folder, so a reference to a file beside the document begins
  /// with `../`.
  ///
  /// Source: OpenDocument 1.3, part 2, section 3.7.
  static func reference(_ destination: String) -> String {
    isRelative(destination) ? "../" + destination : destination
  }

  /// Whether a destination is a relative path: it has no scheme, and is not a fragment or an absolute path.
  private static func isRelative(_ destination: String) -> Bool {
    guard let first = destination.utf8.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "/") else {
      return false
    }
    for byte in destination.utf8 {
      switch byte {
      case UInt8(ascii: ":"): return false
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
      default: continue
      }
    }
    return true
  }
}

/// A language tag as the attributes of OpenDocument express it.
struct ODTLanguage {
  private let language: String
  private let script: String?
  private let country: String?
  /// The whole tag, if the other properties cannot express it.
  private let tag: String?

  /// Parses a BCP 47 tag; nil if the text does not have the form of a tag.
  ///
  /// Source: XML Schema, `language`, which is also the type of the attribute for whole tags.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.enumerated().allSatisfy { index, part in
      1...8 ~= part.utf8.count
        && part.utf8.allSatisfy { Self.isLetter($0) || index > 0 && Self.isDigit($0) }
    }
    guard isTag, let first = parts.first else { return nil }
    language = String(first)
    var rest = parts.dropFirst()
    script = rest.first.flatMap { $0.utf8.count == 4 && $0.utf8.allSatisfy(Self.isLetter) ? String($0) : nil }
    if script != nil { rest.removeFirst() }
    country = rest.first.flatMap { part in
      let isLetters = part.utf8.count == 2 && part.utf8.allSatisfy(Self.isLetter)
      return isLetters || part.utf8.count == 3 && part.utf8.allSatisfy(Self.isDigit) ? String(part) : nil
    }
    if country != nil { rest.removeFirst() }
    tag = rest.isEmpty ? nil : text
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The attributes for Western, Asian and complex scripts; the value `none` stands for no country.
  var attributes: [(StaticString, String)] {
    var attributes: [(StaticString, String)] = [
      ("fo:language", language), ("fo:country", country ?? "none"), ("style:language-asian", language),
      ("style:country-asian", country ?? "none"), ("style:language-complex", language),
      ("style:country-complex", country ?? "none"),
    ]
    if let script {
      attributes += [
        ("fo:script", script), ("style:script-asian", script), ("style:script-complex", script),
      ]
    }
    if let tag {
      attributes += [
        ("style:rfc-language-tag", tag), ("style:rfc-language-tag-asian", tag),
        ("style:rfc-language-tag-complex", tag),
      ]
    }
    return attributes
  }
}
