import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats

// Reads the documents of conformance suites for the scripts of Tests/Interop.
//
//     SuiteReader toml                standard input: a path on each line; output: a line for each, see TOMLSuite
//     SuiteReader yaml-events FILE…   the events, in the form of the public YAML test suite
//     SuiteReader yaml-json FILE…     the values, as JSON
//     SuiteReader yaml-written FILE   the YAML of a JSON file, and nothing else
//
// The output for each file of YAML begins with a line `=== FILE`. A file that is invalid has a line `!!! REASON`.

let arguments = CommandLine.arguments.dropFirst()
let paths = arguments.dropFirst()
switch arguments.first {
case "toml": TOMLSuite.run()
case "yaml-written":
  for path in paths {
    let value = try StructuredValue.readJSON(Data(contentsOf: URL(filePath: path))).value
    FileHandle.standardOutput.write(try value.writeYAML().data)
  }
case "yaml-events", "yaml-json":
  for path in paths {
    print("=== \(path)")
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      if arguments.first == "yaml-events" {
        for line in try YAMLEventLines.lines(of: data) { print(line) }
      } else {
        let json = try StructuredValue.readYAML(data).value.writeJSON()
        print(String(decoding: json.data, as: UTF8.self))
      }
    } catch {
      print("!!! \(error)")
    }
  }
default:
  FileHandle.standardError.write(
    Data("usage: SuiteReader toml|yaml-events|yaml-json|yaml-written [FILE…]\n".utf8))
  exit(64)
}
