import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// A program that uses only types: it prints the type of each given file, and whether it is text.
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
