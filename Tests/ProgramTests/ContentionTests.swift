import Foundation
import TestSupport
import Testing

/// Others who write at the same time: to what is packed, and to the bundle itself.
@Suite struct ContentionTests {
  /// Does one thing to a file again and again while a bundle of it is made several times.
  private func pack(whileOthersDo change: String) throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    try fixture.writeSources(count: 0, largeByteCount: 4 << 20)
    var refusalCount = 0
    var number = 0
    // On a busy machine the others may not get their turn while the bundle is made: then once more.
    while number < 5 || (refusalCount == 0 && number < 60) {
      number += 1
      try fixture.succeed("pack", "--force", "old.txt", "old.txt", "-o", "bundle")
      let run = try fixture.shell(
        """
        truncate -s 4M sources/large.bin
        while kill -0 $$; do \(change); done 2>/dev/null & other=$!
        "$proffer" pack --force sources/large.bin -o bundle
        status=$?
        kill -s KILL $other; wait $other 2>/dev/null
        exit $status
        """)
      let count = try fixture.itemCount("bundle", "\(number)")
      if run.status == 0 {
        #expect(count == 1)
      } else {
        refusalCount += 1
        #expect(run.isRefusal(naming: "sources/large.bin changed"), "\(run.status) \(run.errorText)")
        #expect(count == 2)
      }
      #expect(try fixture.leftovers() == [])
    }
    #expect(refusalCount > 0, "it was noticed")
  }

  @Test func aSourceThatShrinksIsNoticed() throws {
    try pack(whileOthersDo: "truncate -s 1M sources/large.bin; truncate -s 4M sources/large.bin")
  }

  @Test func aSourceThatGrowsIsNoticed() throws {
    try pack(whileOthersDo: "printf more >>sources/large.bin; sleep 0.001")
  }

  @Test func aSourceThatChangesInItsPlaceIsNoticed() throws {
    try pack(whileOthersDo: "printf other 1<>sources/large.bin")
  }

  @Test func writersAtOnceLoseNobodysWork() throws {
    let fixture = try ProgramFixture()
    try fixture.writeSources(count: 4, largeByteCount: 1 << 20)
    try fixture.succeed("pack", "sources/large.bin", "-o", "bundle")
    var expected = 1
    var refusalCount = 0
    var number = 0
    while number < 5 || (refusalCount == 0 && number < 40) {
      number += 1
      let run = try fixture.shell(
        """
        for i in 0 1 2 3; do "$proffer" add bundle sources/$i.txt & programs+=($!); done
        for program in "${programs[@]}"; do wait $program; printf '%s ' $?; done
        """)
      let statuses = run.text.split(separator: " ")
      #expect(statuses.count == 4 && Set(statuses).isSubset(of: ["0", "2"]), "\(run.text)\(run.errorText)")
      let refusals = run.errorText.split(separator: "\n")
      #expect(refusals.allSatisfy { $0.contains("another program is changing bundle") }, "\(run.errorText)")
      #expect(refusals.count == statuses.filter { $0 == "2" }.count, "\(run.errorText)")
      refusalCount += refusals.count
      expected += statuses.filter { $0 == "0" }.count
      #expect(try fixture.itemCount("bundle") == expected)
      #expect(try fixture.leftovers() == [])
    }
    #expect(expected > 1 && refusalCount > 0, "\(expected) \(refusalCount)")
  }
}
