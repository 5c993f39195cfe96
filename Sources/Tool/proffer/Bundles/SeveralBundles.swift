import JSONText
import ProfferActions

extension [PathArgument] {
  /// Examines each of several bundles, and prints what was found; one that fails is reported and does not stop the others.
  ///
  /// Text about one of several bundles has the name of the bundle above it.
  ///
  /// - Parameters:
  ///   - command: the command, where the result is printed as JSON; else nil.
  ///   - examine: finds what is printed of a bundle.
  ///   - print: prints it; an error of printing ends the command.
  /// - Returns: how many bundles failed.
  func forEachBundle<Outcome>(
    on console: Console, asJSONOf command: String?, _ examine: (PathArgument) throws -> Outcome,
    print: (PathArgument, Outcome) throws -> Void
  ) throws -> Int {
    var failedCount = 0
    for (index, argument) in enumerated() {
      if command == nil, count > 1 {
        if index > 0 { try console.print("") }
        try console.print("\(argument):", style: .bold)
      }
      let outcome: Outcome
      do { outcome = try examine(argument) } catch {
        failedCount += 1
        console.error(error.programText)
        if let command {
          try console.printJSON(command, JSONMember.input("bundle", argument.actionInput) + [.error(error)])
        }
        continue
      }
      try print(argument, outcome)
    }
    return failedCount
  }
}
