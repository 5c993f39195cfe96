import ProfferActions
import ProfferFileSystem

/// The context of a command: the context of its actions, and the console.
struct ProgramContext: Sendable {
  /// The context of the actions; their notes are printed.
  var actions: ActionContext
  /// The console for results, notes and errors.
  let console: Console

  /// Creates the context of a run.
  ///
  /// - Parameters:
  ///   - files: the files with type declarations that the command line names.
  ///   - environment: the variables of the environment.
  init(declaring files: [FilePath], environment: ActionEnvironment, console: Console) throws {
    self.console = console
    actions = try ActionContext(of: environment, declaring: files) { $0.print(on: console) }
  }

  /// Runs an action and shows its progress on standard error.
  ///
  /// - Parameters:
  ///   - label: the name of the command.
  ///   - isShown: whether to show the progress if standard error is a terminal.
  ///   - work: runs the action in the given context.
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
