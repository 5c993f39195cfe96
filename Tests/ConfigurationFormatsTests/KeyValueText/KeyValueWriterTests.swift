import Foundation
import TestSupport
import Testing

@testable import ConfigurationFormats
@testable import ProfferConversions
@testable import StructuredFormats

@Suite struct KeyValueWriterTests {
  @Test func sectionsAreWrittenAfterTheOtherKeys() throws {
    let value: StructuredValue = ["a": "1", "s": ["b": "x y", "c": ""], "d": " e ", "t": [:], "f": nil]
    let written = try KeyValueCoders.write("ini", value)
    #expect(
      String(decoding: written.data, as: UTF8.self) == "a = 1\nd = \" e \"\nf\n\n[s]\nb = x y\nc =\n\n[t]\n")
    #expect(written.losses == [Loss(.order, count: 2, detail: "keys after a section, written before it")])
  }

  @Test func propertiesAreASCII() throws {
    #expect(
      try KeyValueCoders.text("java properties", ["a b:=#!": "  c = d\t\n", "é": "😀\\", "": ""])
        == "a\\ b\\:\\=\\#\\!=\\  c = d\\t\\n\n\\u00E9=\\uD83D\\uDE00\\\\\n=\n")
  }

  @Test func variablesAreQuotedWhereNeeded() throws {
    let value: StructuredValue = [
      "A": "plain/1:2", "B": "a b", "C": "$HOME", "D": "it's $x", "E": "", "F": "a\nb",
    ]
    #expect(
      try KeyValueCoders.text("environment variables", value)
        == "A=plain/1:2\nB='a b'\nC='$HOME'\nD=\"it's \\$x\"\nE=\nF='a\nb'\n")
  }

  @Test(arguments: KeyValueCoders.names)
  func valuesOfOtherTypesBecomeText(name: String) throws {
    let value: StructuredValue = ["A": 1, "B": true, "C": [1, ["D": nil]], "E": 1.50]
    let written = try KeyValueCoders.write(name, value)
    let again = try KeyValueCoders.read(name, written.data).value
    #expect(again == ["A": "1", "B": "true", "C": "[1,{\"D\":null}]", "E": "1.5"])
    #expect(
      written.losses.total() == [
        Loss(.types, count: 1, detail: "arrays and objects written as JSON"),
        Loss(.types, count: 3, detail: "values written as text"),
      ])
  }

  @Test(arguments: ["java properties", "environment variables"])
  func nestedObjectsAndNullsAreCounted(name: String) throws {
    let written = try KeyValueCoders.write(name, ["A": ["b": 1], "C": nil, "D": "1", "D": "2"])
    #expect(try KeyValueCoders.read(name, written.data).value == ["A": "{\"b\":1}", "C": "", "D": "2"])
    #expect(
      written.losses.total() == [
        Loss(.duplicates, count: 1, detail: "members with a repeated key"),
        Loss(.nulls, count: 1, detail: "written as empty texts"),
        Loss(.types, count: 1, detail: "arrays and objects written as JSON"),
      ])
  }

  @Test(arguments: KeyValueCoders.names)
  func onlyAnObjectCanBeWritten(name: String) {
    expectCoderError(.unwritable) { try KeyValueCoders.write(name, [1]) }
    expectCoderError(.unwritable) { try KeyValueCoders.write(name, "a") }
  }

  @Test(
    arguments: [
      ["": "a"], ["a=b": "c"], ["[a": "b"], [";a": "b"], [" a": "b"], ["a\nb": "c"], ["a": "b\r"],
      ["a": "b\n;c"],
      ["a": "b\n c"], ["a": "b\n"], ["a": " it's \"b\" "], ["s": ["t": ["a]": 1], "a=": 1]], ["s]": [:]],
      ["a b": nil],
    ] as [StructuredValue])
  func iniNamesWhatItCannotRepresent(value: StructuredValue) {
    expectCoderError(.unwritable, "\(value)") { try KeyValueCoders.write("ini", value) }
  }

  @Test(arguments: [["a b": "c"], ["": "c"], ["1a": "b"], ["a": "b\0"]] as [StructuredValue])
  func variablesHaveNames(value: StructuredValue) {
    expectCoderError(.unwritable, "\(value)") { try KeyValueCoders.write("environment variables", value) }
  }
}

