import ImageCoders
import ItemProviders
import JSONText
import ProfferActions
import ProfferConversions
import StandardCoders
import UniformTypes

/// What a source can be converted to, with what each conversion may lose.
struct ConversionList {
  private let source: ConversionSource
  private let context: ActionContext
  private var coders: AvailableCoders

  init(of source: ConversionSource, options: CoderOptions = CoderOptions(), context: ActionContext) {
    self.source = source
    self.context = context
    coders = AvailableCoders(in: context, options: options)
  }

  /// Prints a line for each type, those that lose nothing first; the status is negative where there is none.
  mutating func print(as command: String, asJSON: Bool) throws -> ExitStatus {
    let plans = try plans()
    let color = try color()
    if asJSON {
      try Console.shared.print(
        JSONEnvelope.result(
          of: command,
          [
            JSONMember("source", .string(source.name)),
            JSONMember("types", .array(source.candidates.map(JSONNode.string))),
          ] + (color.map { [JSONMember("color", .string($0.text))] } ?? []) + [
            JSONMember("conversions", .array(plans.map(\.json)))
          ]))
    } else {
      if let color { try Console.shared.print(color.text, patch: color.bytes) }
      let registry = context.types.registry
      try Console.shared.print(
        lines: TextTable.lines(
          plans.map { plan in
            let type = UTType(plan.destinationIdentifier, in: registry)
            let fileExtension = type.flatMap { registry.preferredTag(of: $0, .filenameExtension) }
            return [
              fileExtension ?? "-", plan.destinationIdentifier,
              plan.lossText.isEmpty ? "loses nothing" : "may lose \(plan.lossText)",
            ]
          }))
    }
    if plans.isEmpty {
      throw ActionError.negative(
        "\(source.name) is \(source.candidates.joined(separator: ", ")), which cannot be converted to another type",
        code: .noConversion, isReported: asJSON)
    }
    return .done
  }

  /// The color that the source is: as text of style sheets, and as bytes for the screen.
  private mutating func color() throws -> (text: String, bytes: (UInt8, UInt8, UInt8, UInt8))? {
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
      return (String(decoding: text, as: UTF8.self), (pixel[0], pixel[1], pixel[2], pixel[3]))
    } catch is CoderError {
      // The list is of the type; a color that only its own system can resolve is not shown.
      return nil
    }
  }

  private mutating func plans() throws -> [ConversionPlan] {
    var plans: [ConversionPlan] = []
    for type in try coders.destinations(from: source.candidates) {
      do {
        plans.append(try coders.plan(from: source.candidates, to: type))
      } catch is ConversionError {
        // A type that only some other source is converted to.
        continue
      }
    }
    return plans.filter(\.mayLose.isEmpty) + plans.filter { !$0.mayLose.isEmpty }
  }
}
