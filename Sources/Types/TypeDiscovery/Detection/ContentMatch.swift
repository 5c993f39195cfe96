import UniformTypes

/// One thing that some bytes may be.
struct ContentMatch {
  let type: UTType
  /// Whether the bytes could hardly be like this by chance, so that they may overrule a name.
  let isStrong: Bool
  /// What was seen, for people.
  let evidence: String
}
