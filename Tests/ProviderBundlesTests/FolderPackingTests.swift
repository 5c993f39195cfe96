import Foundation
import ItemProviders
import JSONText
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

@Suite struct FolderPackingTests {
  /// Makes a folder `source` in a fresh folder, with a shell script.
  private func folder(_ script: String) async throws -> BundleFixture {
    let fixture = try BundleFixture()
    let run = try await ProgramRun.run(
      "/bin/sh", ["-c", "set -e; mkdir source; cd source; \(script)"], in: fixture.folder.path)
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture
  }

  private func packed(_ fixture: BundleFixture) throws -> ProviderBundle {
    try fixture.pack([
      BundleDraft.Representation(.file(try fixture.path("source")), typeIdentifier: "public.folder")
    ])
  }

  private func extracted(_ bundle: ProviderBundle, in fixture: BundleFixture) throws {
    try bundle.extract(bundle.items[0].representations[0], to: fixture.path("copy"))
  }

  /// The listing of a folder by another program: names, kinds, sizes, executable bits, link targets and
  /// times.
  private func listing(_ fixture: BundleFixture, _ name: String) async throws -> String {
    let run = try await ProgramRun.run(
      "/bin/sh",
      [
        "-c",
        "find . -type l -printf '%P %l\\n' -o -type f -printf '%P %s %m %T@\\n' -o -printf '%P %y %T@\\n' | sort",
      ],
      in: fixture.folder.path(name))
    return run.text
  }

  @Test(arguments: [
    "mkdir -p a/b/empty; echo one > a/1.txt; echo two > a/b/2.txt; printf '' > nothing",
    "echo '#!/bin/sh' > run.sh; chmod 755 run.sh; echo plain > plain.txt; chmod 644 plain.txt",
    "mkdir sub; echo x > sub/x; ln -s sub/x link; ln -s . here; ln -s ../sub/x sub/up; ln -s link again; ln -s sub folder-link",
    "printf x > 'sp ace'; printf y > -dash; printf z > 'back\\slash'; printf n > \"$(printf 'new\\nline')\"; printf d > ..dots",
    "printf a > a; printf b > A; printf c > con; printf d > 'dot.'; printf e > dot; mkdir Dir dir; printf f > Dir/x; printf g > dir/x",
    "printf l > \"$(printf '\\377\\376latin')\"; mkdir \"$(printf 'd\\351j\\340')\"; printf m > \"$(printf 'd\\351j\\340')/f\"",
    "printf 1 > \"$(printf 'e\\314\\201')\"; printf 2 > \"$(printf '\\303\\251')\"",
    "touch -d '2001-02-03 04:05:06.789' old; mkdir past; touch -d '1999-01-01' past",
  ])
  func aFolderComesBackEqual(script: String) async throws {
    let fixture = try await folder(script)
    let bundle = try packed(fixture)
    try extracted(bundle, in: fixture)
    try await expectEqual(listing(fixture, "copy"), listing(fixture, "source"))
    let comparison = try await ProgramRun.run(
      "/usr/bin/diff", ["-r", "--no-dereference", "source", "copy"], in: fixture.folder.path)
    expectEqual(comparison.status, 0, "\(comparison.text)\(comparison.errorText)")
    let unzip = try await ProgramRun.run("/usr/bin/unzip", ["-tq", "a.dragbundle"], in: fixture.folder.path)
    expectEqual(unzip.status, 0, "\(unzip.text)")
  }

  @Test(arguments: [
    "ln -s /etc/passwd absolute", "ln -s .. parent", "ln -s ../outside sibling",
    "mkdir a; ln -s ../../x a/deep",
    "ln -s missing dangling", "ln -s loop loop", "mkdir d; ln -s . d/self; ln -s d/self/../../.. tricky",
    "mkdir a; ln -s a/.. b; ln -s b/../x c; printf x > x", "printf f > f; ln -s f/.. file-as-folder",
  ])
  func aLinkThatLeadsOutOrNowhereIsRefusedByName(script: String) async throws {
    let fixture = try await folder(script)
    let error = expectThrows(BundleError.self) { try packed(fixture) }
    expectEqual(error?.code, .linkLeadsOut)
    #expect(try !fixture.folder.names().contains("a.dragbundle"))
  }

