import ArgumentParsing
import ProfferActions

extension PreviewRequest {
  /// Returns the options of a command that creates previews.
  @ParameterBuilder<Arguments>
  static func parameters<Arguments: CommandArguments>(
    isWanted: PropertyPath<Arguments, Bool>, size: PropertyPath<Arguments, PixelSize?>
  ) -> [CommandParameter<Arguments>] {
    flag("--preview", to: isWanted, help: "Store a preview of each item that contains a picture or a color.")
    option(
      "--preview-size", "WxH", to: size, as: PixelSize.argument,
      help: "Maximum width and height of previews in pixels (default: 256x256)."
    ).rare
  }

  /// Returns the previews that the options request; nil if no previews are requested.
  static func wanted(_ isWanted: Bool, size: PixelSize?) -> PreviewRequest? {
    isWanted || size != nil ? PreviewRequest(fitting: size) : nil
  }
}

extension PixelSize {
  private static let longestSide = 4096

  /// Parses a size such as `640x480`.
  static var argument: ArgumentValue<PixelSize?> {
    .text { text throws(ArgumentProblem) in
      let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1], 1...longestSide ~= width,
        1...longestSide ~= height
      else {
        throw ArgumentProblem(
          "expected columns and rows of pixels, each from 1 to \(longestSide), such as 640x480")
      }
      return PixelSize(width: width, height: height)
    }
  }
}
