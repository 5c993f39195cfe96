/// Splits the arguments of a command line into options and operands.
///
/// The lexer is independent of the options of a command. The caller must call `takeValue()` after an option
/// that requires a value. The value is the rest of the cluster (`-ovalue`, `-o=value`) or the next word, even
/// if that word begins with a dash. If the caller does not call `takeValue()`, the rest of the cluster is
/// more options. After `--`, every word is an operand. `-` is always an operand.
package struct ArgumentLexer {
  package enum Token: Equatable, Sendable {
    /// `-x`, alone or in a cluster.
    case short(UInt8)
    /// `--name` or `--name=value`.
    case long(name: [UInt8], value: [UInt8]?)
    case operand([UInt8])
  }

  private let words: [[UInt8]]
  private var index: Int
  /// The remaining letters of the current word after a short option.
  private var cluster: ArraySlice<UInt8>
  private var hasOnlyOperands: Bool

  /// - Parameter words: the arguments as bytes, without the program's name.
  package init(_ words: [[UInt8]]) {
    self.words = words
    index = 0
    cluster = []
    hasOnlyOperands = false
  }

  /// The words that have not been read.
  package var remainingWords: [[UInt8]] { Array(words[index...]) }

  /// Whether the next token is a letter in the middle of a word.
  var isInCluster: Bool { !cluster.isEmpty }

  /// The help that the remaining words request with `--help`, or with `-h` as a separate word, before any `--`;
  /// nil if they do not request help.
  var helpAhead: HelpForm? {
    if hasOnlyOperands { return nil }
    for word in words[index...] {
      switch word {
      case Array("--".utf8): return nil
      case Array("--help".utf8): return .full
      case Array("-h".utf8): return .short
      default: continue
      }
    }
    return nil
  }

  package mutating func next() -> Token? {
    if let letter = cluster.popFirst() { return .short(letter) }
    guard index < words.count else { return nil }
    let word = words[index]
    index += 1
    guard !hasOnlyOperands, word.count > 1, word[0] == UInt8(ascii: "-") else { return .operand(word) }
    guard word[1] == UInt8(ascii: "-") else {
      cluster = word[2...]
      return .short(word[1])
    }
    if word.count == 2 {
      hasOnlyOperands = true
      return next()
    }
    guard let end = word.firstIndex(of: UInt8(ascii: "=")) else {
      return .long(name: Array(word[2...]), value: nil)
    }
    return .long(name: Array(word[2..<end]), value: Array(word[(end + 1)...]))
  }

  /// Reads the value of the last option; returns nil if there are no more words.
  ///
  /// Must not be called for a long option whose value is in the same word.
  package mutating func takeValue() -> [UInt8]? {
    if !cluster.isEmpty {
      defer { cluster = [] }
      return Array(cluster.first == UInt8(ascii: "=") ? cluster.dropFirst() : cluster)
    }
    guard index < words.count else { return nil }
    defer { index += 1 }
    return words[index]
  }
}
