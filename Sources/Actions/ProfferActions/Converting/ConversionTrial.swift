public import ProfferConversions
import StandardCoders
public import TextEncodings

/// What a conversion of one input would do and lose: its steps run, and the result is dropped.
///
/// Nothing is written.
public struct ConversionTrial: Action {
  /// What the conversion would do.
  public struct Outcome: Sendable {
    /// What messages call the source.
    public let source: String
    /// The steps.
    public let plan: ConversionPlan
    /// What the conversion loses of this source.
    public let report: StepReport
    /// The encoding of the source, where it is text.
    public let encoding: EncodingDetection?
  }

  /// The conversion, whose output is not used but for the type that its name shows.
  public var conversion: DocumentConversion

  /// A trial of a conversion of one input.
  ///
  /// - Parameter conversion: the conversion.
  public init(of conversion: DocumentConversion) { self.conversion = conversion }

  /// Runs the steps.
  ///
  /// - Throws: the negative answer `noConversion`, or the error of the input.
  public func run(in context: ActionContext) throws -> Outcome {
    let wanted = try conversion.wantedType(in: context)
    guard conversion.inputs.count == 1 else {
      throw ActionError.usage("a trial takes one input")
    }
    let source = try ConversionSource(
      conversion.inputs[0], from: conversion.from, place: conversion.place, in: context)
    let plan = try conversion.plan(for: source, to: wanted, in: context)
    let document = try source.load(plan.sourceIndex)
    let encoding = document.textDetection(types: context.types.registry)
    let report = try source.naming { try plan.stream(document) { _ in try context.checkCancellation() } }
    return Outcome(source: source.name, plan: plan, report: report, encoding: encoding)
  }
}
