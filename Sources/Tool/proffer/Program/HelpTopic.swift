import ArgumentParsing

/// A help page about a topic that several commands share, shown by `proffer help TOPIC`.
enum HelpTopic: String, CaseIterable {
  case types, bundles, fidelity, conversions, profiles, desktops, json

  /// Creates the topic that a command line requests; nil if it does not request a topic.
  init?(requestedBy words: [[UInt8]]) {
    guard words.count == 2, words[0] == Array("help".utf8),
      let topic = HelpTopic.allCases.first(where: { $0.rawValue.utf8.elementsEqual(words[1]) })
    else { return nil }
    self = topic
  }

  /// Returns the lines of the page, wrapped to at most the given width.
  func lines(width: Int) -> [String] { TextLayout.page(text, width: width).lines }

  private var text: String {
    switch self {
    case .types: HelpTopic.typesText
    case .bundles: HelpTopic.bundlesText
    case .fidelity: HelpTopic.fidelityText
    case .conversions: HelpTopic.conversionsText
    case .profiles: HelpTopic.profilesText
    case .desktops: HelpTopic.desktopsText
    case .json: HelpTopic.jsonText
    }
  }

  /// The names of the topics, each with a summary.
  static var summaries: KeyValuePairs<String, String> {
    [
      "types": "How types are given and declared.",
      "bundles": "What a bundle contains, and how its parts are numbered.",
      "fidelity": "How the best representation for a receiver is found.",
      "conversions": "How types are converted, and what is lost.",
      "profiles": "Receivers whose accepted types are known.",
      "desktops": "How copy and paste use the clipboard, and the names of types on it.",
      "json": "The format of the output of --json.",
    ]
  }
}

extension HelpTopic {
  static let typesText = """
    A type can be given as

      an identifier            public.html
      a MIME type              text/html
      an extension             html or .html
      a file of that type      notes.html, ./notes.html

    A word is interpreted as the first of these that applies: a declared identifier; a MIME type, if it has
    a slash; an extension, if it has no dot or begins with one; an existing file; an undeclared identifier.
    A path that begins with ./ or / is always a file. Undeclared identifiers are accepted as given; they
    conform only to themselves.

    The word text means plain text as the type of a result, and any kind of text (public.text) as an
    accepted type. A word such as image, audio or movie means every type of that kind. Results keep the
    extension as it was typed: --to jpg writes .jpg.

    Types are declared in files with the keys of an Info.plist (UTExportedTypeDeclarations and
    UTImportedTypeDeclarations), as a property list or as JSON. Files in $XDG_CONFIG_HOME/proffer/types are
    always used; --types FILE adds one for a single command. A bundle contains the declarations of its own
    types. The precedence is: exported, imported, built-in, bundle, and last the desktop's MIME database.
    proffer type check finds mistakes in declarations.
    """

  static let bundlesText = """
    A provider bundle (.dragbundle) holds items, and each item holds representations: the same content in
    several types, best first. It is an ordinary zip archive with uncompressed entries, so that any zip tool
    can read it. proffer pack --folder writes a folder with the same contents instead.

    In the output of proffer list, items are numbered from 1, and so are the representations of each item: 2 is
    the second item, and 2.1 is its best representation. Commands accept such a number as an operand or with
    --item. An item may have a preview, a small picture that proffer pack --preview stores and proffer list
    --previews shows.

    A representation contains bytes or a folder. It can also be promised: it is then converted from another
    representation when it is loaded. Or it is offered in place: the bundle then refers to a file outside of
    it. Because a bundle may come from a stranger, commands that copy files skip such a file unless
    --allow-references is given.

    A representation may be visible only to a team or a group. This is an agreement between programs, not access control:
    a zip tool sees everything.
    """

  static let fidelityText = """
    The order of representations is their fidelity: the first one is the best. A receiver lists the types that
    it accepts, in order of preference. The match is found in this order:

      1. For each accepted type, in the receiver's order: a representation of exactly that type.
      2. For the same type: the first representation whose type conforms to it.
      3. Only if no accepted type matches: a conversion.

    A representation of a general type never matches a more specific type: public.image does not match
    public.png. With --prefer provider, the order of the item takes precedence over that of the receiver.
    proffer best --explain shows why each representation was chosen or rejected.
    """

  static let conversionsText = """
    A conversion reads the source as a value, bridges it to another kind of value if needed, and writes the
    new type. Of all possible plans, the one that loses least is used; if several lose equally little, the one
    with the fewest steps. proffer convert --plan shows the plan, and proffer convert FILE --list shows all
    types to which a file can be converted.

    What a conversion actually loses is counted and reported on standard error; --strict refuses a conversion
    that loses anything, and writes nothing. proffer coders lists the built-in coders, the image libraries,
    and the installed external converters.
    """

