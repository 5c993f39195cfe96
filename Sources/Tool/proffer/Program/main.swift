import Foundation
import ProfferFileSystem

StandardStreams.keepClosedOnesFailing()
StandardStreams.failOnClosedPipes()
UnfinishedFiles.removeOnEndingSignals()

// The words after the program's name, as bytes. `CommandLine.arguments` repairs invalid UTF-8, which gives
// names of files that do not exist.
var words: [[UInt8]] = []
for index in 1..<max(1, Int(CommandLine.argc)) {
  guard let word = CommandLine.unsafeArgv[index] else { break }
  words.append(Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
}
// The first argument is the program's name. There is none if Swift's library cannot read `/proc/self/cmdline`.
exit((CommandLine.argc > 0 ? Program.run(words, in: .process) : Program.runWithoutArguments()).rawValue)
