import Foundation
import Proffer

/// Offers a table whose file is written only when a receiver requests it.
func promise(_ rows: [[String]], named name: String, in folder: URL) -> ItemProvider {
  let provider = ItemProvider()
  provider.suggestedName = name
  provider.registerFileRepresentation(for: .commaSeparatedText) { completion in
    let file = folder.appendingPathComponent("unnamed.csv")
    do {
      let lines = rows.map { $0.joined(separator: ",") + "\n" }
      try Data(lines.joined().utf8).write(to: file)
      completion(file, false, nil)
    } catch {
      completion(nil, false, error)
    }
    return nil
  }
  return provider
}

/// Reads the file in a closure; the file is deleted when the closure returns.
func read(_ provider: ItemProvider) async throws -> (name: String, rowCount: Int) {
  try await provider.withLoadedFile(for: .commaSeparatedText) { url in
    let text = try String(contentsOf: url, encoding: .utf8)
    return (url.lastPathComponent, text.split(separator: "\n").count)
  }
}

/// Moves the file to a folder.
func keep(_ provider: ItemProvider, in folder: URL) async throws -> URL {
  let file = try await provider.loadFileRepresentation(for: .commaSeparatedText)
  let place = try file.withURL { folder.appendingPathComponent($0.lastPathComponent) }
  try file.keep(at: place)
  return place
}
