import Foundation
import TestSupport
import Testing

@testable import StructuredFormats

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Other readers and writers of the same formats, used for comparison.
enum ReferenceImplementations {
  /// A property list rewritten by Python's `plistlib`, with the order of members kept.
  static func python(rewriting list: Data, asXML: Bool) async throws -> Data {
    let script = """
      import plistlib, sys
      value = plistlib.loads(sys.stdin.buffer.read())
      form = plistlib.FMT_XML if sys.argv[1] == "xml" else plistlib.FMT_BINARY
      sys.stdout.buffer.write(plistlib.dumps(value, fmt=form, sort_keys=False))
      """
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script, asXML ? "xml" : "binary"], environment: testEnvironment,
      input: [UInt8](list))
    expectEqual(run.status, 0, "\(run.errorText)")
    return Data(run.output)
  }

  /// The value as objects of Foundation's property list classes; dictionaries lose their order.
  static func foundationObject(_ value: StructuredValue) throws -> Any {
    switch value {
    case .boolean(let boolean): return boolean
    case .integer(let integer):
      if let word = integer.int64 { return word }
      return try require(integer.uint64)
    case .real(let real): return real.doubleValue
    case .string(let string): return string
    case .data(let data): return data
    case .date(let date): return date
    case .array(let elements): return try elements.map(foundationObject)
    case .dictionary(let members):
      return try Dictionary(uniqueKeysWithValues: members.map { ($0.key, try foundationObject($0.value)) })
    case .null, .uid, .localDate, .localTime, .localDateTime: throw CocoaError(.propertyListWriteInvalid)
    }
  }
}

/// Foundation's XML parser.
final class XMLDocumentCheck: NSObject, XMLParserDelegate {
  static func isWellFormed(_ bytes: Data) -> Bool {
    let parser = XMLParser(data: bytes)
    let check = XMLDocumentCheck()
    parser.delegate = check
    return parser.parse()
  }
}

/// Python's html5lib, which parses according to the HTML Standard and can reject invalid documents.
enum HTML5Library {
  /// The complaint of html5lib about the documents; nil if they are valid.
  static func complaint(about documents: [Data]) async throws -> String? {
    let script = """
      import sys, html5lib
      for number, text in enumerate(sys.stdin.buffer.read().decode().split(chr(0))):
          parser = html5lib.HTMLParser(strict=False)
          parser.parse(text)
          if parser.errors:
              print(number, parser.errors[0], text)
              break
      """
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script], environment: testEnvironment,
      input: [UInt8](Data(documents.joined(separator: [0]))))
    return run.status == 0 && run.text.isEmpty ? nil : run.text + run.errorText
  }
}

/// The environment of reference programs: the search path on which tests look for what they need, and UTF-8.
var testEnvironment: [String: String] {
  let inherited = ProcessInfo.processInfo.environment
  return [
    "PATH": ProgramRun.searchPath, "HOME": inherited["HOME"] ?? "/",
    "LC_ALL": "C.UTF-8",
    "PYTHONIOENCODING": "utf-8",
  ]
}
