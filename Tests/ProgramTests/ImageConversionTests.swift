import Foundation
import TestSupport
import Testing

/// Conversions of pictures by the commands.
///
/// Built-in formats are tested on every machine.
@Suite(.waits) struct ImageConversionTests {
  /// A picture of two columns and two rows; one pixel is transparent.
  private static let map = "P7\nWIDTH 2\nHEIGHT 2\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
  private static let samples: [UInt8] = [1, 2, 3, 255, 9, 8, 7, 0, 4, 5, 6, 255, 250, 251, 252, 255]

  private func fixture() throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.write(Array(Self.map.utf8) + Self.samples, to: "a.pam")
    return fixture
  }

  @Test func aPictureGoesThroughEveryFormatOfOurOwn() async throws {
    let fixture = try fixture()
    for (source, result) in [("a.pam", "b.bmp"), ("b.bmp", "c.qoi"), ("c.qoi", "d.pam")] {
      let run = try await fixture.command("convert", source, "-o", result, "--strict")
      expect(run.status == 0 && run.errorText.isEmpty, "\(run)")
    }
    try expectEqual(fixture.folder.read("d.pam"), Array(Self.map.utf8) + Self.samples)
  }

  @Test func whatATypeCannotHoldIsReported() async throws {
    let fixture = try fixture()
    let run = try await fixture.command("convert", "a.pam", "-o", "a.ppm")
    expectEqual(
      run.errorText, "proffer: lost: alpha in 1 place (transparent pixels are drawn on white)\n")
    try expectEqual(
      fixture.folder.read("a.ppm"),
      Array("P6\n2 2\n255\n".utf8) + [1, 2, 3, 255, 255, 255, 4, 5, 6, 250, 251, 252])
    let strict = try await fixture.command("convert", "a.pam", "-o", "b.ppm", "--strict")
    #expect(strict.status == 1 && !FileManager.default.fileExists(atPath: fixture.folder.path("b.ppm")))
  }

  @Test func aPictureIsScaledAndStripped() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("P2\n# a place\n4 2 255\n9 9 9 9 9 9 9 9\n", to: "a.pgm")
    let plain = try await fixture.command("convert", "a.pgm", "--to", "public.pbm")
    expectEqual(plain.text, "P5\n# a place\n4 2\n255\n" + String(repeating: "\t", count: 8), "\(plain)")
    let small = try await fixture.command(
      "convert", "a.pgm", "--to", "public.pbm", "--fit", "2x2", "--strip")
    expectEqual(small.text, "P5\n2 1\n255\n\t\t", "\(small)")
    expectEqual(
      small.errorText,
      """
      proffer: lost: metadata in 1 place (text entries removed as requested)
      proffer: lost: resolution in 1 place (4 × 2 pixels became 2 × 1)

      """)
  }

  @Test func optionsThatAPlanCannotFollowAreRefused() async throws {
    let fixture = try fixture()
    try fixture.folder.write("words", to: "a.txt")
    for words in [
      ["a.pam", "--to", "bmp", "--quality", "50"], ["a.txt", "--to", "html", "--strip"],
      ["a.txt", "--to", "html", "--fit", "3x3"], ["a.pam", "--to", "bmp", "--fit", "3"],
      ["a.pam", "--to", "bmp", "--fit", "0x3"], ["a.pam", "--to", "bmp", "--quality", "0"],
    ] {
      let run = try await fixture.command(["convert"] + words)
      expect(run.status == 64 && run.text.isEmpty && run.hasOneErrorLine, "\(words) \(run)")
    }
    let batch = try await fixture.command(
      "convert", "a.pam", "a.txt", "--to", "html", "--into", "out", "--strip")
    expect(
      batch.status != 0 && batch.errorText.contains("metadata removal applies only to images"), "\(batch)")
  }

  @Test func aDamagedPictureIsNamed() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("P5 3 3 255 abc", to: "short.pgm")
    try fixture.write("P6 60000 60000 255 abc", to: "large.ppm")
    let short = try await fixture.command("convert", "short.pgm", "--to", "bmp")
    expect(short.status == 2 && short.errorText.contains("short.pgm") && short.hasOneErrorLine, "\(short)")
    let large = try await fixture.command("convert", "large.ppm", "--to", "bmp")
    expect(
      large.status == 2 && large.errorText.contains("60000 × 60000") && large.hasOneErrorLine, "\(large)")
  }

  @Test func theLibrariesAreListedWithVersionsOrPackages() async throws {
    let run = try await ProgramFixture().command("coders")
    let lines = run.text.split(separator: "\n").filter { $0.hasPrefix("library ") }
    expect(lines.contains { $0.contains("libpng") && $0.contains("PNG (") }, lines)
    for line in lines {
      expect(line.hasSuffix(", found)") || line.contains("is not installed; install "), "\(line)")
    }
  }

  @Test(.requires(.libpng, .libjpegTurbo)) func ourOwnCodersArePreferredToPrograms() async throws {
    for type in ["bmp", "jpeg"] {
      let plan = try await ProgramFixture().command(
        "convert", ProgramFixture.fixture("photo.png"), "--to", type, "--plan")
      expect(plan.text.hasPrefix("read public.png as image (PNG)\nwrite image as"), "\(plan)")
    }
  }
}
