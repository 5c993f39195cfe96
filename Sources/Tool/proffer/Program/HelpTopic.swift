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
      "types": "How types are named and declared.",
      "bundles": "What a bundle contains, and how its parts are numbered.",
      "fidelity": "How the best representation for a receiver is found.",
      "conversions": "How types are converted, and what is lost.",
      "profiles": "Receivers whose accepted types are known.",
      "desktops": "How copy and paste reach the clipboard, and the names of types there.",
      "json": "The form of what --json prints.",
    ]
  }
}

extension HelpTopic {
  static let typesText = """
    A type is named by

      an identifier            public.html
      a MIME type              text/html
      an extension             html or .html
      a file of that type      notes.html, ./notes.html

    A word is tried in this order: a declared identifier, a MIME type if it has a slash, an extension if it has no dot or
    begins with one, a file that exists, and last an undeclared identifier. A path that begins with ./ or / is always a
    file. Undeclared identifiers are accepted as given; they conform only to themselves.

    The word text means plain text where something is written, and every kind of text (public.text) where types are
    accepted. A word such as image, audio or movie means every type of that kind. Results have the extension that was
    typed: --to jpg writes .jpg.

    Types are declared in files with the keys of an Info.plist (UTExportedTypeDeclarations and
    UTImportedTypeDeclarations), as a property list or as JSON. Files in $XDG_CONFIG_HOME/proffer/types are always used;
    --types FILE adds one for a single command. A bundle carries the declarations of its own types. Precedence: exported,
    imported, built-in, bundle, and last the desktop's database of MIME types. type check finds mistakes in declarations.
    """

  static let bundlesText = """
    A provider bundle (.dragbundle) holds items, and each item holds representations: the same content in several types,
    best first. It is an ordinary zip archive with uncompressed entries, so that any zip tool can read it. With pack
    --folder it is a folder with the same contents.

    list numbers items from 1, and the representations of an item too: 2 is the second item, 2.1 its best representation.
    Commands take such a place as an operand or with --item. An item may have a preview, a small picture that pack
    --preview stores and list --previews shows.

    A representation holds bytes or a folder. It can also be promised: it is then made by a coder when it is loaded. Or it
    is offered in place: the bundle then refers to a file that it does not contain. Commands that copy files skip such a
    file unless --allow-references is given, because the bundle may come from a stranger.

    A representation may be visible only to a team or a group. This is an agreement between programs, not access control:
    a zip tool sees everything.
    """

  static let fidelityText = """
    The order of representations is their fidelity: the first one is the best. A receiver names the types that it accepts,
    most wanted first. The match is found in this order:

      1. For each accepted type, in the receiver's order: a representation of exactly that type.
      2. For the same type: the first representation whose type conforms to it.
      3. Only if no accepted type matches: a conversion.

    A more general representation never matches a more specific type: public.image is not a public.png. With --prefer
    provider, the order of the item takes precedence over that of the receiver. best --explain shows why each
    representation was chosen or rejected.
    """

  static let conversionsText = """
    A conversion reads the source into a value, bridges it to another kind of value if needed, and writes the new type. Of
    all possible plans, the one that loses least is used; of those, the one with the fewest steps. convert --plan shows the plan, and
    convert FILE --list shows all types that a file can be converted to.

    What a conversion actually loses is counted and reported on standard error; --strict refuses a conversion that loses
    anything, and writes nothing. coders lists the built-in coders, the libraries of images and the external
    converters that are installed.
    """

