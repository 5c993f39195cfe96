import ArgumentParsing
import ProfferActions

/// The function of a command, called after its arguments are read.
typealias CommandRun = (ProgramContext) throws -> ExitStatus

/// A command of the program: its arguments, and a function that runs it.
protocol ProgramCommand: CommandArguments {
  /// Whether the result is printed as JSON.
  var asJSON: Bool { get }

  func run(in program: ProgramContext) throws -> ExitStatus
}

extension ProgramCommand {
  /// Default implementation; the command prints no JSON.
  var asJSON: Bool { false }
}

extension Command where Outcome == CommandRun {
  /// A command of the program.
  ///
  /// - Parameter group: the first word of its name, if it has two.
  init<Arguments: ProgramCommand>(
    _ name: String, aliases: [String] = [], in group: String? = nil, _ command: Arguments.Type
  ) {
    let fullName = group.map { "\($0) \(name)" } ?? name
    self.init(name, aliases: aliases) { (arguments: Arguments) -> CommandRun in
      { program in
        do {
          return try arguments.run(in: program)
        } catch  where arguments.asJSON && !error.isReported {
          // A script that reads JSON results also receives failures as JSON.
          try program.console.printFailure(of: fullName, error)
          throw error
        }
      }
    }
  }
}
