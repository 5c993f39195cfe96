#if !canImport(Darwin)
  public import DragAndDrop

  extension TableViewCell {
    /// The cell's label, which is added to the content view on first access.
    public var textLabel: UILabel? { content("textLabel") { UILabel() } }

    /// The cell's second label, which is added to the content view on first access.
    public var detailTextLabel: UILabel? { content("detailTextLabel") { UILabel() } }

    /// The view of the cell's picture, which is added to the content view on first access.
    public var imageView: UIImageView? { content("imageView") { UIImageView() } }

    private func content<Content: View>(_ name: String, make: () -> Content) -> Content {
      let known = contentView.subviews.lazy.compactMap { $0 as? Content }.first { $0.name == name }
      if let known { return known }
      let made = make()
      made.name = name
      made.frame = contentView.bounds
      contentView.addSubview(made)
      return made
    }
  }
#endif
