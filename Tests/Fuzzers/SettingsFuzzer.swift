import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats

/// INI, Java properties and environment variables: an accepted value survives being written and read again.
struct SettingsFuzzer: Fuzzer {
  let material: Material

  /// The seeds are those of `ownMaterial` and the inputs of the cases.
  init() throws {
    material = try Self.ownMaterial.addingCases("ini", in: "ini").addingCases("properties", in: "properties")
      .addingCases("environment", in: "environment")
  }

  private static let ownMaterial = Material(
    seeds: [
      "; a\nb = 1\n[c \"d]\"] # e\nf: ' g '\n  h\n\n\ti\nj\n[c \"d]\"]\nf=2\n",
      "# a\n! b\nc\\ d = e\\u00e9\\ud83d\\ude00\\\n   f\\tg\nh:i\nj k\n",
      "# a\nexport B='c d' # e\nF=\"g\\n\\\"$h\\$i\"'j'\nK = l m #n\nexport O\nP='q\nr'\n",
    ].map { Array($0.utf8) },
    words: [
      "=", ":", "[", "]", ";", "#", "!", "\"", "'", "\\", "\\\n", "\\u", "\\u0041", "\\ud83d", "\n", "\r\n",
      "\n ", "\t",
      "\u{C}", "$", "`", "export ", "é", " ",
    ],
    pairs: [("\"", "\""), ("'", "'"), ("[", "]\n")],
    shapes: [
      GrowingShape(repeating: "a=1\n"), GrowingShape(repeating: "[a]\n"),
      GrowingShape("a=", repeating: "b\\\n"),
      GrowingShape("a=", repeating: "\n b"), GrowingShape("a=b\n", repeating: " \n"),
      GrowingShape(repeating: "\\"),
      GrowingShape("a=", repeating: "'b'"), GrowingShape("a=\"", repeating: "\\n", "\""),
      GrowingShape(repeating: "#\n"),
      GrowingShape("[", repeating: "\""), GrowingShape("a=", repeating: "\\u0041"),
      GrowingShape("a=", repeating: " "),
    ])

  func check(_ input: [UInt8]) throws(Finding) {
    for reader in CoderSet.keyValueText.readers {
      guard let value = try read(input, by: reader),
        let writer = CoderSet.keyValueText.writers.first(where: { $0.name == reader.name })
      else { continue }
      let written: Written
      do {
        written = try writer.write(value, writer.typeIdentifiers[0])
      } catch let error as CoderError where error.code == .unwritable {
        continue
      } catch {
        throw Finding("\(writer.name) rejects a value with an error of another kind: \(error)")
      }
      // Keys without a value become texts in some formats, and the keys without a section may move.
      guard written.losses.isEmpty else { continue }
      guard let again = try read(Array(written.data), by: reader) else {
        throw Finding("\(writer.name) writes what its reader rejects")
      }
      try Finding.unless(again == value, "\(writer.name), written and read again, differs")
    }
  }

  private func read(_ bytes: [UInt8], by reader: RepresentationReader) throws(Finding) -> StructuredValue? {
    do {
      let source = RepresentationSource(Data(bytes), typeIdentifier: reader.typeIdentifiers[0])
      return try reader.read(source).value as? StructuredValue
    } catch is CoderError {
      return nil
    } catch {
      throw Finding("\(reader.name) rejects with an error of another kind: \(error)")
    }
  }
}
