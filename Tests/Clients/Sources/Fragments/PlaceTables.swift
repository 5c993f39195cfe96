// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import MobileCoreServices
import UIKitNames

/// A table of strings in an untyped model.
class PlaceTableViewController: UITableViewController, UITableViewDragDelegate, UITableViewDropDelegate {
  var objects = [Any]()

  override func viewDidLoad() {
    super.viewDidLoad()
    self.title = "Places"
    self.tableView.dragDelegate = self
    self.tableView.dropDelegate = self
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return objects.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Place", for: indexPath)
    cell.textLabel!.text = objects[indexPath.row] as? String
    return cell
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    let place = self.objects[indexPath.row] as! String
    let data = place.data(using: .utf8)
    let itemProvider = NSItemProvider()
    itemProvider.registerDataRepresentation(forTypeIdentifier: kUTTypePlainText as String, visibility: .all) {
      completion in
      completion(data, nil)
      return nil
    }
    return [UIDragItem(itemProvider: itemProvider)]
  }

  func tableView(_ tableView: UITableView, canHandle session: UIDropSession) -> Bool {
    return session.canLoadObjects(ofClass: NSString.self)
  }

  func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal {
    if tableView.hasActiveDrag {
      if session.items.count > 1 {
        return UITableViewDropProposal(operation: .cancel)
      } else {
        return UITableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
      }
    } else {
      return UITableViewDropProposal(operation: .copy, intent: .insertAtDestinationIndexPath)
    }
  }

  func tableView(_ tableView: UITableView, performDropWith coordinator: UITableViewDropCoordinator) {
    let destinationIndexPath: IndexPath
    if let indexPath = coordinator.destinationIndexPath {
      destinationIndexPath = indexPath
    } else {
      let section = tableView.numberOfSections - 1
      let row = tableView.numberOfRows(inSection: section)
      destinationIndexPath = IndexPath(row: row, section: section)
    }
    coordinator.session.loadObjects(ofClass: NSString.self) { items in
      let places = items as! [String]
      var indexPaths = [IndexPath]()
      for (index, item) in places.enumerated() {
        let indexPath = IndexPath(
          row: destinationIndexPath.row + index, section: destinationIndexPath.section)
        self.objects.insert(item, at: indexPath.row)
        indexPaths.append(indexPath)
      }
      tableView.insertRows(at: indexPaths, with: .automatic)
    }
  }
}

/// A model defined by the program.
class PlaceList {
  var placeNames: [String]

  init(_ placeNames: [String]) { self.placeNames = placeNames }

  func addItem(_ name: String, at index: Int) { placeNames.insert(name, at: index) }
}

/// The same table with a typed model and full names.
class PlaceListViewController: UITableViewController, UITableViewDragDelegate, UITableViewDropDelegate {
  let model: PlaceList

  init(model: PlaceList) {
    self.model = model
    super.init(style: .plain)
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    self.tableView.dragDelegate = self
    self.tableView.dropDelegate = self
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return model.placeNames.count
  }

  func tableView(
    _ tableView: UITableView, itemsForBeginning session: UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    let placeName = model.placeNames[indexPath.row]
    let data = placeName.data(using: .utf8)
    let itemProvider = NSItemProvider()
    itemProvider.registerDataRepresentation(forTypeIdentifier: kUTTypePlainText as String, visibility: .all) {
      completion in
      completion(data, nil)
      return nil
    }
    return [UIDragItem(itemProvider: itemProvider)]
  }

  func tableView(_ tableView: UITableView, canHandle session: UIDropSession) -> Bool {
    return session.canLoadObjects(ofClass: NSString.self)
  }

  func tableView(
    _ tableView: UITableView, dropSessionDidUpdate session: UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal {
    if !tableView.hasActiveDrag {
      return UITableViewDropProposal(
        operation: UIDropOperation.copy, intent: UITableViewDropIntent.insertAtDestinationIndexPath)
    }
    if session.items.count > 1 { return UITableViewDropProposal(operation: UIDropOperation.cancel) }
    return UITableViewDropProposal(
      operation: UIDropOperation.move, intent: UITableViewDropProposal.Intent.insertAtDestinationIndexPath)
  }

  func tableView(_ tableView: UITableView, performDropWith coordinator: UITableViewDropCoordinator) {
    let indexPath: IndexPath
    if let destination = coordinator.destinationIndexPath {
      indexPath = destination
    } else {
      let lastSection = tableView.numberOfSections - 1
      indexPath = IndexPath(row: tableView.numberOfRows(inSection: lastSection), section: lastSection)
    }
    coordinator.session.loadObjects(ofClass: NSString.self) { objects in
      var names = [String]()
      for object in objects {
        let name = object as! NSString
        names.append(name as String)
      }
      var indexPaths = [IndexPath]()
      for index in 0..<names.count {
        let path = IndexPath(row: indexPath.row + index, section: indexPath.section)
        self.model.addItem(names[index], at: path.row)
        indexPaths.append(path)
      }
      tableView.insertRows(at: indexPaths, with: .automatic)
    }
  }
}
