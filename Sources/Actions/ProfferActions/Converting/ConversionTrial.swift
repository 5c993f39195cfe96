public import ProfferConversions
import StandardCoders
public import TextEncodings

/// An action that runs a conversion of one input and discards the result, to find the losses.
///
/// The action does not write files.
public struct ConversionTrial: Action {
  /// The steps and losses of a conversion.
  public struct Outcome: Sendable {
    /// The name that messages use for the source.
    public let source: String
    /// The steps of the conversion.
    public let plan: ConversionPlan
    /// The losses for this source.
    public let report: StepReport
    /// The encoding of the source; nil if it is not text.
    public let encoding: EncodingDetection?
    /// The MIME type that states the encoding of the source with a `charset` parameter, as the type of the
    /// input; nil if the source is an item of a bundle.
    public let textType: String?
  }

  /// The conversion to run.
  ///
  /// The output of the conversion is used only to determine the wanted type from the file name.
  public var conversion: DocumentConversion

  /// Creates a trial of a conversion of one input.
  ///
  /// - Parameter conversion: the conversion.
  public init(of conversion: DocumentConversion) { self.conversion = conversion }

  /// Runs the conversion.
  ///
  /// - Throws: a negative ``ActionError`` with the code `noConversion`, or the error of the input.
  public func run(in context: ActionContext) throws -> Outcome {
    let wanted = try conversion.wantedType(in: context)
    guard conversion.inputs.count == 1 else {
      throw ActionError.usage("a trial needs exactly one input")
    }
    let source = try ConversionSource(
      conversion.inputs[0].readable, from: conversion.from, place: conversion.place, in: context)
    var plan = try conversion.plan(for: source, to: wanted, in: context)
    // The trial writes no picture files, but reports the losses of a conversion that writes them.
    if conversion.pictures != nil { plan = plan.keepingPictures(by: .inline) ?? plan }
    var document = try source.load(plan.sourceIndex)
    document.pictures = try source.pictures(
      for: plan, to: nil, keepsPictures: conversion.pictures != nil, in: context)
    let encoding = document.textDetection(types: context.types.registry)
    let report = try source.naming { try plan.stream(document) { _ in try context.checkCancellation() } }
    return Outcome(
      source: source.name, plan: plan, report: report, encoding: encoding,
      textType: source.textType(plan.sourceIndex, in: context.types.registry))
  }
}
