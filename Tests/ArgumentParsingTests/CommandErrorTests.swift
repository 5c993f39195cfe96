import ArgumentParsing
import TestSupport;
import Testing

@Suite struct CommandErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let code: CommandLineError.Code
    let text: String

    init(_ line: String, _ code: CommandLineError.Code, _ text: String) {
      self.line = line
      self.code = code
      self.text = text
    }

    var testDescription: String { line }
  }

  @Test(arguments: [
    Row("", .missingCommand, "sample needs a command: pack, unpack, merge or type"),
    Row("type", .missingCommand, "sample type needs a command: show or names"),
    Row("pakc a", .unknownCommand, "unknown command \"pakc\"; did you mean pack?"),
    Row("xyzzy", .unknownCommand, "unknown command \"xyzzy\""),
    Row("pac", .unknownCommand, "unknown command \"pac\"; did you mean pack?"),
    Row("type shwo", .unknownCommand, "unknown command \"shwo\"; did you mean show?"),
    Row("help pakc", .unknownCommand, "unknown command \"pakc\"; did you mean pack?"),
    Row("help pack a", .unexpectedOperand, "unexpected operand \"a\": pack has no commands"),
    Row("--versoin", .unknownOption, "unknown option \"--versoin\"; did you mean --version?"),
    Row("-x pack", .unknownOption, "unknown option \"-x\""),
    Row("--version=1", .unexpectedValue, "--version takes no value, but was given \"1\""),
    Row("type --version", .unknownOption, "unknown option \"--version\""),
    Row("pack --ouput x f", .unknownOption, "unknown option \"--ouput\"; did you mean --output?"),
    Row("pack --out x f", .unknownOption, "unknown option \"--out\"; did you mean --output?"),
    Row("pack --clobber f", .unknownOption, "unknown option \"--clobber\""),
    Row("pack --notimes f", .unknownOption, "unknown option \"--notimes\"; did you mean --no-times?"),
    Row("pack --hlep", .unknownOption, "unknown option \"--hlep\"; did you mean --help?"),
    Row("pack -ix f", .unknownOption, "unknown option \"-x\""),
    Row("pack --frobnicate=3 f", .unknownOption, "unknown option \"--frobnicate\""),
    Row("pack f -o", .missingValue, "-o needs a value: -o BOX"),
    Row("pack f -io", .missingValue, "-o needs a value: -o BOX"),
    Row("pack f --type", .missingValue, "--type needs a value: --type TYPE"),
    Row("pack f --item=x", .unexpectedValue, "--item takes no value, but was given \"x\""),
    Row("pack f --no-times=", .unexpectedValue, "--no-times takes no value, but was given \"\""),
    Row("pack f --help=x", .unexpectedValue, "--help takes no value, but was given \"x\""),
    Row(
      "pack f --as dta", .badValue,
      "bad value \"dta\" for --as: expected data, file or object; did you mean data?"),
    Row("pack f -l ten", .badValue, "bad value \"ten\" for -l: expected a whole number from 0 to 9"),
    Row("pack f --level 10", .badValue, "bad value \"10\" for --level: expected a whole number from 0 to 9"),
    Row("pack f -l +1", .badValue, "bad value \"+1\" for -l: expected a whole number from 0 to 9"),
    Row("pack f -l=", .badValue, "bad value \"\" for -l: expected a whole number from 0 to 9"),
    Row("pack f -o=", .badValue, "bad value \"\" for -o: expected a path"),
    Row(
      "pack f --accept red,,blue", .badValue,
      "bad value \"red,,blue\" for --accept: an element of the list is empty"),
    Row(
      "pack f --accept red,pink", .badValue,
      "bad value \"red,pink\" for --accept: expected red, green or blue"),
    Row("type show a 0", .badValue, "bad value \"0\" for COUNT: expected a whole number, 1 or more"),
    Row("type show", .missingOperand, "missing operand TYPE"),
    Row("pack -i", .missingOperand, "missing operand FILE"),
    Row("merge a", .missingOperand, "missing operand BOX: 2 are required, 1 were given"),
    Row("type show a 1 c", .unexpectedOperand, "unexpected operand \"c\": show takes at most 2 operands"),
    Row("type names a", .unexpectedOperand, "unexpected operand \"a\": names takes no operands"),
    Row("merge a b c d", .unexpectedOperand, "unexpected operand \"d\": merge takes at most 3 operands"),
    Row(
      "unpack a b --into d", .unexpectedOperand, "unexpected operand \"b\": unpack takes at most 1 operand"),
    Row("unpack a", .missingOption, "missing option --into FOLDER"),
    Row("pack f -o a --output b", .repeatedOption, "-o or --output is given twice"),
    Row("pack f --as data --as data", .repeatedOption, "--as is given twice"),
    Row("pack f --as object", .conflict, "--as object needs --output"),
  ])
  func errorSaysWhatIsWrong(row: Row) {
    let error = expectThrows(CommandLineError.self) { try Sample.table.parse(Sample.words(row.line)) }
    expectEqual(error?.code, row.code)
    expectEqual(error?.description, row.text)
  }

  @Test func errorNamesTheCommand() {
    let error = expectThrows(CommandLineError.self) { try Sample.table.parse(Sample.words("type show")) }
    expectEqual(error?.commandPath, ["sample", "type", "show"])
  }

  @Test(arguments: [
    (Array("a\"b\\c".utf8), "\"a\\\"b\\\\c\""), ([0x61, 0xFF, 0x62, 0xC3], "\"a\\xFFb\\xC3\""),
    (Array("a\nb\tc\u{1B}[0m\u{9B}".utf8), "\"a\\nb\\tc\\u{1B}[0m\\u{9B}\""),
    (Array("é\u{202E}x".utf8), "\"é\\u{202E}x\""),
    ([0xE2, 0x82, 0x61, 0xE2, 0x82, 0xAC], "\"\\xE2\\x82a€\""),
  ])
  func wrongWordIsShownAsTypedAndSafely(word: [UInt8], shown: String) {
    let error = expectThrows(CommandLineError.self) { try Sample.table.parse([word]) }
    expectEqual(error?.message, "unknown command \(shown)")
  }

  @Test func errorKeepsItsPartsApart() {
    let error = expectThrows(CommandLineError.self) {
      try Sample.table.parse(Sample.words("pack f --as dta"))
    }
    expectEqual(error?.subject, "\"dta\"")
    expectEqual(error?.reason, "--as: expected data, file or object")
    expectEqual(error?.cause, ArgumentProblem("expected data, file or object"))
    expectEqual(error?.suggestion, "data")
  }

  @Test func aNameThatIsDeclaredTwiceTrapsWhenTheCommandIsDescribed() async {
    await #expect(processExitsWith: .failure) {
      _ =
        CommandTable<Int>(
          "twice", version: "1", summary: "", commands: [Command("list") { (_: RepeatedNames) in 0 }]
        ).description
    }
  }

  @Test func textMustBeUTF8() {
    let words = Sample.words("type show") + [[0xFF]]
    let error = expectThrows(CommandLineError.self) { try Sample.table.parse(words) }
    expectEqual(error?.description, "bad value \"\\xFF\" for TYPE: expected text in UTF-8")
  }
}

private struct RepeatedNames: CommandArguments {
  var isLong = false

  static var declaration: CommandDeclaration<RepeatedNames> {
    CommandDeclaration(summary: "") {
      flag("--long", to: \.isLong, help: "")
      flag("-l", "--long", to: \.isLong, help: "")
    }
  }
}
