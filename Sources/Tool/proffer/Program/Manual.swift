import ArgumentParsing
import Foundation
import ProfferActions

/// The parts of the manual that are not generated from the descriptions of commands.
enum Manual {
  /// The date in the footer of each page, which is the release date of the version.
  static let date = "2026-11-22"

  /// The sections of the program's own page.
  static let sections = [
    ManualSection("Types", HelpTopic.typesText), ManualSection("JSON", HelpTopic.jsonText), exitStatus,
    environment, files, seeAlso,
  ]

  /// The pages about groups of commands.
  static let pages = [
    ManualPage(
      "convert", summary: "Convert files, and list what can be converted.", commands: ["convert", "coders"],
      sections: [
        ManualSection("Losses", HelpTopic.conversionsText), exitStatus, environment, files, seeAlso,
      ]),
    ManualPage(
      "bundles", summary: "Write, read, check and change provider bundles.",
      commands: [
        "pack", "list", "view", "best", "load", "unpack", "add", "remove", "reorder", "rename", "retype",
        "merge", "split", "verify",
      ],
      sections: [
        ManualSection("Bundles", HelpTopic.bundlesText), ManualSection("Choice", HelpTopic.fidelityText),
        ManualSection("Profiles", HelpTopic.profilesText), exitStatus, environment, files, seeAlso,
      ]),
    ManualPage(
      "drop", summary: "Drop items into folders and bundles, undo drops, and play drags.",
      commands: ["drop", "undo", "trace"],
      sections: [
        ManualSection("Profiles", HelpTopic.profilesText), exitStatus, environment, files, seeAlso,
      ]),
    ManualPage(
      "clipboard", summary: "Copy, paste, drag and catch content in all types.",
      commands: ["copy", "paste", "watch", "drag", "catch"],
      sections: [
        ManualSection("Desktops", HelpTopic.desktopsText), ManualSection("Losses", HelpTopic.conversionsText),
        exitStatus, environment, files, seeAlso,
      ]),
    ManualPage(
      "types", summary: "Query uniform types.", commands: ["type"],
      sections: [ManualSection("Types", HelpTopic.typesText), exitStatus, environment, files, seeAlso]),
  ]

  private static let exitStatus = ManualSection(
    "Exit status",
    terms: [
      "0": "The command succeeded, or the answer is yes.",
      "1": "Nothing matches, or the answer is no.",
      "2": "The command failed.",
      "64": "The command line is not valid.",
    ])

  private static let environment = ManualSection(
    "Environment",
    terms: [
      "XDG_CONFIG_HOME":
        "The folder that contains proffer/types, proffer/coders and proffer/profiles; ~/.config by default.",
      "XDG_STATE_HOME":
        "The folder that contains proffer/drops, where drops are recorded for undo; ~/.local/state by default.",
      "XDG_DATA_HOME, XDG_DATA_DIRS": "Folders in which the desktop's MIME database is searched.",
      "DISPLAY, XAUTHORITY": "The X display, and the file with its authentication key.",
      "WAYLAND_DISPLAY, XDG_RUNTIME_DIR":
        "The Wayland display, and the folder for its socket and for the pages of proffer view.",
      "TMPDIR": "The folder for temporary files; /tmp by default.",
      "SOURCE_DATE_EPOCH":
        "The latest modification time to store in a bundle, in seconds since 1970, for reproducible output.",
      "NO_COLOR, CLICOLOR_FORCE":
        "Turn colors off, or turn them on if the output is not a terminal. --color takes precedence.",
      "COLUMNS": "The width of the terminal, for help.",
    ])

  private static let files = ManualSection(
    "Files",
    terms: [
      "$XDG_CONFIG_HOME/proffer/types/*": "Type declarations that are always used.",
      "$XDG_CONFIG_HOME/proffer/coders/*": "External converters that are always used.",
      "$XDG_CONFIG_HOME/proffer/profiles/NAME.json": "The types that the receiver NAME accepts, for --for.",
      "$XDG_STATE_HOME/proffer/drops": "Records of the last 20 drops, for undo.",
      "$XDG_STATE_HOME/proffer/drops/forgotten":
        "Backups of drops that were removed from the list of proffer undo; these backups are never removed.",
    ])

  private static let seeAlso = ManualSection(
    "See also", "file(1), xdg-mime(1), zip(1), update-mime-database(1)")
}

/// The command `manual`: prints a page of the manual.
struct ManualArguments: ProgramCommand {
  var page: ManualPage?
  var lists = false

  static var declaration: CommandDeclaration<ManualArguments> {
    CommandDeclaration(
      summary: "Show a page of the manual.",
      details: """
        Without PAGE, the main page is shown, which lists the other pages. On a terminal, the page is shown by
        man or the pager. Otherwise, its source is printed.
        """,
      examples: [
        "proffer manual": "Read the main page.",
        "proffer manual > ~/.local/share/man/man1/proffer.1": "Install the main page.",
      ]
    ) {
      flag("-l", "--list", to: \.lists, help: "List the names of all pages, for an installation.")
      operand(
        "PAGE", to: \.page, as: .choice(Manual.pages.map { (name: $0.name, value: $0) }),
        help: "The page of a group of commands.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let description = Program.table.description
    if lists {
      try program.console.print(lines: ["proffer"] + Manual.pages.map { "proffer-\($0.name)" })
    } else {
      let text =
        page.map { description.manual(of: $0, date: Manual.date) } ?? description.manual(date: Manual.date)
      if program.console.outputIsTerminal {
        let viewer = PageViewer(
          environment: ProcessInfo.processInfo.environment,
          temporaryFolder: program.actions.folders.temporary)
        if try viewer.show(text, orText: description.manualText(of: page)) { return .done }
      }
      try program.console.print(lines: text.lines)
    }
    return .done
  }
}
