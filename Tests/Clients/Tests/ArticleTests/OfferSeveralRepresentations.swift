import Foundation
import Proffer

/// A note with a title, formatted for people and as plain text.
struct Note {
  var title: String
  var html: String
  var text: String
}

/// Offers a note in two representations, best first.
func provider(of note: Note) -> ItemProvider {
  let provider = ItemProvider()
  provider.suggestedName = note.title
  provider.registerDataRepresentation(for: .html) { completion in
    completion(Data(note.html.utf8), nil)
    return nil
  }
  provider.registerObject(note.text, visibility: .all)
  return provider
}

/// Loads the best representation for a receiver, and prints the reason for each choice.
func bestForm(of provider: ItemProvider) async throws -> Data? {
  let choice = provider.choice(accepting: ["public.html", "public.plain-text"])
  for verdict in choice.verdicts { print(verdict) }
  guard let winner = choice.winner else { return nil }
  let type = provider.registeredTypeIdentifiers[winner.index]
  return try await provider.loadDataRepresentation(forTypeIdentifier: type)
}

/// A task, offered as JSON to programs that support its type, and as text to all others.
struct Chore: Codable, Equatable, Transferable {
  var title: String
  var isDone = false

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: UTType(exportedAs: "org.example.chore", conformingTo: .json))
    ProxyRepresentation(exporting: \.title)
  }
}

/// Offers a task, and loads it from the provider.
func passOn(_ chore: Chore) async throws -> (chore: Chore, text: String) {
  let provider = ItemProvider()
  provider.register(chore)
  let received = try await provider.loadTransferable(type: Chore.self)
  let text = try await provider.loadObject(ofClass: String.self)
  return (received, text)
}
