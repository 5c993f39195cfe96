import Foundation
import Proffer

/// Offers a note in two representations, chooses one for a receiver, and stores the offer in a bundle.
func keepNote(in bundle: URL) async throws -> String {
  let note = ItemProvider()
  note.suggestedName = "Greeting"
  note.registerDataRepresentation(for: .html) { completion in
    completion(Data("<p>Hello, <b>world</b></p>".utf8), nil)
    return nil
  }
  note.registerObject("Hello, world", visibility: .all)

  let choice = FidelityOrder().choice(
    among: note.registeredTypeIdentifiers, accepting: ["public.plain-text", "public.html"])
  print(choice.verdicts.map(\.description))

  try await ProviderBundleWriter().write([note], to: bundle)
  let kept = try ProviderBundle(opening: bundle)
  let text = try await kept.provider(for: kept.items[0]).loadObject(ofClass: String.self)
  return text
}
