import ArgumentParsing
import FileSystem
import JSONText
import ProviderBundles

/// `verify`: everything the reader can know about a bundle.
struct VerifyArguments: CommandArguments {
  var bundle = PathArgument.standardStream
  var repaired: FilePath?
  var replaces = false
  var asJSON = false

  static var declaration: CommandDeclaration<VerifyArguments> {
    CommandDeclaration(
      summary: "Read all of a bundle and compare it with what it says of itself.",
      details: """
        The status is 1 for a bad bundle and 2 when it could not be looked at. With --repair, whatever is whole in a damaged
        or truncated bundle is saved in a new one; the status is then 1 when something was lost.
        """,
      examples: [
        "proffer verify trip.dragbundle": "A line for each entry that failed, or one that all is well.",
        "proffer verify broken.dragbundle --repair saved.dragbundle": "What can be saved.",
      ]
    ) {
      option(
        "--repair", "BUNDLE", to: \.repaired, as: FilePath.argument(.file),
        help: "Save every payload that is whole in a new bundle.")
      flag("--force", to: \.replaces, help: "With --repair: replace what is there already.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if repaired != nil, bundle == .standardStream {
      throw ArgumentProblem("--repair needs the bundle's path: what is damaged is looked at in any order")
    }
    if replaces, repaired == nil { throw ArgumentProblem("--force goes with --repair") }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    if let repaired, case .path(let path) = bundle {
      return try repair(path, as: repaired)
    }
    var kept: [VerificationResult] = []
    var count = 0
    var failure: BundleError?
    do {
      let bar = ProgressBar("verify")
      defer { bar.clear() }
      let opened = try bundle.openBundle()
      try opened.verify(
        progress: { bar.show($0.byteCount, of: $0.totalByteCount) },
        { result in
          count += 1
          if asJSON || result.failure != nil { kept.append(result) }
        })
    } catch let error as BundleError where error.code != .fileSystem {
      failure = error
    }
    let isGood = failure == nil && kept.allSatisfy { $0.failure == nil }
    if asJSON {
      try printJSON(kept, failure)
    } else {
      for result in kept { try Console.print("bad: \(result.path): \(result.failure ?? "")") }
      if let failure { try Console.print("bad: \(failure.message)") }
      if isGood { try Console.print("good: \(count) \(count == 1 ? "payload" : "payloads") checked") }
    }
    return isGood ? .done : .negative
  }

  /// Saves what is whole, and says what was lost.
  private func repair(_ path: FilePath, as destination: FilePath) throws -> ExitStatus {
    let writer = try ProviderBundleWriter.program()
    let salvage = try OutputPlace(destination).explainingForce {
      try writer.salvage(path, to: destination, replacing: replaces)
    }
    if !salvage.hasFoundManifest {
      Console.note("the manifest of \(path) is lost; names and types are guessed from the names of entries")
    }
    for path in salvage.unnamedPaths {
      Console.note("the manifest does not name \(path); it was saved as an item of its own, its type guessed")
    }
    let lost = salvage.results.filter { $0.failure != nil }
    if asJSON {
      try printJSON(salvage.results, nil)
    } else {
      for result in lost { try Console.print("lost: \(result.path): \(result.failure ?? "")") }
      // A link in a folder is not a payload; it is reported only when it is lost.
      let count = salvage.results.count { $0.code != .linkLeadsOut }
      let saved = salvage.results.count { $0.failure == nil }
      try Console.print("saved: \(saved) of \(count) payloads")
    }
    return lost.isEmpty && salvage.hasFoundManifest ? .done : .negative
  }

  private func printJSON(
    _ results: [VerificationResult], _ failure: BundleError?
  ) throws {
    let members = [
      JSONMember("good", .boolean(failure == nil && results.allSatisfy { $0.failure == nil })),
      JSONMember("error", failure.map { .string($0.message) } ?? .null),
      JSONMember("code", failure.map { .string($0.code.rawValue) } ?? .null),
    ]
    try PrintedJSON.object(members, "payloads", of: results) { result in
      .object([
        JSONMember("path", .string(result.path)), JSONMember("byteCount", .integer(result.byteCount)),
        JSONMember("failure", result.failure.map(JSONNode.string) ?? .null),
        JSONMember("code", result.code.map { .string($0.rawValue) } ?? .null),
      ])
    }
  }
}
