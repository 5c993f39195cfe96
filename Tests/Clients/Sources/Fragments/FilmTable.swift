// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import UIKitNames

/// Substitutes for the parts of a film framework and a download session that the fragments use.
class FilmLayer {
  var frame: CGRect
  init(frame: CGRect) { self.frame = frame }
}
class FilmItem {
  let url: URL
  init(url: URL) { self.url = url }
}
class FilmPlayer {
  let item: FilmItem
  init(playerItem: FilmItem) { item = playerItem }
}
final class FilmDownloads: Sendable {
  static let shared = FilmDownloads()
  final class Task: Sendable {
    let start: @Sendable () -> Void
    init(_ start: @escaping @Sendable () -> Void) { self.start = start }
    func resume() { DispatchQueue.global().async(execute: start) }
  }
  func downloadTask(
    with url: URL, completionHandler: @escaping @Sendable (URL?, Error?) -> Void
  ) -> Task {
    return Task { completionHandler(url.deletingPathExtension().appendingPathExtension("film"), nil) }
  }
}

class FilmCell: UITableViewCell {
  var filmLayer: FilmLayer? = FilmLayer(frame: CGRect(x: 8, y: 4, width: 64, height: 36))
}

/// A table of films that are dragged between programs.
class FilmTableViewController: UITableViewController, UITableViewDragDelegate, UITableViewDropDelegate {
  var urls: [NSURL] = []
  var players: [FilmPlayer] = []
  var folder = NSSearchPathForDirectoriesInDomains(
    FileManager.SearchPathDirectory.documentDirectory, .userDomainMask, true
  ).first

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(FilmCell.self, forCellReuseIdentifier: "Film")
    tableView.dragDelegate = self
    tableView.dropDelegate = self
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return urls.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    return tableView.dequeueReusableCell(withIdentifier: "Film", for: indexPath) as! FilmCell
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    let itemProvider = NSItemProvider.init(
      item: urls[indexPath.row] as NSSecureCoding, typeIdentifier: "public.mpeg-4")
    #if swift(>=6)
      let url = urls[indexPath.row] as URL
      itemProvider.registerItem(forTypeIdentifier: "public.mpeg-4") { (loader, data, option) in
        let task = FilmDownloads.shared.downloadTask(with: url) { (url, error) in
          loader(NSData.init(contentsOf: url!), nil)
        }
        task.resume()
      }
    #else
      itemProvider.registerItem(forTypeIdentifier: "public.mpeg-4") { (loader, data, option) in
        let url = self.urls[indexPath.row] as URL
        let task = FilmDownloads.shared.downloadTask(with: url) { (url, error) in
          let filmData = NSData.init(contentsOf: url!)
          loader(filmData, nil)
        }
        task.resume()
      }
    #endif
    let item = UIDragItem.init(itemProvider: itemProvider)
    return [item]
  }

  func tableView(
    _ tableView: UITableView, dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> UIDragPreviewParameters? {
    let cell = tableView.cellForRow(at: indexPath) as! FilmCell
    let parameters = UIDragPreviewParameters.init()
    parameters.visiblePath = UIBezierPath.init(rect: (cell.filmLayer?.frame)!)
    return parameters
  }

  func tableView(_ tableView: UITableView, canHandle session: UIDropSession) -> Bool {
    return session.hasItemsConforming(toTypeIdentifiers: ["public.mpeg-4"])
  }

  func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal {
    return UITableViewDropProposal(operation: .copy, intent: .unspecified)
  }

  func tableView(_ tableView: UITableView, performDropWith coordinator: UITableViewDropCoordinator) {
    let dropItem = coordinator.items[0]
    let itemProvider = dropItem.dragItem.itemProvider
    let type = itemProvider.registeredTypeIdentifiers.first!
    #if swift(>=6)
      let folder = self.folder!
      itemProvider.loadDataRepresentation(forTypeIdentifier: type) { (data, error) in
        let url = URL.init(fileURLWithPath: folder).appendingPathComponent("dropped.mp4")
        try! data!.write(to: url)
        DispatchQueue.main.async {
          self.players.append(FilmPlayer.init(playerItem: FilmItem.init(url: url)))
          self.urls.append(url as NSURL)
          tableView.reloadData()
        }
      }
    #else
      itemProvider.loadDataRepresentation(forTypeIdentifier: type) { (data, error) in
        var path = NSString.init(string: self.folder!)
        path = path.appendingPathComponent("dropped.mp4") as NSString
        let filmData = data! as NSData
        let url = URL.init(fileURLWithPath: path as String)
        filmData.write(to: url, atomically: true)
        let item = FilmItem.init(url: url)
        self.players.append(FilmPlayer.init(playerItem: item))
        self.urls.append(url as NSURL)
        DispatchQueue.main.async {
          tableView.reloadData()
        }
      }
    #endif
  }
}

/// A drag item for an image.
@MainActor
func item(of image: UIImage?) -> UIDragItem {
  let itemProvider = NSItemProvider.init(object: image!)
  return UIDragItem.init(itemProvider: itemProvider)
}

/// A provider of a film with a custom preview.
func provider(ofFilm film: NSURL, preview: Data) -> NSItemProvider {
  let itemProvider = NSItemProvider.init(item: film, typeIdentifier: "public.mpeg-4")
  itemProvider.previewImageHandler = { (completion, expectedClass, options) in
    completion(preview as NSData, nil)
  }
  return itemProvider
}
