import Foundation
import Proffer

/// Converts a web page to Markdown, and returns the text and descriptions of the losses.
func markdown(ofPage page: Data) throws -> (text: String, losses: [String]) {
  let converters = ConversionRegistry(.standard)
  let plan = try converters.plan(from: ["public.html"], to: "net.daringfireball.markdown")
  let result = try plan.run(on: RepresentationSource(page, typeIdentifier: "public.html"))
  return (String(decoding: result.data, as: UTF8.self), result.losses.total().descriptions)
}

/// An error for a conversion that loses something.
struct LossyConversion: Error {
  let losses: [Loss]
}

/// Converts a file, and throws an error if the conversion loses something.
func convertExactly(_ file: URL, to typeIdentifier: String, at result: URL) throws {
  let detected = try TypeDetector().detect(file).type
  let plan = try ConversionRegistry(.standard).plan(from: [detected.identifier], to: typeIdentifier)
  let contents = try DocumentContents(contentsOf: file)
  let converted = try plan.run(
    on: RepresentationSource(contents, typeIdentifier: detected.identifier))
  guard converted.losses.isEmpty else { throw LossyConversion(losses: converted.losses) }
  try converted.contents.write(to: result)
}
