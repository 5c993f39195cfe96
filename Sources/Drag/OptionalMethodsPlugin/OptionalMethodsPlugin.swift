import Foundation
import PackagePlugin

/// Generates the conformances that make the library call methods which subclasses add to a delegate.
///
/// The plugin reads the Swift sources of the target that uses it, and writes one generated source.
@main
struct OptionalMethodsPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
    let output = context.pluginWorkDirectoryURL.appending(path: "OptionalMethods.swift")
    return [
      .buildCommand(
        displayName: "Generating conformances in \(target.name) for methods that subclasses add",
        executable: try context.tool(named: "OptionalMethodsTool").url,
        arguments: [output.path] + sources.map(\.path), inputFiles: sources, outputFiles: [output])
    ]
  }
}
