package import Foundation
public import ProfferConversions
import StructuredFormats
import TextEncodings

extension ValueKind<Color> {
  /// One color.
  public static let color = ValueKind(Color.self, name: "color")
}

extension CoderSet {
  /// Coders for colors: Apple's archives, CSS text and structured values.
  ///
  /// An archive can be read if its color is RGB or gray. Archives are never written, because they are not
  /// an interchange format. As a structured value, a color is an object of its components. There is no
  /// bridge from text or structured values to colors, because few such values are colors. Use
  /// ``Color/init(css:)`` to read a color from text.
  public static let colors = CoderSet(
    readers: [
      RepresentationReader(
        "color archive", reads: ["com.apple.cocoa.pasteboard.color"], as: .color,
        mayLose: [.colors]
      ) { try ColorArchive.color(in: $0.data, limits: $0.limits) }
    ],
    bridges: [
      ValueBridge("color to text", from: .color, to: .text) { Reading($0.css) },
      ValueBridge("color to structured value", from: .color, to: .structuredValue) {
        Reading($0.structuredValue)
      },
    ])
}

extension CoderError.Code {
  /// The value does not specify exactly one color.
  public static let notAColor = Self(rawValue: "notAColor")
}

/// Colors in the keyed archives that Apple's systems put on pasteboards.
///
/// The keys are known from the settings files of public themes and from documented dumps. An `NSColor` stores
/// its color space as a number, and its components as one text with a number for each component. A `UIColor`
/// stores each component as a separate number.
package enum ColorArchive {
  /// Reads an archive that consists of one color.
  ///
  /// - Throws: ``CoderError`` for any other archive, and for a color that only the originating system can
  ///   resolve.
  package static func color(in data: Data, limits: ReadingLimits = .standard) throws -> Reading<Color> {
    let list = try StructuredValue.readPropertyList(data, limits: limits.ofIntermediateValues)
    guard let objects = list.value["$objects"]?.elements, case .uid(let root)? = list.value["$top"]?["root"],
      let color = objects.at(root), color.members != nil
    else { throw CoderError(.notAColor, "this is not a keyed archive of one object") }
    if let found = try applicationKitColor(color, objects) ?? interfaceKitColor(color) {
      var color = found.color
      guard [color.red, color.green, color.blue, color.alpha].allSatisfy(\.isFinite) else {
        throw CoderError(.notAColor, "the color in this archive has a component that is not a finite number")
      }
      color.alpha = min(max(color.alpha, 0), 1)
      return Reading(color, losses: list.losses + found.losses)
    }
    throw CoderError(
      .notAColor,
      "the color in this archive is specified by a name or a profile, which only the original system can resolve"
    )
  }

  /// Returns the color of an archived `NSColor` (macOS); nil if the color space is not supported.
  private static func applicationKitColor(
    _ object: StructuredValue, _ objects: [StructuredValue]
  ) throws -> (color: Color, losses: [Loss])? {
    guard let space = object["NSColorSpace"]?.doubleValue else { return nil }
    // An archive of a color with an ICC profile stores the exact components, and also the nearest components
    // in a common color space. The components in the common color space are read here.
    let isExact = object["NSCustomColorSpace"] == nil
    let losses = isExact ? [] : [Loss(.colors, count: 1, detail: "the profile of the color")]
    switch space {
    case 1, 2:
      guard let amounts = numbers(object["NSRGB"]), amounts.count >= 3 else { return nil }
      return (
        Color(
          red: amounts[0], green: amounts[1], blue: amounts[2], alpha: amounts.count > 3 ? amounts[3] : 1),
        losses
      )
    case 3, 4:
      guard let amounts = numbers(object["NSWhite"]), let white = amounts.first else { return nil }
      return (Color(red: white, green: white, blue: white, alpha: amounts.count > 1 ? amounts[1] : 1), losses)
    default: return nil
    }
  }

  /// Returns the color of an archived `UIColor` (iOS); nil if the components are missing.
  private static func interfaceKitColor(_ object: StructuredValue) -> (color: Color, losses: [Loss])? {
    let alpha = object["UIAlpha"]?.doubleValue ?? 1
    if let red = object["UIRed"]?.doubleValue, let green = object["UIGreen"]?.doubleValue,
      let blue = object["UIBlue"]?.doubleValue
    {
      return (Color(red: red, green: green, blue: blue, alpha: alpha), [])
    }
    return object["UIWhite"]?.doubleValue.map { (Color(red: $0, green: $0, blue: $0, alpha: alpha), []) }
  }

  /// Parses the numbers in a null-terminated text that is stored as bytes; nil if a number is invalid.
  private static func numbers(_ value: StructuredValue?) -> [Double]? {
    guard case .data(let data)? = value else { return nil }
    let words = String(decoding: data.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ")
    let numbers = words.compactMap { Double($0) }
    return numbers.count == words.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }
}

extension [StructuredValue] {
  fileprivate func at(_ reference: UInt64) -> StructuredValue? {
    reference < UInt64(count) ? self[Int(reference)] : nil
  }
}
