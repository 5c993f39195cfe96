import FileSystem
import Foundation

do {
  try UnfinishedFiles.removeOnEndingSignals()
} catch {
  // Without the watch an interrupted write leaves its temporary file to the next write, as a killed one does.
  Console().note("\(error); an interrupted write will leave a temporary file")
}
let status = await Program.run(RawArguments.words)
exit(status.rawValue)
