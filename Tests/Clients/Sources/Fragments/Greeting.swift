// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import UIKitNames

/// A square that offers a greeting.
class GreetingViewController: UIViewController, UIDragInteractionDelegate {
  lazy var square: UIView = {
    let square = UIView(frame: CGRect(x: 20, y: 20, width: 80, height: 80))
    square.backgroundColor = UIColor.red
    square.addInteraction(self.greetingInteraction)
    return square
  }()

  lazy var greetingInteraction: UIDragInteraction = {
    let interaction = UIDragInteraction(delegate: self)
    interaction.isEnabled = true
    return interaction
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    self.view.addSubview(self.square)
  }

  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
  ) -> [UIDragItem] {
    let provider = NSItemProvider(object: "Good morning" as NSString)
    let item = UIDragItem(itemProvider: provider)
    return [item]
  }
}

/// A label below the square that accepts a greeting.
class BoardViewController: GreetingViewController, UIDropInteractionDelegate {
  lazy var board: UILabel = {
    let board = UILabel(frame: CGRect(x: 20, y: 200, width: 200, height: 50))
    board.backgroundColor = UIColor.green
    board.isUserInteractionEnabled = true
    board.addInteraction(UIDropInteraction(delegate: self))
    return board
  }()
  var calls: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    self.view.addSubview(self.board)
  }

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: UIDropSession) -> Bool {
    self.calls.append("canHandle")
    return true
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: UIDropSession
  ) -> UIDropProposal {
    self.calls.append("update")
    return UIDropProposal(operation: .copy)
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    self.calls.append("perform")
    session.loadObjects(ofClass: NSString.self) { objects in
      self.board.text = (objects as? [String])?.first
      self.calls.append("loaded")
    }
  }
}

/// The same label, for an object of a class of the program.
class VisitorViewController: BoardViewController {
  var lastLocalObject: Any?
  var visitor: Person?

  override func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
  ) -> [UIDragItem] {
    guard let visitor = self.visitor else {
      return super.dragInteraction(interaction, itemsForBeginning: session)
    }
    let item = UIDragItem(itemProvider: NSItemProvider(object: visitor))
    item.localObject = visitor
    return [item]
  }

  override func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    self.lastLocalObject = session.items.last?.localObject
    session.loadObjects(ofClass: Person.self) { objects in
      self.board.text = (objects.first as? Person)?.name
      self.calls.append("loaded")
    }
  }
}
