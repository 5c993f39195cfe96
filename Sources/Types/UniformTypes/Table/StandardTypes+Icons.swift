extension StandardTypes {
  /// Positions 620 to 688: decorations and names of icons.
  static let icons: StaticString = #"""
    import com.apple.icon-decoration
      description Icon Decoration
      wildcard
    import com.apple.icon-decoration-position
      description Icon Decoration Position
      wildcard
    import com.apple.icon-decoration-position.center: com.apple.icon-decoration-position
      description Icon Decoration Position Center
    import com.apple.icon-decoration-position.leading-bottom: com.apple.icon-decoration-position
      description Icon Decoration Position Leading Bottom
    import com.apple.icon-decoration-position.trailing-bottom: com.apple.icon-decoration-position
      description Icon Decoration Position Trailing Bottom
    import com.apple.icon-decoration-position.overlay: com.apple.icon-decoration-position
      description Icon Decoration Position Overlay
    import com.apple.icon-decoration.badge: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration
      description Icon Decoration Badge
    import com.apple.icon-decoration.emboss: com.apple.icon-decoration-position.center com.apple.icon-decoration
      description Icon Decoration Emboss
    import com.apple.icon-decoration.system: com.apple.icon-decoration
      description Icon Decoration System
    import com.apple.icon-decoration.system.unsupported: com.apple.icon-decoration.system
      description Icon Decoration Unsupported
    import com.apple.icon-decoration.system.caution-alert: com.apple.icon-decoration.system
      description Icon Decoration Alert Caution
    import com.apple.icon-decoration.system.alias: com.apple.icon-decoration.system
      description Icon Decoration Alias
    import com.apple.icon-decoration.system.new-folder: com.apple.icon-decoration.system
      description Icon Decoration New Folder
    import com.apple.icon-decoration.badge.locked: com.apple.icon-decoration-position.leading-bottom com.apple.icon-decoration.system
      description Icon Decoration Locked Badge
    import com.apple.icon-decoration.badge.checkmark: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Checkmark Badge
    import com.apple.icon-decoration.badge.comments: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Comments Badge
    import com.apple.icon-decoration.badge.drop-folder: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Drop Folder Badge
    import com.apple.icon-decoration.badge.heart: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Heart Badge
    import com.apple.icon-decoration.badge.in-review: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration In Review Badge
    import com.apple.icon-decoration.badge.locked-by-collaborator: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Locked By Collaborator Badge
    import com.apple.icon-decoration.badge.locked-by-user: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Locked By User Badge
    import com.apple.icon-decoration.badge.pinned: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Pinned Badge
    import com.apple.icon-decoration.badge.private-folder: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Private Folder Badge
    import com.apple.icon-decoration.badge.syncing: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Syncing Badge
    import com.apple.icon-decoration.badge.trending: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Trending Badge
    import com.apple.icon-decoration.badge.warning: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Warning Badge
    import com.apple.document-type: public.item
      description Document Type
      wildcard
    import com.apple.document-type.dictionary: com.apple.document-type
      ostype dict
      description Dictionary
    import com.apple.accounts-icon: com.apple.document-type
      ostype acct
      description Accounts Icon
    import com.apple.legacy.actions-icon: com.apple.document-type
      ostype acts
      description Actions Icon
    import com.apple.everyone-icon: com.apple.document-type
      ostype evry
      description Everyone Icon
    import com.apple.legacy.general-icon: com.apple.document-type
      ostype gnrl
      description General Icon
    import com.apple.legacy.sidebar-prefs-icon: com.apple.document-type
      ostype sdbp
      description Sidebar Prefs Icon
    import com.apple.legacy.toolbar-advanced-icon: com.apple.document-type
      ostype tbav
      description Toolbar Advanced Icon
    import com.apple.legacy.toolbar-info-icon: com.apple.document-type
      ostype tbin
      description Toolbar Info Icon
    import com.apple.legacy.toolbar-labels-icon: com.apple.document-type
      ostype tblb
      description Toolbar Labels Icon
    import com.apple.legacy.clock-icon: com.apple.document-type
      ostype clck
      description Clock Icon
    import com.apple.legacy.synchronize: com.apple.document-type
      ostype sync
      description Synchronize
    import com.apple.icon-overlay.new-folder-badge: com.apple.document-type
      ostype nfbg
      description New Folder Badge
    import com.apple.legacy.finder-icon: com.apple.document-type
      ostype scsh scmp ramd dsrv FNDR capl mntd shfl ownd prnt strt shdf amnu ctrl prfƒ font appr intƒ scrƒ ƒloc asup ƒhlp sapl asnd dsnd mbdg scrp shrt ftps htps isrv atzn afps atlk nfld writ shrw shro shna shuk nfil susr edtf pref ƒscr ƒnet ƒtex ƒprd ppdf ctrD extD strD shdD macD astƒ cmnu rapp rdoc rsrv psys papp shlb Shlb sbdg dali rofl
      description Finder
    import com.apple.unknown-object: com.apple.document-type
      ostype unfs
      description Unknown Object
    import com.apple.not-loaded: com.apple.document-type
      ostype nldd
      description Not Loaded
    import com.apple.legacy.window: com.apple.document-type
      ostype gwin
      description Window
    import com.apple.legacy.question-mark: com.apple.document-type
      ostype ques
      description Question Mark
    import com.apple.legacy.eject-media: com.apple.document-type
      ostype ejec
      description Eject Media
    import com.apple.legacy.burn: com.apple.document-type
      ostype burn
      description Burn
    import com.apple.legacy.customize-toolbar: com.apple.document-type
      ostype tcus
      description Customize Toolbar
    import com.apple.legacy.delete-toolbar: com.apple.document-type
      ostype tdel
      description Delete Toolbar
    import com.apple.legacy.right-container-arrow: com.apple.document-type
      ostype rcar
      description Right Container Arrow
    import com.apple.icon-overlay.drop-folder-badge: com.apple.document-type
      ostype drfb
      description Drop Folder Badge
    import com.apple.icon-overlay.private-folder-badge: com.apple.document-type
      ostype prfb
      description Private Folder Badge
    import com.apple.icon-overlay.private-folder: com.apple.document-type
      ostype prvf
      description Private Folder
    import com.apple.legacy.open-folder: com.apple.document-type
      ostype ofld
      description Open Folder
    import com.apple.legacy.favorite-items: com.apple.document-type
      ostype favs
      description Favorite Items
    import com.apple.legacy.locked: com.apple.document-type
      ostype lock
      description Locked
    import com.apple.legacy.unlocked: com.apple.document-type
      ostype ulck
      description Unlocked
    import com.apple.legacy.no-write: com.apple.document-type
      ostype nwrt
      description No Write
    import com.apple.legacy.keep-arranged: com.apple.document-type
      ostype arng
      description Keep Arranged
    import com.apple.legacy.grid: com.apple.document-type
      ostype grid
      description Grid
    import com.apple.legacy.connect-to: com.apple.document-type
      ostype cnct
      description Connect To
    import com.apple.legacy.backward-arrow: com.apple.document-type
      ostype baro sbar
      description Backward Arrow
    import com.apple.legacy.forward-arrow: com.apple.document-type
      ostype faro sfar
      description Forward Arrow
    import com.apple.icon-overlay.locked-badge: com.apple.document-type
      ostype lbdg
      description Locked Badge
    import com.apple.icon-overlay.alias-badge: com.apple.document-type
      ostype abdg
      description Alias Badge
    import com.apple.icon-overlay.alert-caution-badge: com.apple.document-type
      ostype cbdg
      description Alert Caution Badge
    import com.apple.icon-overlay.unsupported-badge: com.apple.document-type
      ostype ubdg
      description Unsupported Badge
    import com.apple.legacy.magnifying-glass: com.apple.document-type
      ostype glas
      description Magnifying Glass
    import com.apple.legacy.erasing: com.apple.document-type
      ostype eras
      description Erasing
    import com.apple.legacy.multiple-items: com.apple.document-type
      ostype mitm
      description Multiple Items
    """#
}