/// Random dictionaries are read back as they were written, also by the programs for which the files are made.
@Suite struct KeyValueWitnessTests {
  private static let characters = Array(
    "aabbcc01  \t\n==::;;##!![]\"\"''\\\\$`%é😀/.-_(){}\u{C}".unicodeScalars)

  private static func text(
    _ generator: inout SeededGenerator, _ characters: [Unicode.Scalar] = characters, upTo limit: Int = 8
  ) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...limit, using: &generator) {
      text.append(characters.randomElement(using: &generator) ?? "a")
    }
    return String(text)
  }

  private static func name(_ index: Int) -> String { "Key_\(index)_" }

  /// A dictionary of random texts that the writer accepts.
  private static func texts(
    _ name: String, _ generator: inout SeededGenerator,
    keys: (Int, inout SeededGenerator) -> String = { index, _ in Self.name(index) }
  ) throws -> [StructuredMember] {
    var members: [StructuredMember] = []
    var refusedCount = 0
    while members.count < 200 {
      let member = StructuredMember(keys(members.count, &generator), .string(text(&generator)))
      do {
        _ = try KeyValueCoders.write(name, .dictionary([member]))
        members.append(member)
      } catch let error as CoderError {
        try #require(error.code == .unwritable)
        refusedCount += 1
        try #require(refusedCount < 4_000, "\(name) refuses nearly every text")
      }
    }
    return members
  }

  @Test(arguments: KeyValueCoders.names)
  func writtenTextsAreReadBack(name: String) throws {
    let seed = SeededGenerator.testSeed(for: name)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let members = try Self.texts(name, &generator) { index, generator in
        "\(Self.name(index))\(Self.text(&generator, upTo: 3))"
      }
      let value = StructuredValue.dictionary(members)
      #expect(
        try KeyValueCoders.read(name, KeyValueCoders.write(name, value).data).value == value, "seed \(seed)")
    }
  }

  /// Runs a program that prints keys and values, and returns them.
  private static func pairs(_ program: String, _ arguments: [String]) async throws -> [[String]] {
    let run = try await ProgramRun.run(program, arguments)
    try #require(run.status == 0, "\(run.errorText)")
    return run.text.split(separator: "\u{1E}", omittingEmptySubsequences: true).map {
      $0.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func expected(_ members: [StructuredMember]) -> Set<[String]> {
    Set(members.map { [$0.key, $0.value.stringValue ?? ""] })
  }

  @Test func pythonReadsTheSameSettings() async throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    // Python does not remove quotes, so that values with quotes differ.
    let members = try Self.texts("ini", &generator).filter {
      $0.value.stringValue?.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") } == false
        && $0.value.stringValue?.trimmingCharacters(in: .whitespacesAndNewlines) == $0.value.stringValue
        && $0.value.stringValue?.contains("\u{C}") == false
    }
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.ini"
    try KeyValueCoders.write("ini", ["s": .dictionary(members)]).data.write(to: URL(fileURLWithPath: path))
    let script = """
      import configparser, sys
      parser = configparser.RawConfigParser()
      parser.optionxform = str
      parser.read(sys.argv[1], encoding="utf-8")
      print(end="".join(f"{key}\\x1f{value}\\x1e" for key, value in parser.items("s")))
      """
    let pairs = try await Self.pairs("/usr/bin/env", ["python3", "-c", script, path])
    #expect(Set(pairs) == Self.expected(members), "seed \(seed)")
    #expect(members.count > 50)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
  func gitReadsTheSameSimpleSettings() async throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let members = (0..<50).map {
      StructuredMember(
        "key-\($0)",
        .string(
          Self.text(&generator, Array("abc 01=:/.-_é😀".unicodeScalars)).trimmingCharacters(in: .whitespaces)))
    }
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/config"
    try KeyValueCoders.write("ini", ["s \"T\"": .dictionary(members + [StructuredMember("spaces", " a ")])])
      .data
      .write(to: URL(fileURLWithPath: path))
    let run = try await ProgramRun.run("/usr/bin/git", ["config", "-f", path, "--list", "-z"])
    #expect(run.status == 0, "\(run.errorText)")
    let pairs = run.text.split(separator: "\0").map {
      $0.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    let expected = Self.expected(members + [StructuredMember("spaces", " a ")])
    #expect(Set(pairs) == Set(expected.map { ["s.T.\($0[0])", $0[1]] }), "seed \(seed)")
  }

  @Test func bashReadsTheSameVariables() async throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let members = try Self.texts("environment variables", &generator)
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.env"
    try KeyValueCoders.write("environment variables", .dictionary(members)).data
      .write(to: URL(fileURLWithPath: path))
    let script =
      #"set -a; . "$1"; for name in "${!Key_@}"; do printf '%s\037%s\036' "$name" "${!name}"; done"#
    let pairs = try await Self.pairs("/usr/bin/env", ["bash", "-c", script, "bash", path])
    #expect(Set(pairs) == Self.expected(members), "seed \(seed)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/javac")))
  func javaReadsTheSameProperties() async throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let members = try Self.texts("java properties", &generator) { index, generator in
      "\(Self.name(index))\(Self.text(&generator, upTo: 5))"
    }
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.properties"
    try KeyValueCoders.write("java properties", .dictionary(members)).data.write(
      to: URL(fileURLWithPath: path))
    let program = """
      import java.io.*;
      import java.nio.charset.StandardCharsets;
      import java.util.*;
      class Show {
        public static void main(String[] arguments) throws IOException {
          Properties properties = new Properties();
          properties.load(new FileInputStream(arguments[0]));
          PrintStream output = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
          for (String key : properties.stringPropertyNames())
            output.print(key + "\\u001f" + properties.getProperty(key) + "\\u001e");
          output.flush();
        }
      }
      """
    try Data(program.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/Show.java"))
    let pairs = try await Self.pairs("/usr/bin/java", ["\(folder.path)/Show.java", path])
    #expect(Set(pairs) == Self.expected(members), "seed \(seed)")
  }

  /// Lines of random characters are read as by Java, or refused as by Java.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/javac")))
  func randomPropertiesAreReadAsByJava() async throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let characters = Array("aab1  \t\n\n\r==::##!!\\\\\\\\\u{C}un".unicodeScalars)
    let folder = try TemporaryFolder()
    var expected: [[String]] = []
    var paths: [String] = []
    var readCount = 0
    for index in 0..<300 {
      let text = Self.text(&generator, characters, upTo: 30)
      let path = "\(folder.path)/\(index).properties"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      paths.append(path)
      do {
        let value = try KeyValueCoders.read("java properties", text).value
        expected += (value.members ?? []).map { ["\(index)", $0.key, $0.value.stringValue ?? ""] }
        readCount += 1
      } catch let error as CoderError {
        try #require(error.code == .invalidEscape)
        expected.append(["\(index)", "refused"])
      }
    }
    let program = """
      import java.io.*;
      import java.util.*;
      class Show {
        public static void main(String[] arguments) throws IOException {
          PrintStream output = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
          for (String path : arguments) {
            Properties properties = new Properties();
            String name = new File(path).getName().replace(".properties", "");
            try {
              properties.load(new FileInputStream(path));
            } catch (IllegalArgumentException error) {
              output.print(name + "\\u001frefused\\u001e");
              continue;
            }
            for (String key : properties.stringPropertyNames())
              output.print(name + "\\u001f" + key + "\\u001f" + properties.getProperty(key) + "\\u001e");
          }
          output.flush();
        }
      }
      """
    try Data(program.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/Show.java"))
    let pairs = try await Self.pairs("/usr/bin/java", ["\(folder.path)/Show.java"] + paths)
    // If a file ends in a continued line, Java adds an empty key, which replaces an earlier one.
    let differences = Set(pairs).symmetricDifference(expected).filter { $0[1] != "" }
    #expect(differences.isEmpty, "seed \(seed)")
    #expect(readCount > 150 && readCount < paths.count, "seed \(seed)")
  }
}
