#if os(Linux)
  import Foundation
  import Testing

  /// The commands of the article about porting, run on source that needs Objective-C.
  struct PortingTests {
    private static let before = """
      import UIKit
      #if canImport(UIKit)
      @objcMembers class Card: UIViewController {
        @IBOutlet weak var label: UILabel!
        @objc dynamic var count = 0
        @objc(reload:) func reload() { button.addTarget(self,
          action: #selector(tap), for: .touchUpInside)
        }
        @IBAction func tap() { autoreleasepool { save(#keyPath(Card.count)) } }
        func load() { provider.loadItem(forTypeIdentifier: "a") { (item: NSSecureCoding?, error: Error!) in } }
      }
      #endif

      """

    private static let after = """
      import UIKitNames
      #if canImport(UIKitNames)
      class Card: UIViewController {
        weak var label: UILabel!
        var count = 0
        func reload() { button.addTarget(self,
        }
        func tap() { do { save("Card.count") } }
        func load() { provider.loadItem(forTypeIdentifier: "a") { (item, error) in } }
      }
      #endif

      """

    @Test func everyCommandDoesWhatItSays() throws {
      let page = URL(fileURLWithPath: #filePath)
        .appending(path: "../../../../../Sources/Proffer/Proffer.docc/Porting.md").standardized
      let commands = try String(contentsOf: page, encoding: .utf8).matches(of: #/```sh\n(sed .*)\n```/#)
        .map { String($0.output.1) }
      #expect(commands.count == 7)
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
      try Self.before.write(to: file, atomically: true, encoding: .utf8)
      for command in commands {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(command) '\(file.path)'"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command)")
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == Self.after)
      try FileManager.default.removeItem(at: file)
    }
  }
#endif
