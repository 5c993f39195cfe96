import ProfferActions
import ProfferFileSystem

/// The context of a command: the context for its actions, and the console.
struct ProgramContext: Sendable {
  /// The context for actions.
  ///
  /// The notes of actions are printed.
  var actions: ActionContext
  /// The console for results, notes and errors.
  let console: Console

  /// Creates the context of a command.
  ///
  /// - Parameters:
  ///   - files: the files with type declarations that are named on the command line.
  ///   - environment: the environment variables.
  init(declaring files: [FilePath], environment: ActionEnvironment, console: Console) throws {
    self.console = console
    actions = try ActionContext(of: environment, declaring: files) { $0.print(on: console) }
  }

  /// Runs an action, and shows its progress on standard error.
  ///
  /// - Parameters:
  ///   - label: the name of the command.
  ///   - isShown: whether to show the progress if standard error is a terminal.
  ///   - work: runs the action in the given context, and returns the result.
  func showingProgress<Outcome>(
    _ label: String, isShown: Bool = true, _ work: (ActionContext) throws -> Outcome
  ) throws -> Outcome {
    let bar = ProgressBar(label, isShown: isShown && console.showsProgress)
    defer { bar.clear() }
    var context = actions
    context.progress = bar.take
    return try work(context)
  }
}
