/// Recognises the source of resources for the Mac's compiler Rez.
struct RezProbe {
  let lines: TextLines

  var match: SignatureMatch? {
    let isRez = lines.lines.contains { line in
      ["resource '", "data '"].contains { (word: StaticString) in
        let start = word.utf8CodeUnitCount
        return line.has(word) && line.has("' (", at: start + 4)
      }
    }
    return isRez
      ? SignatureMatch(
        "com.apple.rez-source", .likely, "resource with its type and number", agreedByteCount: 4) : nil
  }
}