  static let profilesText = """
    A profile names the types that a receiver accepts, most wanted first, for best --for NAME and drop --for NAME. It is a
    JSON file:

      {"accepts": ["public.html", "public.plain-text"], "prefer": "receiver"}

    prefer may be omitted; with provider, the order of the item takes precedence. NAME is looked up as
    $XDG_CONFIG_HOME/proffer/profiles/NAME.json; a file can be named by its path. These profiles are built in:

      browser    an editable field of a web page: HTML, PNG, plain text
      chat       a chat program: images, plain text
      mail       a composer of HTML mail: HTML, PNG, JPEG, GIF, plain text
      office     a word processor: RTF, PDF, PNG, JPEG, HTML, plain text, URL
      terminal   a terminal: the URLs of files, plain text

    Each has the order in which one widely used program asks for types, taken from its published source code:

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
    copy and paste use the selections of a Wayland display or of an X display: the clipboard or, with --primary, the text that
    is selected with the mouse. WAYLAND_DISPLAY and DISPLAY name the displays of a session. The Wayland compositors sway,
    Hyprland and Plasma let programs without a window use the clipboard (ext_data_control_v1 or zwlr_data_control_v1). GNOME's
    compositor and Weston let only the window with the focus use it: copy and paste open a window of one transparent pixel for
    a moment. If that window does not receive the focus within two seconds, X11 is used. watch and --primary need
    ext_data_control_v1, zwlr_data_control_v1 or X11. --via chooses a route; --verbose shows which route is used.

    Without a display, as over SSH, the terminal is used. kitty (from 0.27) and terminals with its protocol (OSC 5522) accept
    and provide all types; others accept only text (OSC 52). A terminal keeps copied content: copy runs all conversions, sends
    everything together and exits.

    Terminals do not report whether they copied a text, so copy relies on the known behavior of each terminal:

      accept text         foot, Ghostty, WezTerm, Alacritty, Konsole 24.12 or later, Windows Terminal, Contour; foot and
                          Alacritty ignore text while their window has no focus
      need a setting      xterm (disallowedWindowOps: 20,21,SetXprop), iTerm2, mintty, st, rxvt-unicode
      accept nothing      GNOME Terminal and other VTE terminals, macOS Terminal, Konsole before 24.12

    copy then reads the text back from xterm, foot and tmux. The exit status is 2 if the terminal has certainly not copied the
    text. If this is uncertain, copy prints a note. Inside tmux (3.2 or later), copy sends the text with tmux load-buffer -w,
    which works with any value of the option set-clipboard. The maximum size of a text is 768 KiB for foot, xterm and tmux,
    8 MiB for kitty, and 74994 bytes for other terminals. With OSC 5522, the maximum is 32 MiB for terminals other than kitty.

    paste reads text only from kitty, foot, xterm, Ghostty, iTerm2 and tmux, if their settings allow it. Other terminals do not
    answer a request, and Konsole would replace its clipboard with the request.

    On these displays a program offers names and gives the bytes of a name when another one asks. A type goes under its MIME
    types. Text goes under all names that programs ask for:

      plain text     UTF8_STRING, text/plain;charset=utf-8, text/plain, STRING
      RTF            text/rtf, application/rtf
      a URL          text/uri-list, text/x-moz-url
      a file         text/uri-list, x-special/gnome-copied-files, x-special/mate-copied-files, application/x-kde4-urilist;
                     if text is offered, all of these except text/uri-list, so that file managers paste the file and
                     other programs paste the text
      a bundle       application/vnd.proffer.dragbundle+zip

    A program in a sandbox, such as a Flatpak, does not see the files that a list of paths names. Where the document portal of
    the session runs (org.freedesktop.portal.Documents on the bus of DBUS_SESSION_BUS_ADDRESS), files are offered as
    application/vnd.portal.filetransfer and application/vnd.portal.files too, as GTK does, before the list. The portal gives them
    to the program that asks, to be read; nothing is registered before, and a program that has asked may fetch its files for 10
    seconds after the offer has ended. Offers with a folder are a list only, which portals of
    before 2024 require, and a terminal gets no such name. paste, catch and watch take what the portal answers rather than the
    list, as a program in a sandbox may list paths that exist only there; --verbose says where they use the list.

    drag and catch show a window of their own on a Wayland display (wl_data_device, version 3, which every compositor has),
    otherwise on an X display (XDND, version 5). In a Wayland session, compositors with XWayland carry drags between the
    windows of both; --via x11 uses an X window there too. The right button shows the menu of a window on Wayland, where it may have no
    frame. A program may ask for types while the pointer is over it, so that a file that drag makes of an item or a
    conversion may be made before the drop; it is in a folder that only the user can read. catch also takes a file that
    another program drags without having it on disk, such as a picture of a web page or a part of an archive: on Wayland, the
    bytes with a name, as browsers drag them; on X11, what the program writes itself (XdndDirectSave0). drag in turn writes the
    file of a single item where a program on X11 asks for that.

    paste --list shows each type that is offered, with one of its names. With --verbose, it shows all names, including
    requests of the protocol and the private names that programs use between their own windows.

    Limits: a value that paste takes may have 4 GiB (--max-size), and a program may do nothing for 10 seconds (--timeout)
    before it is given up. copy gives up a receiver that takes nothing for 30 seconds (10 minutes where it reads a pipe), and
    a conversion that takes two minutes. The bus is given up after 0.1 seconds when something is offered, and after 2 seconds when
    files are given or taken. drag gives up a program that says nothing for 2 seconds before the drop (on X11; on
    Wayland, the compositor decides), and for 10 seconds after it. Files up to 64 MiB are offered as they were when they were
    copied; larger ones are read when they are asked for. A representation for a team or group, and a file that a bundle only
    refers to, are not offered.
    """

  static let jsonText = """
    With --json, a command prints JSON objects on standard output, each in a line of its own. Their first members are

      "proffer": 2          the version of this form
      "command": "convert"  the command that was run

    A command of several inputs (convert, list, verify, type of) prints an object for each when it is done, and
    one with totals at the end; it does so for a single input too. An input that fails has an error instead of the
    members of its result. Any other command prints one object. For a command that fails as a whole, status (the
    exit status) and error follow.

    An error has a code, a message and its reason, and where they are known, its subject and its cause, which is an
    error too. Codes and members are stable; messages may change, and members may be added without a new version.

    The members of each result follow. A question mark marks a member that may be missing. Brackets contain the members
    of an object, or of the objects of an array. A name that is not UTF-8 is null, and the same key with the suffix
    Bytes has its bytes in base64.

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
          writers[name writes value mayLose] programs[name file reads writes
          mayLose] libraries[name version formats packages] matrix
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
