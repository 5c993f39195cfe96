import Foundation

// Called by the plugin: the path of the generated file, then the paths of the sources.
let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first else {
  FileHandle.standardError.write(Data("usage: OptionalMethodsTool OUTPUT SOURCE...\n".utf8))
  exit(64)
}
do {
  let sources = try arguments.dropFirst().map { path in
    (path: path, text: String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self))
  }
  let generated = GeneratedConformances(sources)
  for warning in generated.warnings { print(warning) }
  try Data(generated.text.utf8).write(to: URL(fileURLWithPath: output))
} catch {
  FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
  exit(1)
}
