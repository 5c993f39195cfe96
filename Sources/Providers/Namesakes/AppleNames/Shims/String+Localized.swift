#if !canImport(Darwin)
  public import Foundation

  extension String {
    /// Makes the translation of a text.
    ///
    /// The text is looked up in the strings file of a bundle. Programs outside Apple's systems mostly have no
    /// such file; the result is then the text itself.
    ///
    /// - Parameters:
    ///   - key: the text, in which each inserted value is replaced as in the translation.
    ///   - table: the name of the strings file; nil for `Localizable`.
    ///   - bundle: the bundle; nil for the main bundle.
    ///   - locale: has no effect; the bundle decides about the language.
    ///   - comment: an explanation for translators; has no effect.
    public init(
      localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
      locale: Locale = .current, comment: StaticString? = nil
    ) {
      let translation = (bundle ?? .main).localizedString(forKey: key.format, value: nil, table: table)
      self = key.text(format: translation)
    }

    /// Makes the translation of a text that has a key.
    ///
    /// - Parameters:
    ///   - key: the key in the strings file.
    ///   - defaultValue: the text if the bundle has no translation.
    ///   - table: the name of the strings file; nil for `Localizable`.
    ///   - bundle: the bundle; nil for the main bundle.
    ///   - locale: has no effect.
    ///   - comment: an explanation for translators; has no effect.
    public init(
      localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil,
      bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
      let translation = (bundle ?? .main).localizedString(
        forKey: "\(key)", value: defaultValue.format, table: table)
      self = defaultValue.text(format: translation)
    }

    /// A text with inserted values, for a translation.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
      /// The text with a placeholder for each inserted value: `%lld` for a signed integer, `%llu` for an
      /// unsigned integer, `%lf` for a floating-point number, otherwise `%@`.
      let format: String
      private let values: [String]

      /// Makes a text without inserted values.
      ///
      /// - Parameter value: the text.
      public init(_ value: String) { self.init(stringLiteral: value) }

      /// Makes a text without inserted values.
      ///
      /// - Parameter value: the text.
      public init(stringLiteral value: String) {
        format = value.replacing("%", with: "%%")
        values = []
      }

      /// Makes a text with inserted values.
      ///
      /// - Parameter stringInterpolation: the parts.
      public init(stringInterpolation: StringInterpolation) {
        format = stringInterpolation.format
        values = stringInterpolation.values
      }

      /// The parts of a text with inserted values.
      public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var format = ""
        fileprivate var values: [String] = []

        /// Makes an empty text.
        ///
        /// - Parameters:
        ///   - literalCapacity: not used.
        ///   - interpolationCount: not used.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends fixed text.
        ///
        /// - Parameter literal: the text.
        public mutating func appendLiteral(_ literal: String) {
          format += literal.replacing("%", with: "%%")
        }

        /// Appends a value.
        ///
        /// - Parameter value: the value.
        public mutating func appendInterpolation(_ value: some Any) {
          let placeholder =
            switch value as Any {
            case is any SignedInteger: "%lld"
            case is any UnsignedInteger: "%llu"
            case is any BinaryFloatingPoint: "%lf"
            default: "%@"
            }
          format += placeholder
          values.append("\(value)")
        }
      }

      /// Returns the format with the values in place of the placeholders.
      ///
      /// A translation can name the position of a value: `%2$@`.
      fileprivate func text(format: String) -> String {
        var next = 0
        return format.replacing(/%(?:%|(?:([0-9]+)\$)?(?:@|lld|llu|lf|d|u|f))/) { match -> String in
          if match.output.0 == "%%" { return "%" }
          let place = match.output.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
          // The place is from a file, and can be the largest integer.
          next = place &+ 1
          return values.indices.contains(place) ? values[place] : String(match.output.0)
        }
      }
    }
  }
#endif
