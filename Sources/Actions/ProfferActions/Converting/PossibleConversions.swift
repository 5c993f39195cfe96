import ImageCoders
import ItemProviders
public import ProfferConversions
public import StandardCoders
import UniformTypes

/// An action that lists the types to which an input can be converted, with the possible losses.
///
/// The action does not write files.
public struct PossibleConversions: Action {
  /// The possible conversions of an input.
  public struct Outcome: Sendable {
    /// The name that messages use for the source.
    public let source: String
    /// The types in which the source is available, best first.
    public let types: [String]
    /// The color of the source; nil if the source is not a color.
    public let color: ShownColor?
    /// A plan for each possible type.
    ///
    /// Lossless plans come first.
    public let plans: [ConversionPlan]
    /// The preferred extension, without a dot, of the type of each plan; nil if the type has no extension.
    public let fileExtensions: [String?]
  }

  /// A color as text in CSS syntax, and as components from 0 to 255 for display on a screen.
  public struct ShownColor: Sendable, Equatable {
    /// The color in CSS syntax.
    public let text: String
    /// The red component.
    public let red: UInt8
    /// The green component.
    public let green: UInt8
    /// The blue component.
    public let blue: UInt8
    /// The opacity.
    public let alpha: UInt8
  }

  /// The input: a file, a bundle or a stream.
  public var input: ActionInput
  /// The type of the input; if nil, the type is detected from the name and contents.
  public var from: TypeReference?
  /// The item or representation of a bundle; if nil, the bundle must have a single item.
  public var place: PlaceReference?
  /// The options of the coders.
  public var options = CoderOptions()

  /// Creates an action that lists the conversions of an input.
  ///
  /// - Parameters:
  ///   - input: a file, a bundle or a stream.
  ///   - from: the type of the input; if nil, the type is detected.
  ///   - place: the item or representation of a bundle; if nil, the bundle must have a single item.
  public init(of input: ActionInput, from: TypeReference? = nil, place: PlaceReference? = nil) {
    self.input = input
    self.from = from
    self.place = place
  }

  /// Lists the possible conversions.
  ///
  /// The list may be empty.
  public func run(in context: ActionContext) throws -> Outcome {
    let source = try ConversionSource(input.readable, from: from, place: place, in: context)
    var coders = AvailableCoders(in: context, options: options)
    let plans = try plans(from: source, with: &coders)
    let registry = context.types.registry
    return Outcome(
      source: source.name, types: source.candidates,
      color: try color(of: source, with: &coders, in: context), plans: plans,
      fileExtensions: plans.map { plan in
        UTType(plan.destinationIdentifier, in: registry).flatMap {
          registry.preferredTag(of: $0, .filenameExtension)
        }
      })
  }

  private func color(
    of source: ConversionSource, with coders: inout AvailableCoders, in context: ActionContext
  ) throws -> ShownColor? {
    let registry = context.types.registry
    let candidate = source.candidates.firstIndex { type in
      ImagePreviewRenderer.colorTypeIdentifiers.contains { registry.conforms(identifier: type, to: $0) }
    }
    guard let candidate else { return nil }
    let loaded = try source.load(candidate)
    let type = source.candidates[candidate]
    do {
      let swatch = try ImagePreviewRenderer().image(
        of: loaded.data, typeIdentifier: type, fitting: PresentationSize(width: 1, height: 1))
      let text = try coders.plan(from: [type], to: "public.utf8-plain-text").run(on: loaded).data
      let pixel = swatch.withAlpha().pixels
      return ShownColor(
        text: String(decoding: text, as: UTF8.self), red: pixel[0], green: pixel[1], blue: pixel[2],
        alpha: pixel[3])
    } catch is CoderError {
      // The color can be resolved only by the system that created it. The list is complete without the color.
      return nil
    }
  }

  private func plans(
    from source: ConversionSource, with coders: inout AvailableCoders
  ) throws -> [ConversionPlan] {
    var plans: [ConversionPlan] = []
    for type in try coders.destinations(from: source.candidates) {
      do {
        plans.append(try coders.plan(from: source.candidates, to: type))
      } catch is ConversionError {
        // There is no plan from the candidates to this type.
        continue
      }
    }
    return plans.filter(\.mayLose.isEmpty) + plans.filter { !$0.mayLose.isEmpty }
  }
}
