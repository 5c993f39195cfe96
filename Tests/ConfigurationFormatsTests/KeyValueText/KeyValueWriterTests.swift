import Foundation
import TestSupport
import Testing

@testable import ConfigurationFormats
@testable import ProfferConversions
@testable import StructuredFormats

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
        try requireEqual(error.code, .unwritable)
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
      try expectEqual(
        KeyValueCoders.read(name, KeyValueCoders.write(name, value).data).value, value, "seed \(seed)")
    }
  }

  /// Runs a program that prints keys and values, and returns them.
  private static func pairs(_ program: String, _ arguments: [String]) async throws -> [[String]] {
    let run = try await ProgramRun.run(program, arguments)
    try requireEqual(run.status, 0, "\(run.errorText)")
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
    expectEqual(Set(pairs), Self.expected(members), "seed \(seed)")
    expectGreater(members.count, 50)
  }

  @Test(.requires(.program("git")))
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
    let run = try await ProgramRun.run("/usr/bin/env", ["git", "config", "-f", path, "--list", "-z"])
    expectEqual(run.status, 0, "\(run.errorText)")
    let pairs = run.text.split(separator: "\0").map {
      $0.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    let expected = Self.expected(members + [StructuredMember("spaces", " a ")])
    expectEqual(Set(pairs), Set(expected.map { ["s.T.\($0[0])", $0[1]] }), "seed \(seed)")
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
    expectEqual(Set(pairs), Self.expected(members), "seed \(seed)")
  }

  @Test(.requires(.program("javac")))
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
    let pairs = try await Self.pairs("/usr/bin/env", ["java", "\(folder.path)/Show.java", path])
    expectEqual(Set(pairs), Self.expected(members), "seed \(seed)")
  }

  /// Lines of random characters are read as by Java, or refused as by Java.
  @Test(.requires(.program("javac")))
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
        try requireEqual(error.code, .invalidEscape)
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
    let pairs = try await Self.pairs("/usr/bin/env", ["java", "\(folder.path)/Show.java"] + paths)
    // If a file ends in a continued line, Java adds an empty key, which replaces an earlier one.
    let differences = Set(pairs).symmetricDifference(expected).filter { $0[1] != "" }
    expectEmpty(differences, "seed \(seed)")
    expect(readCount > 150 && readCount < paths.count, "seed \(seed)")
  }
}