  @Test func aPipeInsideAFolderIsRefusedByName() async throws {
    let fixture = try await folder("mkfifo pipe; echo x > x")
    let error = expectThrows(BundleError.self) { try packed(fixture) }
    expectEqual(error?.code, .unsupportedFile)
    expectEqual(error?.message.contains("pipe"), true)
  }

  @Test func aBundleDoesNotPackItself() async throws {
    let fixture = try await folder("echo x > x; echo old > b.dragbundle")
    let draft = BundleDraft(items: [
      BundleDraft.Item(representations: [
        BundleDraft.Representation(.file(try fixture.path("source")), typeIdentifier: "public.folder")
      ])
    ])
    let error = expectThrows(BundleError.self) {
      try fixture.writer().write(draft, to: fixture.path("source/b.dragbundle"), replacing: true)
    }
    expectEqual(error?.code, .invalidDraft)
    try expectEqual(fixture.folder.read("source/b.dragbundle"), Array("old\n".utf8))
  }

  @Test func aLinkThatIsPackedDirectlyIsFollowed() async throws {
    let fixture = try await folder("mkdir real; echo x > real/x")
    let link = try await ProgramRun.run("/bin/ln", ["-s", "source/real", "link"], in: fixture.folder.path)
    expectEqual(link.status, 0)
    let bundle = try fixture.pack([
      BundleDraft.Representation(.file(try fixture.path("link")), typeIdentifier: "public.folder")
    ])
    try bundle.extract(bundle.items[0].representations[0], to: fixture.path("copy"))
    try expectEqual(fixture.folder.read("copy/x"), Array("x\n".utf8))
  }

  @Test func aDeepFolderCostsNoStack() async throws {
    let fixture = try await folder(
      "i=0; while [ $i -lt 400 ]; do mkdir d; cd d; i=$((i+1)); done; echo deep > file")
    let bundle = try packed(fixture)
    try extracted(bundle, in: fixture)
    try await expectEqual(listing(fixture, "copy"), listing(fixture, "source"))
  }
}

