import Foundation

let status = await Program.run(RawArguments.words)
exit(status.rawValue)
