import ArgumentParsing
import ByteTools
import Foundation
import ItemProviders
import ProviderBundles
import StandardCoders

/// The previews that a command makes of what it packs, and what it says about those that it cannot make.
final class PackedPreviews: Sendable {
  /// How many previews that failed are noted one by one.
  private static let notedCount = 5

  private struct Outcomes {
    var notRenderable = 0
    var failures: [(item: Int, reason: String)] = []
  }

  private let size: PixelSize?
  private let outcomes = Locked(Outcomes())

  init(size: PixelSize?) { self.size = size }

  /// How a writer makes the previews.
  var making: PreviewMaking {
    var making = PreviewMaking(renderer: ImagePreviewRenderer(), size: size?.presentationSize)
    making.report = { item, outcome in
      self.outcomes.withLock { outcomes in
        switch outcome {
        case .made: break
        case .notRenderable: outcomes.notRenderable += 1
        case .failed(let error): outcomes.failures.append((item, "\(error)"))
        }
      }
    }
    return making
  }

  /// Notes the items that have no preview.
  func note() {
    let (notRenderable, failures) = outcomes.withLock { ($0.notRenderable, $0.failures) }
    for failure in failures.prefix(PackedPreviews.notedCount) {
      Console.shared.note("item \(failure.item + 1) has no preview: \(failure.reason)")
    }
    let further = failures.count - PackedPreviews.notedCount
    if further > 0 { Console.shared.note("\(further) more could not be read") }
    if notRenderable > 0 {
      let items = notRenderable == 1 ? "1 item has" : "\(notRenderable) items have"
      Console.shared.note(
        "\(items) no preview: not a picture or color that can be read here and that everyone may see")
    }
  }

  /// The options of a command that makes previews.
  @ParameterBuilder<Arguments>
  static func parameters<Arguments: CommandArguments>(
    isWanted: PropertyPath<Arguments, Bool>, size: PropertyPath<Arguments, PixelSize?>
  ) -> [CommandParameter<Arguments>] {
    flag("--preview", to: isWanted, help: "Store a small picture of each item that is a picture or a color.")
    option(
      "--preview-size", "WxH", to: size, as: PixelSize.argument,
      help: "The most columns and rows of pixels of a preview; by default 256x256.")
  }

  /// The previews that the options ask for; nil for none.
  static func wanted(_ isWanted: Bool, size: PixelSize?) -> PackedPreviews? {
    isWanted || size != nil ? PackedPreviews(size: size) : nil
  }
}

/// A number of columns and rows of pixels, as the command line has it.
struct PixelSize: Sendable {
  private static let longestSide = 4096

  let width: Int
  let height: Int

  var presentationSize: PresentationSize { PresentationSize(width: Double(width), height: Double(height)) }

  /// A size such as `640x480`.
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
