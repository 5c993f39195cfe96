import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats

/// Reads documents of a suite for TOML, and prints their values in the form of the suite.
///
/// For each path of standard input, a line of JSON is printed: an object with `error`, the message of an
/// error; or with `value`, the value with its types, and `written`, the document that is written for it. A
/// scalar is an object with `type` and `value`, which are texts. A document that is not read again as the
/// same value is an error whose message begins with “BUG”.
enum TOMLSuite {
  static func run() {
    while let path = readLine() {
      let answer: StructuredValue
      do {
        let data = try Data(contentsOf: URL(filePath: path))
        let value = try StructuredValue.readTOML(data).value
        let written = try value.writeTOML().data
        let again = try StructuredValue.readTOML(written).value
        answer =
          again.isEquivalent(to: value)
          ? [
            "value": tagged(value),
            "written": .string(String(decoding: written, as: UTF8.self)),
          ] : ["error": "BUG: the value changes when it is written and read"]
      } catch {
        answer = ["error": .string("\(error)")]
      }
      do {
        var line = try answer.writeJSON().data
        line.append(UInt8(ascii: "\n"))
        FileHandle.standardOutput.write(line)
      } catch {
        print("{\"error\": \"BUG: the answer cannot be written\"}")
      }
    }
  }

  private static func tagged(_ value: StructuredValue) -> StructuredValue {
    func scalar(_ type: String, _ text: String) -> StructuredValue {
      ["type": .string(type), "value": .string(text)]
    }
    switch value {
    case .boolean(let boolean): return scalar("bool", boolean ? "true" : "false")
    case .integer(let integer): return scalar("integer", integer.description)
    case .real(let real): return scalar("float", real.spelling)
    case .string(let string): return scalar("string", string)
    case .date(let date): return scalar("datetime", String(date.timeIntervalSince1970))
    case .localDate(let date): return scalar("date-local", date.description)
    case .localTime(let time): return scalar("time-local", time.description)
    case .localDateTime(let dateTime): return scalar("datetime-local", dateTime.description)
    case .array(let elements): return .array(elements.map(tagged))
    case .dictionary(let members):
      return .dictionary(members.map { StructuredMember($0.key, tagged($0.value)) })
    case .null, .data, .uid: return scalar("impossible", "\(value)")
    }
  }
}
