/// The command line as bytes.
///
/// `CommandLine.arguments` repairs what is not UTF-8 into names of files that do not exist.
enum RawArguments {
  /// The words after the program's name.
  static var words: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        Array(UnsafeBufferPointer(start: word, count: length(of: word))).map(UInt8.init(bitPattern:))
      }
    }
  }

  private static func length(of word: UnsafePointer<CChar>) -> Int {
    var count = 0
    while word[count] != 0 { count += 1 }
    return count
  }
}
