#if canImport(SwiftUINames)
  import SwiftUINames
  import Testing

  // Source in the manner of SwiftUI; only the import differs.

  struct Track: Codable, Transferable, Identifiable {
    var id = 0
    var title = ""

    static var transferRepresentation: some TransferRepresentation {
      CodableRepresentation(contentType: .json)
      ProxyRepresentation(exporting: \.title)
    }
  }

  /// A model that a view shows.
  @MainActor
  final class Playlist {
    var tracks: [Track] = []
    @State var isTargeted = false
    @State private var selection: [Int] = []

    func select(_ ids: [Int]) { selection = ids }

    func selected() -> [Track] { tracks.filter { selection.contains($0.id) } }

    /// Makes a view the place of the list.
    func place(on view: View) {
      view
        .onDrop(of: [.fileURL, .text], isTargeted: $isTargeted) { providers in
          for provider in providers {
            _ = provider.loadObject(ofClass: String.self) { title, _ in
              guard let title else { return }
              Task { @MainActor in self.tracks.append(Track(id: self.tracks.count, title: title)) }
            }
          }
          return !providers.isEmpty
        }
        .copyable(self.selected())
        .cuttable(for: Track.self) {
          let cut = self.selected()
          self.tracks.removeAll { track in cut.contains { $0.id == track.id } }
          return cut
        }
        .pasteDestination(for: Track.self) {
          self.tracks += $0
        } validator: {
          $0.filter { !$0.title.isEmpty }
        }
    }

    var pasteButton: PasteButton {
      PasteButton(payloadType: Track.self) { self.tracks += $0 }
    }

    var shareLink: some Any {
      ShareLink(items: tracks, subject: Text("Tracks")) { SharePreview($0.title) }
    }
  }

  extension View {
    /// A modifier of a program's own.
    func acceptsLinks(_ isTargeted: Binding<Bool>?, action: @escaping @MainActor (URL) -> Void) -> some View {
      onDrop(of: ["public.url"], isTargeted: isTargeted) { providers, _ in
        guard let provider = providers.first else { return false }
        _ = provider.loadObject(ofClass: URL.self) { url, _ in
          if let url { Task { @MainActor in action(url) } }
        }
        return true
      }
    }
  }

  @Suite @MainActor struct ViewModifierTests {
    let source = View(name: "source", frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let target = View(name: "target", frame: CGRect(x: 10, y: 0, width: 10, height: 10))
    let driver: DragDriver

    init() {
      let application = Application(name: "App", frame: CGRect(x: 0, y: 0, width: 20, height: 10))
      application.window.addSubview(source)
      application.window.addSubview(target)
      driver = DragDriver(applications: [application])
    }

    private func drop() async throws {
      let drag = try #require(driver.beginDrag(at: CGPoint(x: 5, y: 5)))
      try drag.move(to: CGPoint(x: 15, y: 5))
      try drag.drop()
      await driver.settled()
    }

    @Test func aDroppedTextBecomesATrack() async throws {
      let list = Playlist()
      list.place(on: target)
      source.onDrag { NSItemProvider(object: "Song" as NSString) }
      try await drop()
      while list.tracks.isEmpty { await Task.yield() }
      #expect(list.tracks.map(\.title) == ["Song"])
      #expect(!list.isTargeted)
    }

    @Test func tracksAreCopiedCutAndPasted() async throws {
      let list = Playlist()
      list.place(on: target)
      list.tracks = [Track(id: 1, title: "a"), Track(id: 2, title: "b")]
      list.select([2])
      #expect(target.sendCopyCommand().count == 1)
      let cut = target.sendCutCommand()
      #expect(list.tracks.map(\.id) == [1])
      target.sendPasteCommand(cut)
      await driver.settled()
      #expect(list.tracks.map(\.id) == [1, 2])
      await list.pasteButton.tap(pasting: cut)
      #expect(list.tracks.map(\.id) == [1, 2, 2])
    }

    @Test func aModifierOfAProgramReceivesALink() async throws {
      var links: [URL] = []
      @State var isTargeted = false
      _ = target.acceptsLinks($isTargeted) { links.append($0) }
      let address = try #require(URL(string: "https://example.org/"))
      source.draggable(address)
      try await drop()
      while links.isEmpty { await Task.yield() }
      #expect(links == [address])
    }
  }
#endif
