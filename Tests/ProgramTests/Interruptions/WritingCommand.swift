import Foundation
import Testing

/// A command that writes, and the folder in which it is run.
struct WritingCommand: CustomTestStringConvertible {
  let name: String
  /// Shell commands that prepare the folder; they run after `commonPreparation`.
  let preparation: String
  /// The command's words.
  let words: String
  /// A command of the same kind that must succeed after any interruption of this one.
  let next: String
  /// Whether the command keeps one copy of all earlier contents.
  let keepsEverything: Bool
  /// Whether the command is `undo` itself.
  let isUndo: Bool
  /// The command that finishes this one after an interruption: an `undo`.
  let finish: String
  /// Whether `next` restores the state from before the command; used for `undo`.
  let isRepeatable: Bool

  /// Whether the command is a drop, which `undo` takes back.
  var isDrop: Bool { words.hasPrefix("drop ") }

  init(
    _ name: String, after preparation: String = "", _ words: String, next: String? = nil,
    keepsEverything: Bool = false, isUndo: Bool = false, finish: String = "undo", isRepeatable: Bool = true
  ) {
    self.name = name
    self.preparation = preparation
    self.words = words
    self.next = next ?? words
    self.keepsEverything = keepsEverything
    self.isUndo = isUndo
    self.finish = finish
    self.isRepeatable = isRepeatable
  }

  var testDescription: String { name }

  /// Prepares the files of every command: sources, and bundles as files and as folders.
  ///
  /// `three` has three items: one with two representations, one with page-aligned bytes, and a folder.
  static let commonPreparation = """
    set -e
    mkdir tmp earlier out sources sources/tree sources/tree/below sources/tree/empty
    cd sources
    echo alpha >alpha.txt; echo '<p>alpha</p>' >alpha.html; head -c 20000 /dev/zero | tr '\\0' b >beta.bin
    echo leaf >tree/leaf.txt; echo deep >tree/below/deep.txt
    echo delta >delta.txt; echo epsilon >epsilon.txt; printf '# Zeta\\n\\nText *and* more.\\n' >zeta.md
    cd ..
    $proffer pack --new-item --name alpha sources/alpha.html sources/alpha.txt --new-item --name beta sources/beta.bin \\
      --new-item --name gamma sources/tree -o three.dragbundle
    $proffer merge three.dragbundle --folder -o layout
    $proffer pack sources/delta.txt -o one.dragbundle
    $proffer merge one.dragbundle --folder -o single
    $proffer pack sources/epsilon.txt -o earlier.dragbundle
    rm -rf sources/tree/empty
    """

  /// Makes the earlier drop; it is run in each copy because journals name absolute paths and file identities.
  static let earlierDrop = "$proffer drop earlier.dragbundle --into earlier"

  /// Every command, or those whose first word is in the comma-separated list `PROFFER_TEST_COMMANDS`.
  static let all: [WritingCommand] = {
    let all = edits + outputs + drops + undos + numberedUndos + keepingUndos
    guard let names = ProcessInfo.processInfo.environment["PROFFER_TEST_COMMANDS"] else { return all }
    return all.filter { command in
      names.split(separator: ",").contains { command.words.split(separator: " ").first == $0 }
    }
  }()

  private static let edits = [
    WritingCommand(
      "pack", "pack sources/alpha.txt sources/tree -o new.dragbundle",
      next: "pack --force sources/alpha.txt sources/tree -o new.dragbundle"),
    WritingCommand("pack --force", "pack --force sources/delta.txt sources/beta.bin -o three.dragbundle"),
    WritingCommand(
      "pack --folder", "pack --folder sources/alpha.txt sources/tree -o new",
      next: "pack --force --folder sources/alpha.txt sources/tree -o new"),
    WritingCommand(
      "pack --folder --force", "pack --folder --force sources/delta.txt sources/beta.bin -o layout"),
    WritingCommand("add", "add three.dragbundle sources/delta.txt --at 1"),
    WritingCommand("add to a folder", "add layout sources/delta.txt sources/tree"),
    WritingCommand("remove", "remove three.dragbundle 1"),
    WritingCommand("remove from a folder", "remove layout 1"),
    WritingCommand("reorder", "reorder three.dragbundle 3 2 1"),
    WritingCommand("reorder in a folder", "reorder layout 3 2 1"),
    WritingCommand("rename", "rename three.dragbundle 1 other"),
    WritingCommand("rename in a folder", "rename layout 1 other"),
    WritingCommand("retype", "retype three.dragbundle 1.2 public.text"),
    WritingCommand("retype in a folder", "retype layout 1.2 public.text"),
    WritingCommand(
      "merge", "merge three.dragbundle layout -o new.dragbundle",
      next: "merge --force three.dragbundle layout -o new.dragbundle"),
    WritingCommand("merge --force", "merge --force one.dragbundle layout -o three.dragbundle"),
    WritingCommand("merge --folder --force", "merge --folder --force one.dragbundle layout -o layout"),
    WritingCommand(
      "verify --repair", "verify three.dragbundle --repair new.dragbundle",
      next: "verify three.dragbundle --force --repair new.dragbundle"),
    WritingCommand("verify --repair --force", "verify one.dragbundle --force --repair three.dragbundle"),
  ]

