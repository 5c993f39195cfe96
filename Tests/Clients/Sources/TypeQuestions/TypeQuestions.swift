import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// Prints the type of each file that is named, and whether it is text: a program that asks about types only.
@main enum TypeQuestions {
  static func main() throws {
    let detector = TypeDetector(registry: .current)
    for argument in CommandLine.arguments.dropFirst() {
      guard let path = FilePath(argument) else { continue }
      let type = try detector.detect(path).type
      print(argument, type.identifier, type.conforms(to: .text))
    }
  }
}
