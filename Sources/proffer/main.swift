import Foundation

let status = Program.run(RawArguments.words)
exit(status.rawValue)
