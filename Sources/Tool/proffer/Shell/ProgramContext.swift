import ProfferActions
import ProfferFileSystem

/// What a command gets: the context of its actions, and where it prints.
struct ProgramContext: Sendable {
  /// The context of the actions; their notes are printed.
  var actions: ActionContext
  /// Where results, notes and errors are printed.
  let console: Console

  /// The context of a run.
  ///
  /// - Parameters:
  ///   - files: the files of the command line that declare types.
  ///   - environment: the variables of the environment.
  init(declaring files: [FilePath], environment: ActionEnvironment, console: Console) throws {
    self.console = console
    actions = try ActionContext(of: environment, declaring: files) { $0.print(on: console) }
  }

  /// Runs an action whose progress is shown on standard error.
  ///
  /// - Parameters:
  ///   - label: the name of the command.
  ///   - isShown: whether the progress may be shown, where standard error is a terminal.
  ///   - work: runs the action in the context that is given to it.
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
