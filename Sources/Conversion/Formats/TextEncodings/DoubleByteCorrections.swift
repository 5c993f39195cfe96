import ByteTools

/// The codes that Foundation decodes differently from the WHATWG's Encoding Standard.
///
/// Foundation has private-use characters, or none, for these codes. All other codes have the same
/// characters in both, apart from those that only Foundation has; see ``allowsPrivateCharacters(_:)``.
enum DoubleByteCorrections {
  /// Returns the characters of a code that Foundation decodes differently; nil for all other codes.
  static func characters(_ code: UInt32, in form: TextEncoding.Form) -> String? {
    switch form {
    case .big5: return big5[code]
    case .gbk, .gb18030: return code == 0x80 ? "\u{20AC}" : nil
    case .shiftJIS: return code == 0x80 ? "\u{80}" : nil
    case .eucJP: return code == 0x8FA2B7 ? "\u{FF5E}" : nil
    default: return nil
    }
  }

  /// Returns whether the standard has private-use characters in an encoding.
  ///
  /// GBK and GB18030 encode all of Unicode, and Shift_JIS has rows for characters that a user defines. In
  /// all other encodings, a code is invalid if Foundation decodes it to a private-use character.
  static func allowsPrivateCharacters(_ form: TextEncoding.Form) -> Bool {
    form == .gb18030 || form == .gbk || form == .shiftJIS
  }

  /// Returns whether UTF-8 text contains a character from U+E000 to U+F8FF.
  static func hasPrivateCharacter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      if byte == 0xEE || previous == 0xEF && byte < 0xA4 { return true }
      previous = byte
    }
    return false
  }

  private static let big5 = parsed(big5Table)

  private static func parsed(_ table: String) -> [UInt32: String] {
    var characters: [UInt32: String] = [:]
    for word in table.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=")
      let codes = parts[0].split(separator: "-").compactMap { UInt32($0, radix: 16) }
      let scalars = parts[1].split(separator: "+").compactMap { UInt32($0, radix: 16) }
      for code in codes[0]...codes[codes.count - 1] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.compactMap { UnicodeScalar($0 + code - codes[0]) })
        characters[code] = String(text)
      }
    }
    return characters
  }

  /// The codes and their scalars, in hexadecimal.
  ///
  /// A range of codes has consecutive scalars. Four codes are two scalars each (Source: WHATWG Encoding, Big5
  /// decoder and index Big5). The others are strokes and ideographs that Unicode added after Foundation's
  /// table was made, and the pictures of control characters and second codes of ideographs that the standard
  /// of Hong Kong lacks.
  private static let big5Table = """
    87A4=9F97 87AC=9F96 8840-8844=31C0 8846=31C5 8849-884A=31C6 884D=31C8 884F-8852=31C9
      8854-8855=31CD 8862=CA+304 8864=CA+30C 88A3=EA+304 88A5=EA+30C 88A9-88AA=23DA 8C43=9FA6 8C6D=9FA7
      8C74=9FA8 8CB7=9FA9 8CB9=9FAA 8CBB=9FAB 8CC0=9FAC 8CD7-8CD8=9FAD 8CDA=9FAF 8CED=9FB2 8D48=9FB3
      8E69=7BB8 8E6F=7C06 8E7E=7CCE 8EAB=7DD2 8EB4=7E1D 8ECD=8005 8ED0=8028 8F57=83C1 8F69=84A8 8F6E=840F
      8FCB=89A6 8FCC=89A9 8FFE=8D77 906D=90FD 907A=92B9 90DC=975C 90F1=97FF 91BF=9F16 9244=8503 92AF=5159
      92B0=515B 92B1-92B2=515D 92C8=936E 92D1=7479 9447=6D67 94CA=799B 95D9=9097 9644=975D 96ED=701E
      96FC=5B28 9B76=7201 9B78=77D7 9B7B=7E87 9BC6=99D6 9BDE=91D4 9BEC=60DE 9BF6=6FB6 9C42=8F36 9C53=4FBB
      9C62=71DF 9C68=9104 9C6B=9DF0 9C77=83CF 9CBC=5C10 9CBD=79E3 9CD0=5A67 9D57=8F0B 9D5A=7B51 9DC4=62D0
      9EA9=6062 9EEF=75F9 9EFD=6C4A 9F60=9B2E 9F66=9F17 9FCB=50ED 9FD8=5F0C A063=880F A077=62CE A0D5=7468
      A0DF=7162 A0E4=7250 A3C0-A3DF=2400 A3E0=2421 C6CF=5EF4 C6D3=65E0 C6D5=7676 C6D7=96B6 C6DE=3003
      C6DF=4EDD C879=31CF C8A1=9FB0 C8A3=9FB1 FA5F=5029 FA66=507D FABD=5305 FAC5=5344 FAD5=537F FB48=5605
      FBB8=5A77 FBF3=5E75 FBF9=5ED0 FC4F=5F58 FC6C=60A4 FCB9=6490 FCE2=6674 FCF1=675E FDB7=6C9C FDB8=6E1D
      FDBB=6E2F FDF1=716E FE52=732A FE6F=745C FEAA=74E9 FEDD=7809
    """
}
