import Foundation
import TestSupport
import Testing

/// `load` to standard output from a bundle whose payload is damaged.
@Suite struct DamagedLoadTests {
  @Test(arguments: [10, 1 << 20, 3_000_001], [[], ["--folder"]])
  func aDamagedPayloadEndsTheStreamWithStatusTwoAndItsName(byteCount: Int, form: [String]) throws {
    let fixture = try ProgramFixture()
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) }
    try fixture.folder.write(bytes, to: "a.bin")
    #expect(try fixture.run(["pack"] + form + ["a.bin", "-o", "a"]).status == 0)
    let whole = try fixture.run("load", "a", "--type", "public.data", "-o", "-")
    #expect(whole.status == 0 && whole.output == bytes)
    let list = try fixture.succeed("list", "a", "--json").json() as? [String: Any]
    let item = (list?["items"] as? [[String: Any]])?.first
    let path = try #require(((item?["representations"] as? [[String: Any]])?.first)?["path"] as? String)
    let file = form.isEmpty ? "a" : "a/\(path)"
    var stored = try fixture.folder.read(file)
    let start = try #require(Data(stored).range(of: Data(bytes.suffix(10)))).lowerBound
    for place in [start, start + 9] {
      stored[place] ^= 1
      try fixture.folder.write(stored, to: file)
      let run = try fixture.run("load", "a", "--type", "public.data", "-o", "-")
      #expect(run.status == 2 && run.hasOneErrorLine, "\(run.status): \(run.errorText)")
      #expect(run.errorText.contains(path), "\(run.errorText)")
      stored[place] ^= 1
    }
  }
}
