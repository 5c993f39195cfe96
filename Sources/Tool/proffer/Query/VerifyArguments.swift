import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `verify`: checks whether bundles are intact, or repairs a damaged bundle.
struct VerifyArguments: ProgramCommand {
  var bundles: [PathArgument] = []
  var repaired: FilePath?
  var replaces = false
  var asJSON = false

  static var declaration: CommandDeclaration<VerifyArguments> {
    CommandDeclaration(
      summary: "Check that a bundle is intact.",
      details: """
        The whole bundle is checked: its structure, its manifest and the checksum of each payload. The exit
        status is 1 if a bundle is damaged, and 2 if it cannot be read. Several bundles are checked one
        after the other.

        With --repair, every intact payload of a damaged or truncated bundle is saved to a new bundle; the
        status is 1 if a payload is unrecoverable. The original number of payloads is known only if the
        manifest is intact.
        """,
      examples: [
        "proffer verify trip.dragbundle": "A line for each damaged entry, or one line if all are good.",
        "proffer verify broken.dragbundle --repair saved.dragbundle": "Save what can be recovered.",
      ]
    ) {
      option(
        "--repair", "BUNDLE", to: \.repaired, as: FilePath.argument(.file),
        help: "Save every intact payload to a new bundle.")
      flag("-f", "--force", to: \.replaces, help: "With --repair: overwrite an existing file.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "BUNDLE", appendingTo: \.bundles, as: PathArgument.bundle, orInput: true, help: "A bundle.")
    }
  }

  func check() throws(ArgumentProblem) {
    try bundles.requireOneStream()
    if repaired != nil, bundles.count > 1 { throw ArgumentProblem("--repair accepts only one bundle") }
    if replaces, repaired == nil { throw ArgumentProblem("--force needs --repair") }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    var goodCount = 0
    let failedCount: Int
    if let repaired {
      goodCount = try repair(bundles[0].actionInput, as: repaired, program) ? 1 : 0
      failedCount = 0
    } else {
      failedCount = try bundles.forEachBundle(on: console, asJSONOf: asJSON ? "verify" : nil) { bundle in
        var verification = BundleVerification(of: bundle.actionInput)
        verification.keepsIntact = asJSON
        return try program.showingProgress("verify") { try verification.run(in: $0) }
      } print: { bundle, outcome in
        if outcome.isGood { goodCount += 1 }
        if asJSON {
          try printJSON(
            bundle.actionInput, outcome.payloads, isGood: outcome.isGood, outcome.failure, on: console)
        } else {
          try print(outcome, on: console)
        }
      }
    }
    if asJSON {
      try console.printTotals(
        "verify",
        [
          "bundles": bundles.count, "good": goodCount, "damaged": bundles.count - goodCount - failedCount,
          "failed": failedCount,
        ])
    }
    return failedCount > 0 ? .failure : goodCount < bundles.count ? .negative : .done
  }

  private func print(_ outcome: BundleVerification.Outcome, on console: Console) throws {
    for payload in outcome.payloads {
      try console.print("bad: \(payload.path): \(payload.failure ?? "")", style: .red)
    }
    if let failure = outcome.failure { try console.print("bad: \(failure)", style: .red) }
    if outcome.isGood {
      let count = outcome.payloadCount
      try console.print("good: \(count) \(count == 1 ? "payload" : "payloads") checked", style: .green)
    }
  }

  /// Saves the intact payloads, and reports the payloads that are lost.
  ///
  /// - Returns: whether the manifest and all payloads were saved.
  private func repair(
    _ bundle: ActionInput, as destination: FilePath, _ program: ProgramContext
  ) throws -> Bool {
    var repair = BundleRepair(of: bundle, to: destination)
    repair.replaces = replaces
    let outcome = try program.showingProgress("verify") { try repair.run(in: $0) }
    if outcome.manifestFailure != nil {
      program.console.note(
        "the manifest of \(bundle) is unrecoverable; names and types are guessed from the names of entries")
    }
    for path in outcome.unnamedPaths {
      program.console.note(
        "the manifest does not list \(path); it was saved as a separate item with a guessed type")
    }
    if asJSON {
      try printJSON(
        bundle, outcome.payloads, isGood: outcome.isComplete, outcome.manifestFailure,
        [
          JSONMember("saved", .integer(outcome.savedCount)),
          JSONMember("total", outcome.totalCount.map(JSONNode.integer) ?? .null),
        ], on: program.console)
    } else {
      for payload in outcome.lost where payload.path != outcome.cut?.path {
        try program.console.print("unrecoverable: \(payload.path): \(payload.failure ?? "")", style: .red)
      }
      try program.console.print("saved: \(summary(of: outcome))")
    }
    return outcome.isComplete
  }

  /// Returns a text with the number of saved payloads, and the total number if it is known.
  ///
  /// The total number is known only if the manifest was found.
  private func summary(of outcome: BundleRepair.Outcome) -> String {
    let saved = outcome.savedCount
    if let total = outcome.totalCount { return "\(saved) of \(total) payloads" }
    let payloads = "\(saved) \(saved == 1 ? "payload" : "payloads")"
    guard let cut = outcome.cut else { return "\(payloads); the original number is unknown" }
    guard let path = cut.path, let byteCount = cut.byteCount else {
      return "\(payloads); the next entry is truncated in its header, and any entries after it are unknown"
    }
    return "\(payloads); \(path) is truncated after \(cut.presentByteCount) of \(byteCount) bytes"
      + (cut.isManifest ? "" : "; any entries after it are unknown")
  }

  private func printJSON(
    _ bundle: ActionInput, _ payloads: [CheckedPayload], isGood: Bool, _ failure: (any Error)?,
    _ more: [JSONMember] = [], on console: Console
  ) throws {
    try console.printJSON(
      "verify",
      JSONMember.input("bundle", bundle) + [
        JSONMember("good", .boolean(isGood)), JSONMember("error", failure.map(JSONNode.error) ?? .null),
      ] + more, "payloads", of: payloads.forEach
    ) { payload in
      .object([
        JSONMember("path", .string(payload.path)), JSONMember("byteCount", .integer(payload.byteCount)),
        JSONMember("code", payload.failureCode.map(JSONNode.string) ?? .null),
        JSONMember("failure", payload.failure.map(JSONNode.string) ?? .null),
      ])
    }
  }
}