  static let profilesText = """
    A profile lists the types that a receiver accepts, in order of preference, for proffer best --for NAME and
    proffer drop --for NAME. It is a JSON file:

      {"accepts": ["public.html", "public.plain-text"], "prefer": "receiver"}

    prefer may be omitted. If it is provider, the order of the item takes precedence. NAME is looked up as
    $XDG_CONFIG_HOME/proffer/profiles/NAME.json; a file can also be given by its path. These profiles are
    built in:

      browser    an editable field of a web page: HTML, PNG, plain text
      chat       a chat program: images, plain text
      mail       a composer of HTML mail: HTML, PNG, JPEG, GIF, plain text
      office     a word processor: RTF, PDF, PNG, JPEG, HTML, plain text, URL
      terminal   a terminal: the URLs of files, plain text

    The order of each profile is the order in which a widely used program requests types, according to
    its source code:

      browser    Firefox, the function AddDataFlavorsInBestOrder of
                 editor/libeditor/HTMLEditorDataTransfer.cpp
      chat       Element, the functions onPaste of SendMessageComposer.tsx and
                 BasicMessageComposer.tsx
      mail       Thunderbird, whose composer is the editor of Firefox
      office     LibreOffice Writer, the table
                 aEXCHG_DEST_SWDOC_FREE_AREA_Copy of
                 sot/source/base/formats.cxx
      terminal   Ptyxis, the function ptyxis_terminal_drop_target_drop of
                 src/ptyxis-terminal.c

    Other programs of the same kind may differ.
    """

  static let desktopsText = """
    The commands copy and paste use the clipboard of a Wayland or X display or, with --primary, the text that
    is selected with the mouse. The variables WAYLAND_DISPLAY and DISPLAY identify the displays of a session.
    The Wayland compositors sway, Hyprland and Plasma let programs without a window use the clipboard
    (ext_data_control_v1 or zwlr_data_control_v1). GNOME's compositor and Weston let only the window with the
    focus use it. There, copy and paste briefly open a window of one transparent pixel. If that window does
    not receive the focus within two seconds, X11 is used. The command watch and the option --primary need
    ext_data_control_v1, zwlr_data_control_v1 or X11. --via chooses a route; --verbose shows which route is
    used.

    Without a display, as over SSH, the terminal is used. kitty (from 0.27) and terminals with its protocol (OSC 5522) accept
    and provide all types; others accept only text (OSC 52). A terminal keeps copied content: copy runs all conversions, sends
    everything together and exits.

    Terminals do not report whether they copied a text, so copy relies on the known behavior of each terminal:

      accept text         foot, Ghostty, WezTerm, Alacritty, Konsole 24.12 or later, Windows Terminal, Contour; foot and
                          Alacritty ignore text while their window has no focus
      need a setting      xterm (disallowedWindowOps: 20,21,SetXprop), iTerm2, mintty, st, rxvt-unicode
      accept nothing      GNOME Terminal and other VTE terminals, macOS Terminal, Konsole before 24.12

    For xterm, foot and tmux, proffer copy then reads the text back. The exit status is 2 if the terminal has
    certainly not copied the text. If this is uncertain, copy prints a note. Inside tmux (3.2 or later), copy
    sends the text with tmux load-buffer -w, which works with any value of the option set-clipboard. The
    maximum size of a text is 768 KiB for foot, xterm and tmux, 8 MiB for kitty, and 74994 bytes for other
    terminals. With OSC 5522, the maximum is 32 MiB for terminals other than kitty.

    proffer paste reads text only from kitty, foot, xterm, Ghostty, iTerm2 and tmux, if their settings allow
    it. Other terminals do not answer a request, and Konsole would replace its clipboard with the request.

    On these displays, a program offers the names of types, and delivers the bytes for a name when another
    program requests it. A type is offered under its MIME types. These types are offered under all names
    that programs request:

      plain text     UTF8_STRING, text/plain;charset=utf-8, text/plain, STRING
      RTF            text/rtf, application/rtf
      a URL          text/uri-list, text/x-moz-url
      a file         text/uri-list, x-special/gnome-copied-files, x-special/mate-copied-files, application/x-kde4-urilist;
                     if text is offered, all of these except text/uri-list, so that file managers paste the file and
                     other programs paste the text
      a bundle       application/vnd.proffer.dragbundle+zip

    A program in a sandbox, such as a Flatpak, cannot open the files in a list of paths. If the document
    portal runs in the session (org.freedesktop.portal.Documents on the bus of DBUS_SESSION_BUS_ADDRESS),
    files are also offered as application/vnd.portal.filetransfer and application/vnd.portal.files, before the
    list of paths, as GTK does. The portal lets the program that requests the files read them. Files are
    registered with the portal only when they are requested; the program may then fetch them until 10 seconds
    after the end of the offer. An offer with a folder contains only the list of paths, because portals from
    before 2024 do not support folders. Portal names are not offered to terminals. The commands paste, catch
    and watch prefer the answer of the portal to the list of paths, because the paths of a sandboxed program
    may exist only in its sandbox. --verbose reports when the list is used.

    The commands drag and catch open a window on a Wayland display (wl_data_device, version 3, which every
    compositor has), otherwise on an X display (XDND, version 5). In a Wayland session with XWayland, the
    compositor passes drags between Wayland and X windows; --via x11 uses an X window there. On Wayland, a
    window may have no frame; the right mouse button then shows the window menu. A program may request data
    while the pointer is over it. A file that drag makes from an item or a conversion may therefore be written
    before the drop; it is in a folder that only the user can read. proffer catch also accepts a file that the
    other program has not saved to disk, such as a picture from a web page or a member of an archive: on
    Wayland, bytes with a name, as browsers drag them; on X11, a file that the other program writes itself
    (XdndDirectSave0). In the same way, proffer drag writes the file of a single item if a program on X11
    requests this.

    proffer paste --list shows each type that is offered, with one of its names. With --verbose, it shows all
    names, including requests of the protocol and the private names that programs use between their own
    windows.

    Limits: proffer paste accepts values of up to 4 GiB (--max-size) and stops if the other program is idle
    for 10 seconds (--timeout). proffer copy stops sending if the receiver reads nothing for 30 seconds (10
    minutes when it reads a pipe), and stops a conversion after two minutes. A request to the bus times out
    after 0.1 seconds when something is offered, and after 2 seconds when files are exchanged. proffer drag
    stops waiting for a program that does not answer for 2 seconds before the drop (on X11; on Wayland, the
    compositor decides) or 10 seconds after it. Files of up to 64 MiB are offered as they were when they were
    copied; larger ones are read when they are requested. Representations for a team or group, and files that
    a bundle only refers to, are not offered.
    """

