public import Conversions
public import StructuredFormats

extension Color {
  /// The color as an object of its amounts.
  public var structuredValue: StructuredValue {
    .dictionary(
      zip(Color.keys, [red, green, blue, alpha]).map { key, amount in
        StructuredMember(key, .real(StructuredReal(amount)))
      })
  }

  /// The color of an object of amounts, or of a text in a form of style sheets.
  ///
  /// `alpha` may be missing and is 1 then, and is taken for 0 or 1 where it lies beyond them; other members are counted as lost metadata.
  ///
  /// - Throws: ``CoderError/Code/notAColor`` for anything else.
  public static func reading(_ value: StructuredValue) throws -> Reading<Color> {
    switch value {
    case .string(let text):
      guard let color = Color(css: text) else { break }
      return Reading(color)
    case .dictionary(let members):
      let amounts = try keys.map { key in try value[key].map { try amount($0, key) } }
      guard let red = amounts[0], let green = amounts[1], let blue = amounts[2] else { break }
      let others = members.count { !keys.contains($0.key) }
      return Reading(
        Color(red: red, green: green, blue: blue, alpha: min(max(amounts[3] ?? 1, 0), 1)),
        losses: others > 0 ? [Loss(.metadata, count: others)] : [])
    default: break
    }
    throw CoderError(
      .notAColor, "\(value.kindName) is no colour; an object with red, green and blue is one, and a text")
  }

  private static let keys = ["red", "green", "blue", "alpha"]

  private static func amount(_ value: StructuredValue, _ key: String) throws -> Double {
    guard let number = value.doubleValue, number.isFinite else {
      throw CoderError(.notAColor, "\(key) is \(value.kindName), and an amount is a number from 0 to 1")
    }
    return number
  }
}
