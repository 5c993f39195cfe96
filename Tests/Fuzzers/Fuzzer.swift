import TestSupport

/// Feeds inputs to a parser, to find one that breaks a law, takes too long, or ends the process.
protocol Fuzzer {
  /// The material from which inputs are made.
  var material: Material { get }

  /// Passes one input to the parser.
  ///
  /// - Throws: `Finding` if a law is broken. An error that the parser documents is not a finding.
  func check(_ input: [UInt8]) throws(Finding)
}

/// An input's violation of a law.
struct Finding: Error {
  /// States the broken law, and how it was broken.
  let message: String

  init(_ message: String) { self.message = message }

  /// Throws a finding if a condition is false.
  static func unless(_ holds: Bool, _ message: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(message()) }
  }
}

/// The material from which a fuzzer's inputs are made.
struct Material {
  /// Valid inputs; most other inputs are mutations of them.
  var seeds: [[UInt8]]
  /// Byte sequences with a meaning in the format.
  var words: [[UInt8]] = []
  /// The opening and closing bytes of constructs that nest.
  var pairs: [(opening: [UInt8], closing: [UInt8])] = []
  /// Whether numbers are always decimal digits, even in inputs with control characters.
  var numbersAreText = false
  /// Inputs of any size that are known to be expensive to parse.
  var shapes: [GrowingShape] = []

  init(seeds: [[UInt8]], words: [String] = [], pairs: [(String, String)] = [], shapes: [GrowingShape] = []) {
    self.seeds = seeds
    self.words = words.map { Array($0.utf8) }
    self.pairs = pairs.map { (Array($0.utf8), Array($1.utf8)) }
    self.shapes = shapes
  }

  /// Adds the contents of a section of the cases in a folder of `Tests/Cases` to the seeds.
  func addingCases(_ section: String, in folder: String) throws -> Material {
    var material = self
    material.seeds += try CaseFolder.contents(of: section, in: folder)
    return material
  }
}