  static let jsonText = """
    With --json, a command prints JSON objects on standard output, one on each line. Their first members are

      "proffer": 2          the version of this format
      "command": "convert"  the command that was run

    A command that accepts several inputs (convert, list, verify, type of) prints an object for each input
    as soon as it is done, and one with totals at the end, even for a single input. If an input fails, its
    object has an error instead of a result. Any other command prints one object. If the whole command
    fails, the object has the members status (the exit status) and error.

    An error has a code, a message and a reason. If known, it also has a subject and a cause, which is
    another error. Codes and members are stable. Messages may change, and members may be added, without a
    new version.

    The members of each result are listed below. A question mark marks a member that may be missing.
    Brackets contain the members of an object, or of each object in an array. If a name is not UTF-8, its
    value is null, and the key with the suffix Bytes contains its bytes in base64.

      pack, add, remove, reorder, rename, retype, merge: bundle items
      split: folder bundles[path]
      unpack: folder complete files[place type path]
      list: bundle error?[code message] items?[item name preview[type byteCount
          width? height? path] representations[representation type kind byteCount
          name visibility team? group? path? memberCount? inPlace? promisedOf?
          coder?]]
      list (totals): totals[bundles failed]
      best: bundle items[item name answer best? plan? verdicts[representation
          type verdict]]
      load: item type path converted losses[kind count isDeclared detail]
          warnings
      load --in-place: type path
      convert: source sourcePath? result path? byteCount? plan?[from to steps
          goesPieceByPiece? mayLose? offered?] encoding?[name evidence isGuess
          language? rival?] losses?[kind count isDeclared detail] warnings?
          reason? error?[code message]
      convert (totals): totals[converted skipped existing failed hidden]
      convert --plan: from to steps goesPieceByPiece mayLose encoding?[name
          evidence isGuess language? rival?] losses[kind count isDeclared detail]
          warnings
      convert --list, coders FILE: source types color? conversions[from to
          steps goesPieceByPiece mayLose]
      coders: readers[name reads value mayLose] bridges[name from value mayLose]
          writers[name writes value mayLose] programs[name file version
          installation reads writes mayLose] libraries[name version formats
          installation] matrix
      verify: bundle good? error?[code message] saved? total?
          payloads?[path byteCount code failure]
      verify (totals): totals[bundles good damaged failed]
      drop: destination items[item type result path? error?[code message]]
      drop (into a bundle): destination items
      undo: number? removed restored problems[path error[code message]] ended backups?
      undo --forget: forgotten backups?
      undo --list: drops[number source? destination? workingFolder? items?
          operation? time? placed replaced obstacles[path error[code message]]
          damage?[code message]]
      trace: calls
      copy: selection route names[name type]
      paste: type path converted losses[kind count isDeclared detail] warnings
      paste --list: selection route names[name type remark]
      paste -o BUNDLE: bundle items
      paste --into (files): files[path]
      drag: route types
      catch: type path converted losses[kind count isDeclared detail] warnings
      catch -o BUNDLE: bundle items
      catch --into (files): files[path]
      type show, type dynamic: identifier description isDeclared isDynamic tags
          claims parents supertypes children
      type find: types[identifier description isDeclared isDynamic tags claims
          parents supertypes children]
      type tree: types[identifier parents]
      type conforms: type other conforms
      type of: file type? byName? byContent? isContradicted? evidence?
          error?[code message]
      type of (totals): totals[files failed]
      type check: good declarations mistakes[code message] remarks
    """
}
