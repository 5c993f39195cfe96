import ExternalConverters
import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import ProfferActions

/// The versions of programs, played by scripts that the tests write.
struct ProgramVersionsTests {
  @Test(arguments: [
    ("pandoc 3.1.9\nFeatures: 1.0", "3.1.9"), ("pdftotext version 22.12.0\nCopyright 2005", "22.12.0"),
    ("rsvg-convert version 2.54.7 (Wrapper version 2.54.7)", "2.54.7"),
    ("LibreOffice 7.4.7.2 40(Build:2)", "7.4.7.2"), ("Version: ImageMagick 6.9.11-60 Q16", "6.9.11-60"),
    ("ffmpeg version n7.1 Copyright", "n7.1"), ("tool v1.2", "v1.2"), ("\n\ntool (1.2)\n", "1.2"),
  ])
  func theVersionIsTheFirstNumberWithAPeriodOfTheFirstLine(text: String, version: String) {
    expectEqual(ProgramVersions.version(in: text), version)
  }

  @Test(arguments: ["", "tool", "tool 3", "first line\n1.2", "v", "a.b"])
  func aTextWithoutAVersionHasNone(text: String) {
    expectNil(ProgramVersions.version(in: text))
  }

  /// A context whose search path begins with scripts that replace programs.
  private func context(_ scripts: [String: String], in folder: TemporaryFolder) async throws -> ActionContext
  {
    for (name, lines) in scripts { try await folder.writeScript(lines, to: name) }
    var context = ActionContext.standard
    context.searchPath = "\(folder.path):/usr/bin:/bin"
    return context
  }

  private func versions(
    of scripts: [String: String], in folder: TemporaryFolder
  ) async throws -> [String: String] {
    let context = try await context(scripts, in: folder)
    let found = InstalledConverters(in: context).found.filter { $0.file.hasPrefix(folder.path) }
    let versions = ProgramVersions(of: found, in: context)
    return Dictionary(
      found.compactMap { found in versions[found.file].map { (found.program.command[0], $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func programsPrintTheirVersionsOnEitherStream() async throws {
    let folder = try TemporaryFolder()
    let versions = try await versions(
      of: [
        "pandoc": "[ \"$1\" = --version ] && echo pandoc 3.1",
        "pdftotext": "[ \"$1\" = -v ] && echo version 22.12.0 >&2",
        "ffmpeg": "[ \"$1\" = -version ] && echo ffmpeg version 7.1-static",
      ], in: folder)
    expectEqual(versions, ["pandoc": "3.1", "pdftotext": "22.12.0", "ffmpeg": "7.1-static"])
  }

  @Test func aProgramThatPrintsNoVersionOrFailsHasNone() async throws {
    let folder = try TemporaryFolder()
    let versions = try await versions(
      of: ["pandoc": "echo words", "soffice": "exit 3", "rsvg-convert": "kill -SEGV $$"], in: folder)
    expectEqual(versions, [:])
  }

  @Test func aProgramIsFoundAgainByItsPathOnly() async throws {
    let folder = try TemporaryFolder()
    let context = try await context(["pandoc": "echo pandoc 3.1"], in: folder)
    let found = InstalledConverters(in: context).found.filter { $0.file == folder.path("pandoc") }
    expect(!found.isEmpty)
    let versions = ProgramVersions(of: found, in: context)
    #expect(versions[folder.path("pandoc")] == "3.1" && versions["/usr/bin/pandoc"] == nil)
    expectNil(ProgramVersions(of: [], in: context)[folder.path("pandoc")])
  }
}
