import Foundation

exit(HuntProgram.run(Array(CommandLine.arguments.dropFirst())))
