import Foundation

exit(BenchmarkProgram.run(Array(CommandLine.arguments.dropFirst())))
