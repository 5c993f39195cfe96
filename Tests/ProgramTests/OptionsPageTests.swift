import ArgumentParsing
import Foundation
import TestSupport;
import Testing

@testable import ProfferTool

/// Compares `.github/docs/options.md` with the declarations of the program.
@Suite struct OptionsPageTests {
  /// A row of a table of the page: names in code, and the commands.
  private struct Row: Hashable {
    let names: [String]
    let takesValue: Bool
    let meaning: String
    let commands: [String]
  }

  private func rows(below heading: String) throws -> [Row] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: ".github/docs/options.md"), encoding: .utf8)
    let section = try require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) })
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.replacing("\\|", with: "/").split(separator: "|")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let words = cells[0].replacing("`", with: "").components(separatedBy: ", ")
      return Row(
        names: words.map { String($0.prefix { $0 != " " }) }, takesValue: words.last?.contains(" ") == true,
        meaning: cells[1], commands: cells[2].components(separatedBy: ", "))
    }
  }

  /// The commands that are not groups, by the words that call them; the program itself is "all".
  private var commands: [(path: String, command: CommandDescription)] {
    func below(_ command: CommandDescription, _ path: [String]) -> [(String, CommandDescription)] {
      if path.first == "help" { return [] }
      if command.subcommands.isEmpty { return [(path.joined(separator: " "), command)] }
      return command.subcommands.flatMap { below($0, path + [$0.name]) }
    }
    let program = Program.table.description
    return [("all", program)] + below(program, [])
  }

  @Test func everyOptionOfEveryCommandIsOnThePage() throws {
    let rows = try rows(below: "All options")
    let program = Program.table.description
    #expect(commands.count > 30 && rows.count > 60)
    for (path, command) in commands {
      for option in command.options {
        let commands = program.options.contains(option) ? ["all"] : [path]
        let found = rows.filter { $0.names == option.names }
        expectEqual(found.count, 1, "\(path) \(option.names)")
        guard let row = found.first else { continue }
        expect(commands.allSatisfy(row.commands.contains), "\(path) \(option.names): \(row.commands)")
        expectEqual(row.takesValue, option.placeholder != nil, "\(path) \(option.names)")
      }
    }
  }

  @Test func anOptionNameHasOneMeaning() throws {
    let names = try rows(below: "All options").flatMap(\.names)
    expectEqual(Set(names).count, names.count)
    #expect(try rows(below: "All options").allSatisfy { $0.meaning.hasSuffix(".") })
  }

  @Test func everyOptionOfThePageIsInTheProgram() throws {
    let commands = Dictionary(uniqueKeysWithValues: commands.map { ($0.path, $0.command) })
    for row in try rows(below: "All options") {
      for path in row.commands {
        let command = try require(commands[path], "\(path)")
        expect(command.options.contains { $0.names == row.names }, "\(path) \(row.names)")
      }
    }
  }

  @Test func formerNamesAreThoseOfThePage() throws {
    var declared: Set<[String]> = []
    for (path, command) in commands {
      for option in command.options {
        for name in option.formerNames { declared.insert([path, name, option.names.last ?? ""]) }
      }
    }
    var listed: Set<[String]> = []
    for row in try rows(below: "Former names") {
      let current = row.meaning.replacing("`", with: "")
      for path in row.commands { for name in row.names { listed.insert([path, name, current]) } }
    }
    expectEqual(declared, listed, "\(declared.symmetricDifference(listed))")
  }

  @Test func theShortHelpFitsOnASmallTerminal() {
    let program = Program.table.description
    func check(_ command: CommandDescription, after path: [String]) {
      let lines = command.shortHelp(after: path).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      expectAtMost(lines.count, 24, "\(path) \(command.name): \(lines.count)")
      for line in lines { expectAtMost(line.count, 80, "\(path) \(command.name): \(line)") }
      for subcommand in command.subcommands where subcommand.name != "help" {
        check(subcommand, after: path + [command.name])
      }
    }
    check(program, after: [])
  }
}
