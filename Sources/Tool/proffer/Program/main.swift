import FileSystem
import Foundation

#if DEBUG
  FaultPlan.installFromEnvironment()
#endif
StandardStreams.keepClosedOnesFailing()
let status = Program.run(RawArguments.words)
exit(status.rawValue)