/// The members of packed folders.
@Suite struct FolderMembersTests {
  /// A random tree with everything that a manifest can store about members.
  private func tree(_ random: inout SeededGenerator) throws -> [FolderMembers.Member] {
    var members: [FolderMembers.Member] = []
    var folders: [[FileName]] = [[]]
    for number in 0..<Int.random(in: 0...60, using: &random) {
      // The number makes the name unique; the following bytes may not be text.
      var bytes = Array("\(number)-".utf8) + random.bytes(count: Int.random(in: 0...6, using: &random))
      bytes = bytes.map { $0 == 0 || $0 == UInt8(ascii: "/") ? UInt8(ascii: "x") : $0 }
      let name = try require(FileName(bytes: bytes))
      let folder = try require(folders.randomElement(using: &random))
      var member = FolderMembers.Member(names: folder + [name], content: .folder, modification: nil)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: folders.append(member.names)
      case 1:
        member.content = .link(target: Array((["."] + folder.map { _ in ".." }).joined(separator: "/").utf8))
      default:
        let last = Bool.random(using: &random) ? String(decoding: bytes, as: UTF8.self) : "other"
        member.content = .file(
          BundledPayload(
            path: ["items/1/1/a/\(last)", "items/2/1/\(last)", "items/1/1/\(last)", last, ""].randomElement(
              using: &random) ?? "",
            byteCount: UInt64.random(in: 0...UInt64.max, using: &random) >> 30,
            crc32: UInt32.random(in: 0...UInt32.max, using: &random)),
          isExecutable: Bool.random(using: &random))
      }
      if Bool.random(using: &random) {
        member.modification = FileTime(
          seconds: Int64.random(in: -10_000_000_000...10_000_000_000, using: &random),
          nanoseconds: Int32.random(in: 0..<1_000_000_000, using: &random))
      }
      if Int.random(in: 0..<5, using: &random) == 0 {
        member.unknownMembers = [JSONMember("colour", .array([.string("é"), .null]))]
      }
      members.append(member)
    }
    return members
  }

  @Test func membersAreThoseOfWhichAListIsMade() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let plain = try tree(&random)
      let members = try FolderMembers(plain)
      expectEqual(Array(members), plain, "seed \(seed)")
      let sizes = plain.map { member -> UInt64 in
        if case .file(let payload, _) = member.content { payload.byteCount } else { 0 }
      }
      expectEqual(members.byteCount, sizes.reduce(0, &+), "seed \(seed)")
    }
  }

  @Test func everyMemberSurvivesPackingEditingAndUnknownMembers() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let fixture = try BundleFixture()
    for round in 0..<5 {
      // A real folder with random times and bytes is packed, because each payload must be in the bundle.
      let root = "tree \(round)"
      var folders = [root]
      try FileManager.default.createDirectory(
        atPath: fixture.folder.path(root), withIntermediateDirectories: true)
      for number in 0..<40 {
        let place = "\(folders.randomElement(using: &random) ?? root)/\(number % 3 == 0 ? "Ä" : "a")\(number)"
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          try FileManager.default.createDirectory(
            atPath: fixture.folder.path(place), withIntermediateDirectories: false)
          folders.append(place)
        case 1:
          try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.path(place), withDestinationPath: ".")
        default: try fixture.folder.write(random.bytes(count: number % 7), to: place)
        }
      }
      let packed = try fixture.pack(
        [BundleDraft.Representation(.file(fixture.path(root)), typeIdentifier: "public.folder")],
        as: "\(round).dragbundle")
      try fixture.writer().edit(fixture.path("\(round).dragbundle")) { try $0.rename(itemAt: 0, to: "other") }
      let edited = try ProviderBundle(opening: fixture.path("\(round).dragbundle"))
      expectEqual(edited.items[0].representations, packed.items[0].representations, "seed \(seed)")
      try edited.verify { expectNil($0.failure, "seed \(seed)") }
    }
  }

  @Test func membersMayPrecedeThePathOfTheirFolder() throws {
    let members = #"[{"path":"a","byteCount":0,"crc32":"00000000"},{"path":"d","kind":"folder"}]"#
    for fields in [
      #""path":"items/1/1/f/","members":\#(members)"#, #""members":\#(members),"path":"items/1/1/f/""#,
    ] {
      let text =
        #"{"version":1,"items":[{"representations":[{"type":"public.folder","kind":"file",\#(fields)}]}]}"#
      let manifest = try Array(text.utf8).withUnsafeBytes {
        try BundleManifest(decoding: $0, limits: .standard)
      }
      expectEqual(manifest.payloads.map(\.path), ["items/1/1/f/a"], "\(fields)")
    }
  }

  @Test func namesThatFoldTogetherAreNumberedOnce() throws {
    let fixture = try BundleFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("source"), withIntermediateDirectories: true)
    // 2^10 spellings of one name.
    for spelling in 0..<1024 {
      let name = String((0..<10).map { spelling >> $0 & 1 == 0 ? "a" : "A" })
      try fixture.folder.write("\(spelling)", to: "source/\(name)")
    }
    let bundle = try fixture.pack([
      BundleDraft.Representation(.file(try fixture.path("source")), typeIdentifier: "public.folder")
    ])
    let paths = bundle.manifest.payloads.map { $0.path.lowercased() }
    expectEqual(Set(paths).count, 1024)
    expect(paths.contains("items/1/1/source/aaaaaaaaaa~1024"), paths)
  }

  /// Some folders and files, and links whose targets are paths that may exist.
  private func linkedTree(_ random: inout SeededGenerator) throws -> [FolderMembers.Member] {
    func name(_ number: Int) throws -> FileName { try #require(FileName("\(number)")) }
    var members: [FolderMembers.Member] = []
    var folders: [[FileName]] = [[]]
    for number in 0..<Int.random(in: 2...9, using: &random) {
      let folder = try require(folders.randomElement(using: &random))
      var member = FolderMembers.Member(
        names: folder + [try name(number)], content: .folder, modification: nil)
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: folders.append(member.names)
      case 2: member.content = .file(BundledPayload(path: "p", byteCount: 0, crc32: 0), isExecutable: false)
      default:
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          let part = Int.random(in: -3..<9, using: &random)
          return part == -3 ? "." : part < 0 ? ".." : "\(part)"
        }
        member.content = .link(target: Array(parts.joined(separator: "/").utf8))
      }
      members.append(member)
    }
    return members
  }

  @Test func linksAreFollowedAsTheKernelFollowsThem() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let fixture = try BundleFixture()
    var goodCount = 0
    let treeCount = Repetitions.count(100, long: 400)
    for round in 0..<treeCount {
      let members = try linkedTree(&random)
      let root = try fixture.path("tree-\(round)")
      try Folder.create(root)
      for member in members {
        switch member.content {
        case .folder: try Folder.create(root.appending(member.names))
        case .file: _ = try OpenFile.creating(root.appending(member.names))
        case .link(let target):
          try FileTree.createLink(at: root.appending(member.names), pointingTo: target)
        }
      }
      let isGood = try members.allSatisfy { member in
        guard case .link = member.content else { return true }
        let place = root.appending(member.names)
        guard (try? FileStatus.of(place)) != nil else { return false }
        let end = try place.resolvingLinks()
        return try (end.bytes + [0x2F]).starts(with: root.resolvingLinks().bytes + [0x2F])
      }
      goodCount += isGood ? 1 : 0
      let result = Result { try FolderMembers(members) }
      switch result {
      case .success: expect(isGood, "seed \(seed), tree \(round)")
      case .failure(let error):
        expect(
          !isGood && (error as? BundleError)?.code == .linkLeadsOut, "seed \(seed), tree \(round): \(error)")
      }
    }
    expect(goodCount > 0 && goodCount < treeCount, "seed \(seed)")
  }

  /// Forty links in a row are followed, as in the kernel, and no more.
  @Test(arguments: [(40, true), (41, false)])
  func aPathLeadsThroughFortyLinks(count: Int, isTaken: Bool) throws {
    let links = try (0...count).map { number in
      FolderMembers.Member(
        names: [try require(FileName("l\(number)"))],
        content: .link(target: Array((number == 0 ? "." : "l\(number - 1)").utf8)), modification: nil)
    }
    #expect((try? FolderMembers(links)) != nil || !isTaken)
    if !isTaken { expectThrows(BundleError.self) { try FolderMembers(links) } }
  }

  @Test func manyLinksThroughOthersTakeTimeInProportion() throws {
    let far = String(repeating: "d/../", count: 700)
    func members(_ count: Int) throws -> [FolderMembers.Member] {
      let folder = FolderMembers.Member(
        names: [try require(FileName("d"))], content: .folder, modification: nil)
      // The chain of links grows with their number, up to the limit of links in a path.
      let chainCount = 39 * count / 10_000
      let links = try (0..<count).map { number -> FolderMembers.Member in
        let last = number < chainCount ? number - 1 : chainCount - 1
        let target = number == 0 ? "d" : (number < chainCount ? far : "") + "l\(last)"
        return FolderMembers.Member(
          names: [try require(FileName("l\(number)"))], content: .link(target: Array(target.utf8)),
          modification: nil)
      }
      return [folder] + links
    }
    let growth = try ProcessorTime.growth(to: 10_000, of: members) { _ = try FolderMembers($0) }
    expect(growth.isLinear, "\(growth)")
  }
}
