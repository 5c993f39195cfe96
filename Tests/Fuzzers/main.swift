import Foundation

exit(FuzzerProgram.run(Array(CommandLine.arguments.dropFirst())))
