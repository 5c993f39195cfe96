import UIKitNames

/// A controller that changes its table and its collection in groups, without `self.` in the blocks.
class ChangingViewController: UIViewController, UITableViewDataSource, UICollectionViewDataSource {
  let tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), style: .plain)
  let collectionView = UICollectionView(
    frame: CGRect(x: 0, y: 100, width: 100, height: 100), collectionViewLayout: UICollectionViewFlowLayout())
  var rows: [Int] = []
  var completions: [Bool] = []
  private var updates: (() -> Void)?

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.dataSource = self
    collectionView.dataSource = self
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return rows.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    return UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    return rows.count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    return UICollectionViewCell(frame: .zero)
  }

  private func insertRow() {
    rows.append(rows.count)
    tableView.insertRows(at: [IndexPath(row: rows.count - 1, section: 0)], with: .automatic)
  }

  func changeInEveryForm() {
    tableView.performBatchUpdates {
      insertRow()
    }
    tableView.performBatchUpdates({
      insertRow()
    })
    tableView.performBatchUpdates({ insertRow() }, completion: nil)
    tableView.performBatchUpdates({
      insertRow()
    }) { _ in
      self.completions.append(true)
    }
    tableView.performBatchUpdates {
      insertRow()
    } completion: { isFinished in
      self.completions.append(isFinished)
    }
    tableView.performBatchUpdates(nil) { _ in self.completions.append(true) }
    tableView.performBatchUpdates(nil, completion: nil)
    tableView.performBatchUpdates(
      {},
      completion: { [weak self] isFinished in
        self?.completions.append(isFinished)
      })
    updates = { self.insertRow() }
    tableView.performBatchUpdates(updates, completion: nil)
    collectionView.performBatchUpdates({
      rows.append(rows.count)
      collectionView.insertItems(at: [IndexPath(item: rows.count - 1, section: 0)])
      tableView.reloadData()
    })
  }

  func changeAndWait() async {
    let isFinished = await tableView.performBatchUpdates { insertRow() }
    completions.append(isFinished)
  }
}

/// A function for archived objects of any class, as pictures and colors are.
func archivedCopy<Object: NSObject & NSSecureCoding>(of object: Object) throws -> Object? {
  let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
}

extension NSItemProvider {
  /// Loads an object that can be archived.
  func loadCodable<Object: NSItemProviderReading & NSCoding>(
    _ type: Object.Type, completion: @escaping @Sendable (Object?) -> Void
  ) {
    _ = loadObject(ofClass: type) { object, _ in completion(object) }
  }
}
