/// The beginning of a list item, in a format that is a sequence of paragraphs.
package struct ParagraphItem: Equatable {
  /// The number of the list; items of the same list have the same number.
  package var list: Int
  /// The level of the item in its list; 0 is the outermost level.
  package var level: Int
  package var marker: RichText.Marker
  /// Whether the item's number includes the number of the enclosing item, as in 1.1.
  package var followsOuterNumber = false
  /// Whether there is no space between the items.
  package var isTight: Bool
  /// Whether the item's check box is checked; nil if the item has no check box.
  package var isChecked: Bool?
  /// Whether the item begins a new list, even directly after an item of a list with the same number.
  package var beginsList: Bool
  /// The items around the item's list that have not begun, because they only contain a list, from the
  /// outermost to the innermost.
  package var emptyOuterItems: [EmptyOuterItem] = []

  /// An item that only contains a list.
  package struct EmptyOuterItem: Equatable {
    /// The number of the list.
    package var list: Int
    /// The level of the item in its list; 0 is the outermost level.
    package var level: Int
    package var marker: RichText.Marker
    /// Whether the item's number includes the number of the enclosing item.
    package var followsOuterNumber: Bool

    package init(list: Int, level: Int, marker: RichText.Marker, followsOuterNumber: Bool) {
      self.list = list
      self.level = level
      self.marker = marker
      self.followsOuterNumber = followsOuterNumber
    }
  }

  package init(
    list: Int, level: Int, marker: RichText.Marker, followsOuterNumber: Bool = false, isTight: Bool,
    isChecked: Bool? = nil, beginsList: Bool = false
  ) {
    self.list = list
    self.level = level
    self.marker = marker
    self.followsOuterNumber = followsOuterNumber
    self.isTight = isTight
    self.isChecked = isChecked
    self.beginsList = beginsList
  }
}
