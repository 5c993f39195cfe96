import Foundation
import ProfferFileSystem

StandardStreams.keepClosedOnesFailing()
StandardStreams.failOnClosedPipes()
UnfinishedFiles.removeOnEndingSignals()

// The arguments after the name of the program, as bytes. `CommandLine.arguments` repairs invalid UTF-8, so
// that its strings can be names of files that do not exist.
var words: [[UInt8]] = []
for index in 1..<max(1, Int(CommandLine.argc)) {
  guard let word = CommandLine.unsafeArgv[index] else { break }
  words.append(Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
}
// The first argument is the name of the program. There are no arguments if Swift cannot read
// `/proc/self/cmdline`.
exit((CommandLine.argc > 0 ? Program.run(words, in: .process) : Program.runWithoutArguments()).rawValue)