  private static let outputs = [
    WritingCommand(
      "split", "split three.dragbundle --into parts", next: "split --force three.dragbundle --into parts"),
    WritingCommand(
      "split --force",
      after: "$proffer split three.dragbundle --into parts; $proffer rename three.dragbundle 2 alpha",
      "split --force three.dragbundle --into parts"),
    WritingCommand(
      "unpack", "unpack one.dragbundle --into parts", next: "unpack --force one.dragbundle --into parts"),
    WritingCommand(
      "unpack of a folder", "unpack three.dragbundle --into parts/below",
      next: "unpack --force one.dragbundle --into parts/below"),
    WritingCommand(
      "unpack --force",
      after: "mkdir parts; echo old >parts/alpha.txt; echo old >parts/alpha.html; echo old >parts/beta.bin",
      "unpack --force three.dragbundle --into parts", next: "unpack --force one.dragbundle --into parts"),
    WritingCommand(
      "load", "load three.dragbundle --type public.html -o alpha",
      next: "load three.dragbundle --type public.html -o alpha --force"),
    WritingCommand(
      "load --force", after: "echo old >alpha",
      "load three.dragbundle --item 2 --type public.data -o alpha --force"),
    WritingCommand(
      "load into a folder", "load three.dragbundle --type public.html -o out",
      next: "load three.dragbundle --type public.html -o out --force"),
    WritingCommand(
      "load of a folder", "load three.dragbundle --type public.folder -o tree",
      next: "load three.dragbundle --type public.folder -o another"),
    WritingCommand(
      "view", "view three.dragbundle -o page.html", next: "view three.dragbundle -o page.html --force"),
    WritingCommand(
      "view --force", after: "echo old >page.html", "view three.dragbundle -o page.html --force"),
    WritingCommand(
      "convert", "convert sources/zeta.md --to .html -o zeta.html",
      next: "convert sources/zeta.md --to .html -o zeta.html --force"),
    WritingCommand(
      "convert --force", after: "echo old >zeta.html",
      "convert sources/zeta.md --to .html -o zeta.html --force"),
    WritingCommand(
      "convert to a package", "convert sources/zeta.md --to .rtfd -o zeta.rtfd",
      next: "convert sources/zeta.md --to .rtfd -o zeta.rtfd --force"),
    WritingCommand(
      "convert to a package --force", after: "$proffer convert sources/alpha.txt --to .rtfd -o zeta.rtfd",
      "convert sources/zeta.md --to .rtfd -o zeta.rtfd --force"),
  ]

  /// Leaves one copy of each dropped file, so that a loss is noticed.
  private static let onlyCopies = "rm -rf sources layout single"

  private static let drops = [
    WritingCommand(
      "drop", after: onlyCopies, "drop three.dragbundle --into out", keepsEverything: true),
    WritingCommand(
      "drop of an item", after: onlyCopies, "drop three.dragbundle --into new/below --item 3",
      keepsEverything: true),
    WritingCommand(
      "drop into a bundle", after: onlyCopies, "drop three.dragbundle --into one.dragbundle",
      keepsEverything: true),
    WritingCommand(
      "move", after: onlyCopies, "drop three.dragbundle --into out --operation move",
      next: "drop one.dragbundle --into out --operation move",
      keepsEverything: true),
    WritingCommand(
      "move of an item", after: onlyCopies, "drop three.dragbundle --into out --item 2 --operation move",
      keepsEverything: true),
    WritingCommand(
      "move into a bundle", after: onlyCopies, "drop three.dragbundle --into one.dragbundle --operation move",
      keepsEverything: true),
    WritingCommand(
      "move of an item into a bundle", after: onlyCopies,
      "drop three.dragbundle --into one.dragbundle --item 3 --at 1 --operation move",
      next: "drop three.dragbundle --into one.dragbundle --item 1 --at 1 --operation move",
      keepsEverything: true),
  ]

  private static let undos = drops.map { drop in
    WritingCommand(
      "undo of \(drop.name)", after: "\(drop.preparation); $proffer \(drop.words)", "undo", next: drop.words,
      keepsEverything: true,
      isUndo: true)
  }

  /// The undo of the last drop but one.
  ///
  /// The earlier drop has the number 1, and the drop the number 2.
  private static let numberedUndos = drops.prefix(4).map { drop in
    WritingCommand(
      "undo 2 of \(drop.name)",
      after:
        "\(drop.preparation); $proffer \(drop.words); $proffer drop earlier.dragbundle --into earlier/later",
      "undo 2", next: drop.words, keepsEverything: true, isUndo: true, finish: "undo 2")
  }

  /// The undo of drops whose results have changed: a dropped file, and a bundle that received a drop.
  private static let keepingUndos = [
    WritingCommand(
      "undo --keep-changed of a move",
      after:
        "\(onlyCopies); $proffer drop three.dragbundle --into out --operation move; echo more >>out/alpha.html",
      "undo --keep-changed", next: "drop three.dragbundle --into out --operation move", keepsEverything: true,
      isUndo: true, finish: "undo --keep-changed", isRepeatable: false),
    WritingCommand(
      "undo --keep-changed of a drop into two folders",
      after: """
        \(onlyCopies); $proffer drop three.dragbundle --into new/below; echo more >>new/below/gamma/leaf.txt
        """,
      "undo --keep-changed", next: "drop three.dragbundle --into new/below", keepsEverything: true,
      isUndo: true, finish: "undo --keep-changed", isRepeatable: false),
  ]
}
