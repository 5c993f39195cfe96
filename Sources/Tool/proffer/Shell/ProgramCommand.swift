import ArgumentParsing
import ProfferActions

/// The function that runs a command with parsed arguments.
typealias CommandRun = (ProgramContext) throws -> ExitStatus

/// A command of the program: its arguments, and the function that runs the command.
protocol ProgramCommand: CommandArguments {
  /// Whether to print the result as JSON.
  var asJSON: Bool { get }

  func run(in program: ProgramContext) throws -> ExitStatus
}

extension ProgramCommand {
  /// Default implementation; returns false.
  var asJSON: Bool { false }
}

extension Command where Outcome == CommandRun {
  /// Creates a command of the program.
  ///
  /// - Parameter group: the name of the group that contains the command; nil if there is none.
  init<Arguments: ProgramCommand>(
    _ name: String, aliases: [String] = [], in group: String? = nil, isRare: Bool = false,
    _ command: Arguments.Type
  ) {
    let fullName = group.map { "\($0) \(name)" } ?? name
    self.init(name, aliases: aliases, isRare: isRare) { (arguments: Arguments) -> CommandRun in
      { program in
        do {
          return try arguments.run(in: program)
        } catch  where arguments.asJSON && !error.isReported {
          // The failure is also printed as JSON, for scripts that read the results.
          try program.console.printFailure(of: fullName, error)
          throw error
        }
      }
    }
  }
}
