import Foundation
import TestSupport
import Testing

@testable import StructuredFormats

/// Other readers and writers of the same formats.
enum Witnesses {
  /// What Python's `plistlib` makes of a property list when it reads it and writes it anew, members in their order.
  static func python(rewriting list: Data, asXML: Bool) throws -> Data {
    let script = """
      import plistlib, sys
      value = plistlib.loads(sys.stdin.buffer.read())
      form = plistlib.FMT_XML if sys.argv[1] == "xml" else plistlib.FMT_BINARY
      sys.stdout.buffer.write(plistlib.dumps(value, fmt=form, sort_keys=False))
      """
    let run = try ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script, asXML ? "xml" : "binary"], environment: testEnvironment,
      input: [UInt8](list))
    #expect(run.status == 0, "\(run.errorText)")
    return Data(run.output)
  }

  /// The value as Foundation's property list classes hold it; dictionaries lose their order.
  static func foundationObject(_ value: StructuredValue) throws -> Any {
    switch value {
    case .boolean(let boolean): return boolean
    case .integer(let integer):
      if let word = integer.int64 { return word }
      return try #require(integer.uint64)
    case .real(let real): return real.doubleValue
    case .string(let string): return string
    case .data(let data): return data
    case .date(let date): return date
    case .array(let elements): return try elements.map(foundationObject)
    case .dictionary(let members):
      return try Dictionary(uniqueKeysWithValues: members.map { ($0.key, try foundationObject($0.value)) })
    case .null, .uid: throw CocoaError(.propertyListWriteInvalid)
    }
  }
}
