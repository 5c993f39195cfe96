import Foundation
import Proffer

extension CoderSet {
  /// Coders for checklists: one task per line, `+` before finished tasks and `-` before open tasks.
  static let checklists = CoderSet(readers: [checklistReader], writers: [checklistWriter])

  private static let checklistReader = RepresentationReader(
    "checklist", reads: ["org.example.checklist"], as: .richText
  ) { source in
    let lines = String(decoding: source.data, as: UTF8.self).split(separator: "\n")
    let items = try lines.enumerated().map { number, line in
      guard line.hasPrefix("+ ") || line.hasPrefix("- ") else {
        throw CoderError(
          .wrongFormat, "this line does not begin with + or -", at: .line(number + 1, column: 1))
      }
      let task = RichText.Paragraph([.text(String(line.dropFirst(2)))])
      return RichText.ListItem([.paragraph(task)], isChecked: line.hasPrefix("+"))
    }
    return Reading(RichText([.list(RichText.List(.bullet(.disc), items: items))]))
  }

  private static let checklistWriter = RepresentationWriter(
    "checklist", writes: ["org.example.checklist"], from: .richText, mayLose: [.layout]
  ) { text, _ in
    var lines = ""
    var leftOut = 0
    for block in text.blocks {
      guard case .list(let list) = block else {
        leftOut += 1
        continue
      }
      for item in list.items {
        let task = RichText(item.blocks).plainText().replacingOccurrences(of: "\n", with: " ")
        lines += (item.isChecked == true ? "+ " : "- ") + task + "\n"
      }
    }
    let losses =
      leftOut == 0 ? [] : [Loss(.layout, count: leftOut, detail: "blocks outside of lists")]
    return Written(Data(lines.utf8), losses: losses)
  }
}

/// Converts a checklist to HTML, with the coders above and those of the library.
func html(ofChecklist checklist: String) throws -> String {
  let converters = ConversionRegistry(.checklists + .standard)
  let plan = try converters.plan(from: ["org.example.checklist"], to: "public.html")
  let source = RepresentationSource(Data(checklist.utf8), typeIdentifier: "org.example.checklist")
  return String(decoding: try plan.run(on: source).data, as: UTF8.self)
}
