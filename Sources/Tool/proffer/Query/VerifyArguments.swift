import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem
import ProviderBundles

/// `verify`: everything the reader can know about a bundle.
struct VerifyArguments: ProgramCommand {
  var bundles: [PathArgument] = []
  var repaired: FilePath?
  var replaces = false
  var asJSON = false

  static var declaration: CommandDeclaration<VerifyArguments> {
    CommandDeclaration(
      summary: "Check that a bundle is intact.",
      details: """
        All of the bundle is read: its structure, its manifest and the checksum of each payload. The status is 1 for a
        damaged bundle and 2 for one that cannot be read. Several bundles are checked one after the other.

        With --repair, every intact payload of a damaged or truncated bundle is saved to a new bundle; the status is 1 if a
        payload is unrecoverable. How many payloads there were is known only if the manifest is intact.
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
        "BUNDLE", appendingTo: \.bundles, as: PathArgument.bundle, help: "A bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if repaired != nil, bundles.contains(.standardStream) {
      throw ArgumentProblem("--repair needs the path of a bundle; a stream cannot be repaired")
    }
    if repaired != nil, bundles.count > 1 { throw ArgumentProblem("--repair takes one bundle") }
    if replaces, repaired == nil { throw ArgumentProblem("--force needs --repair") }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    if let repaired, case .path(let path)? = bundles.first {
      return try repair(path, as: repaired, in: context)
    }
    if bundles.count == 1 { return try verify(bundles[0], in: context) }
    var nodes: [JSONNode] = []
    var isGood = true
    let status = try bundles.forEachBundle(asJSON: asJSON) { bundle in
      let verification = try verification(of: bundle, in: context)
      isGood = isGood && verification.isGood
      if !asJSON { return try verification.print() }
      nodes.append(
        .object(
          [JSONMember("bundle", .string(bundle.description))] + verification.members
            + [JSONMember("payloads", .array(verification.results.map(Verification.node)))]))
    } onFailure: { bundle, error in
      nodes.append(
        .object([
          JSONMember("bundle", .string(bundle.description)),
          JSONMember("error", JSONEnvelope.errorNode(error)),
        ]))
    }
    if asJSON {
      try Console.shared.print(JSONEnvelope.result(of: "verify", [JSONMember("bundles", .array(nodes))]))
    }
    return status == .done && !isGood ? .negative : status
  }

  private func verify(_ bundle: PathArgument, in context: ActionContext) throws -> ExitStatus {
    let verification = try verification(of: bundle, in: context)
    if asJSON {
      try printJSON(verification)
    } else {
      try verification.print()
    }
    return verification.isGood ? .done : .negative
  }

  private func verification(of bundle: PathArgument, in context: ActionContext) throws -> Verification {
    var kept: [VerificationResult] = []
    var count = 0
    var failure: BundleError?
    do {
      let bar = ProgressBar("verify")
      defer { bar.clear() }
      let opened = try bundle.openBundle(in: context)
      try opened.verify(
        progress: { bar.advance(to: $0.byteCount, of: $0.totalByteCount) },
        { result in
          count += 1
          if asJSON || result.failure != nil { kept.append(result) }
        })
    } catch let error as BundleError where error.code != .fileSystem {
      failure = error
    }
    return Verification(results: kept, payloadCount: count, failure: failure)
  }

  /// Saves what is intact, and reports what is unrecoverable.
  private func repair(
    _ path: FilePath, as destination: FilePath, in context: ActionContext
  ) throws -> ExitStatus {
    let bar = ProgressBar("verify")
    defer { bar.clear() }
    let writer = try ProviderBundleWriter.writer(in: context.showing(bar))
    let salvage = try OutputPlace(destination).explainingReplacement {
      try writer.salvage(path, to: destination, replacing: replaces)
    }
    bar.clear()
    if !salvage.hasFoundManifest {
      Console.shared.note(
        "the manifest of \(path) is unrecoverable; names and types are guessed from the names of entries")
    }
    for path in salvage.unnamedPaths {
      Console.shared.note(
        "the manifest does not name \(path); it was saved as a separate item with a guessed type")
    }
    let lost = salvage.results.filter { $0.failure != nil }
    if asJSON {
      let total = JSONMember(
        "total", salvage.hasFoundManifest ? .integer(VerifyArguments.total(of: salvage)) : .null)
      try printJSON(
        Verification(
          results: salvage.results, payloadCount: salvage.results.count, failure: salvage.manifestFailure),
        [total])
    } else {
      for result in lost where result.path != salvage.cut?.path {
        try Console.shared.print("unrecoverable: \(result.path): \(result.failure ?? "")", style: .red)
      }
      try Console.shared.print("saved: \(VerifyArguments.summary(of: salvage))")
    }
    return lost.isEmpty && salvage.hasFoundManifest ? .done : .negative
  }

  /// The number of payloads that a manifest names.
  private static func total(of salvage: Salvage) -> Int {
    // Links and declarations of types are not payloads; they are reported only when they are unrecoverable.
    salvage.results.count { $0.code != .linkLeadsOut && $0.code != .malformedDeclaration }
  }

  /// The number of saved payloads and the number of all, if it is known.
  ///
  /// Only a manifest shows how many payloads there were.
  private static func summary(of salvage: Salvage) -> String {
    let saved = salvage.results.count { $0.failure == nil }
    if salvage.hasFoundManifest { return "\(saved) of \(total(of: salvage)) payloads" }
    let payloads = "\(saved) \(saved == 1 ? "payload" : "payloads")"
    guard let cut = salvage.cut else { return "\(payloads); how many there were is unknown" }
    guard let path = cut.path, let byteCount = cut.byteCount else {
      return "\(payloads); the next entry is cut in its header, and what followed it is unknown"
    }
    return "\(payloads); \(path) is cut after \(cut.presentByteCount) of \(byteCount) bytes"
      + (cut.isManifest ? "" : "; what followed it is unknown")
  }

  private func printJSON(_ verification: Verification, _ more: [JSONMember] = []) throws {
    try PrintedJSON.object(
      on: .shared,
      JSONEnvelope.head("verify") + verification.members + more, "payloads", of: verification.results,
      Verification.node)
  }
}

/// What is found in a bundle that is checked.
private struct Verification {
  /// The results of payloads: all of them for JSON, else those that failed.
  let results: [VerificationResult]
  let payloadCount: Int
  /// Why the rest could not be checked.
  let failure: BundleError?

  var isGood: Bool { failure == nil && results.allSatisfy { $0.failure == nil } }

  func print() throws {
    for result in results {
      try Console.shared.print("bad: \(result.path): \(result.failure ?? "")", style: .red)
    }
    if let failure { try Console.shared.print("bad: \(failure.message)", style: .red) }
    if isGood {
      try Console.shared.print(
        "good: \(payloadCount) \(payloadCount == 1 ? "payload" : "payloads") checked", style: .green)
    }
  }

  /// The members of a result before its payloads.
  var members: [JSONMember] {
    [
      JSONMember("good", .boolean(isGood)),
      JSONMember("error", failure.map { .string($0.message) } ?? .null),
      JSONMember("code", failure.map { .string($0.code.rawValue) } ?? .null),
    ]
  }

  static func node(_ result: VerificationResult) -> JSONNode {
    .object([
      JSONMember("path", .string(result.path)), JSONMember("byteCount", .integer(result.byteCount)),
      JSONMember("failure", result.failure.map(JSONNode.string) ?? .null),
      JSONMember("code", result.code.map { .string($0.rawValue) } ?? .null),
    ])
  }
}
