import FileSystem
import Foundation

StandardStreams.keepClosedOnesFailing()
let status = Program.run(RawArguments.words)
exit(status.rawValue)
