import Foundation
import Proffer

/// Converts a web page to Markdown, and says what the result does not have.
func markdown(ofPage page: Data) throws -> (text: String, losses: [String]) {
  let converters = ConversionRegistry(.standard)
  let plan = try converters.plan(from: ["public.html"], to: "net.daringfireball.markdown")
  let result = try plan.run(on: RepresentationSource(page, typeIdentifier: "public.html"))
  return (String(decoding: result.data, as: UTF8.self), result.losses.total().descriptions)
}

/// Refuses a conversion that loses something, and names the losses.
struct LossyConversion: Error {
  let losses: [Loss]
}

/// Converts a file to another one, or throws when that loses something.
func convertExactly(_ file: URL, to typeIdentifier: String, at result: URL) throws {
  let detected = try TypeDetector().detect(file).type
  let plan = try ConversionRegistry(.standard).plan(from: [detected.identifier], to: typeIdentifier)
  let contents = try DocumentContents(contentsOf: file)
  let converted = try plan.run(
    on: RepresentationSource(contents, typeIdentifier: detected.identifier))
  guard converted.losses.isEmpty else { throw LossyConversion(losses: converted.losses) }
  try converted.contents.write(to: result)
}
