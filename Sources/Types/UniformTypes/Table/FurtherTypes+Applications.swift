extension FurtherTypes {
  /// Types that common Mac applications declare.
  static let applications: StaticString = #"""
    import ch.sudo.cyberduck.bookmark: public.data
      extension duck
    import com.advenio.macgourmet-spotlight-metadata: public.data
      extension mgspot
    import com.apple.addressbook.group: public.data
      extension abcdg
    import com.apple.addressbook.person: public.data public.contact
      extension abcdp
    import com.apple.appleworks.document: public.data
      extension cwk
      mime application/x-appleworks-document
      description AppleWorks document
    import com.apple.ariadne.artrace: public.data
      extension artrace
    import com.apple.cfr-font: public.font
      extension sfont
    import com.apple.chess.game: public.utf8-plain-text
      extension game
    import com.apple.clips-source: public.source-code
      extension clp
    import com.apple.createml.project: com.apple.package public.data public.content
      extension mlproj
    import com.apple.disk-image-cdr: com.apple.disk-image
      extension dvdr cdr
    import com.apple.disk-image-sparse: com.apple.disk-image
      extension asif
    import com.apple.disk-image-udif-segment: public.data
      extension dmgpart
    import com.apple.documentation.guide: net.daringfireball.markdown
      extension guide
    import com.apple.dt.document.apns: public.json
      extension apns
    import com.apple.finalcutpro.colorboard: public.data
      extension cboard
    import com.apple.finalcutpro.xml: public.xml
      extension fcpxml
    import com.apple.freeform.board: public.data public.composite-content
      extension board
    import com.apple.ibooks-container: public.data public.composite-content
      extension ibooks
    import com.apple.ibooksauthor.book: public.data public.composite-content
      extension iba book
    import com.apple.ical.backup-package: com.apple.package public.data
      extension icbu
    import com.apple.ichat.transcript: public.data
      extension ichat chat
    import com.apple.iphoto.ipmeta: public.data
      extension ipmeta
    import com.apple.iphoto.ipspot: public.data
      extension ipspot
    import com.apple.ips: public.text
      extension ips
    import com.apple.itunes.db: public.data public.database
      extension itl
    import com.apple.itunes.ipg: public.data
      extension ipg
    import com.apple.itunes.ipsw: public.data public.executable
      extension ipsw
    import com.apple.itunes.nvf: public.data
      extension nvf
    import com.apple.itunes.podcast: public.data
      extension pcast itpc
    import com.apple.iwork.keynote.kpdc: public.data
      extension kpdc
    import com.apple.logic-song: public.data
      extension lso
    import com.apple.logic.channelstripsetting: public.data
      extension cst
    import com.apple.logic.dpst: public.data
      extension dpst
    import com.apple.logic.exs: public.data
      extension exs sbk
    import com.apple.logic.impulseresponse: public.data
      extension sdir
    import com.apple.logic.notator: public.data
      extension son
    import com.apple.logic.pluginsetting: public.data
      extension pst
    import com.apple.lsr-image: public.image
      extension lsr
    import com.apple.mail.emlx: public.data public.email-message
      extension emlx
      mime message/x-emlx
      description Apple Mail message
    import com.apple.music.itlp: public.html com.apple.package
      extension itlp
    import com.apple.music.rmp-playlist: public.text public.playlist
      extension rmp
    import com.apple.pdf-printer-settings: public.data
      extension pset
    import com.apple.photos.apple-adjustment-envelope: public.data public.content
      extension aae
    import com.apple.photos.slow-motion-video-sidecar: public.data public.content
      extension slm
    import com.apple.preview.blank: public.data
      extension blank
    import com.apple.scenekit.particlesystem: public.data
      extension scnp
    import com.apple.shortcuts.workflow-file: com.apple.property-list public.content
      extension wflow
    import com.apple.spritekit.serialized: public.data
      extension sks
    import com.apple.systemprofiler.document: public.xml
      extension spx
      mime application/x-apple-systemprofiler+xml
    import com.apple.terminal.session: public.data
      extension term
    import com.apple.terminal.shell-script: public.shell-script
      extension command tool
    import com.apple.text-based-dylib: public.yaml
      extension tbd
    import com.apple.trace: public.data
      extension atrc
    import com.apple.tv.database: public.data public.database
      extension tvdb
    import com.apple.tv.ite: public.html com.apple.package
      extension ite
    import com.apple.wireless-diagnostics.wdmon: public.data
      extension wdmon
    import com.apple.xcode.mom: public.data
      extension mom
    import com.apple.xcode.projectdata: public.text
      extension mode0 mode1 mode2 mode3
    import com.c-command.eaglefiler.index: public.data
      extension efindex
    import com.dekorra.clarisdraw: public.data
      extension ddrw cdd
    import com.dekorra.clarisdrawlib: public.data
      extension ilib
    import com.dekorra.eazydraw.binary: public.data
      extension ezddata
    import com.dekorra.eazydraw.graphic: public.data
      extension ezdraw
    import com.dekorra.macdrawii: public.data
      extension draw
    import com.dekorra.macdrawpro: public.data
      extension ddoc
    import com.eastgate.tinderbox: public.data
      extension tbx
    import com.econtechnologies.chronosync.document.container: public.data
      extension csyn
    import com.econtechnologies.chronosync.document.sync: public.data
      extension sync
    import com.evernote.note-metadata2: public.data
      extension enspot
    import com.getdropbox.dropbox.binder: public.data
      extension binder
    import com.getdropbox.dropbox.paper: public.data
      extension paper
    import com.getdropbox.dropbox.papert: public.data
      extension papert
    import com.getdropbox.dropbox.shortcut: public.data
      extension web
    import com.google.gdoc: public.data
      extension gdoc
      mime application/vnd.google-apps.document
    import com.google.gsheet: public.data
      extension gsheet
      mime application/vnd.google-apps.spreadsheet
    import com.intel.nw.app: public.data
      extension nw
    import com.macitbetter.segmented-archive: public.data public.archive
      extension 000 001 002 003 004 005 006 007 008 009 010 011 012 013 014 015 016 017 018 019 020 021 022 023 024 025 026 027 028 029 030 031 032 033 034 035 036 037 038 039 040 041 042 043 044 045 046 047 048 049 050 051 052 053 054 055 056 057 058 059 060 061 062 063 064 065 066 067 068 069 070 071 072 073 074 075 076 077 078 079 080 081 082 083 084 085 086 087 088 089 090 091 092 093 094 095 096 097 098 099
    import com.macitbetter.zip-archive: public.zip-archive
      extension pk3 nth pk4 xpi
    import com.microsoft.excel.openxml.addin: public.data
      extension xlam
      mime application/vnd.ms-excel.addin.macroEnabled.12
    import com.microsoft.excel.slk: public.data
      extension slk
      mime application/x-sylk text/spreadsheet
      description Symbolic link spreadsheet
    import com.microsoft.excel.space-separated-values-text: public.text
      extension prn
    import com.microsoft.excel.xlb: public.data
      extension xlb
    import com.microsoft.excel.xld: public.data
      extension xld
    import com.microsoft.excel.xll: public.data
      extension xll
    import com.microsoft.excel.xlm: public.data
      extension xlm
    import com.microsoft.office.openxml.theme: public.data
      extension thmx
      mime application/vnd.ms-officetheme
    import com.microsoft.outlook.dat: public.data
      extension dat
      mime application/vnd.ms-tnef application/ms-tnef
      description Outlook attachment
    import com.microsoft.outlook.template: public.data public.email-message
      extension emltpl
    import com.microsoft.powerpoint.ppa: public.data
      extension ppa
    import com.microsoft.powerpoint.ppam: public.data
      extension ppam
      mime application/vnd.ms-powerpoint.addin.macroEnabled.12
    import com.microsoft.word.dictionary: public.data
      extension dic
    import com.mythtv.nuv: public.data
      extension nuv
    import com.omnigroup.omnioutliner.oo3: public.data
      extension oo3
    import com.p5sys.jump.file.archive: public.data public.archive
      extension jdz
    import com.p5sys.jump.file.jump: public.data
      extension jump
    import com.p5sys.jump.file.rdp: public.data
      extension rdp
      mime application/rdp application/x-rdp
    import com.parallels.vm.vmconfig: public.data
      extension pvs
    import com.parallels.vm.vmhdd: public.data
      extension hdd hds
    import com.parallels.vm.vmmem: public.data
      extension mem
    import com.parallels.vm.vmsav: public.data
      extension sav
    import com.philandro.playbackfilehandler.anydesk: public.data
      extension anydesk
    import com.pixar.universal-scene-description-utf8: public.utf8-plain-text com.pixar.universal-scene-description
      extension usda
      mime model/vnd.usda
    import com.postbox-inc.postbox.pbeml: public.data
      extension pbeml
    import com.roxio.disk-image-toast: com.apple.disk-image
      extension toast
    import com.seriflabs.affinity: public.data
      extension fh10 fh11
    import com.seriflabs.affinityphoto.document: public.data
      extension afphoto
    import com.seriflabs.affinitypublisher.document: public.data
      extension afpub
    import com.symantec.diskdoubler-archive: public.data public.archive
      extension dd
    import com.tascam.opentl: public.data
      extension tl
    import net.sourceforge.skim-app.skimnotes: public.data
      extension skim
    import org.7-zip.nsis-archive: public.data public.archive
      extension nsis
    import org.bzip.bzip2-archive: public.bzip2-archive
      extension tb2 bzip2
    import org.khronos.glsl.fragment-shader: org.khronos.glsl-source
      extension fs fsh frag fragsh
    import org.khronos.glsl.geometry-shader: org.khronos.glsl-source
      extension gs gsh geom
    import org.khronos.glsl.tess-control-shader: org.khronos.glsl-source
      extension ctrl
    import org.khronos.glsl.tess-evaluation-shader: org.khronos.glsl-source
      extension eval
    import org.khronos.glsl.vertex-shader: org.khronos.glsl-source
      extension vs vsh vert vertex
    import org.videolan.aob: public.audio
      extension aob
    import org.videolan.mlp: public.audio
      extension mlp
      mime audio/x-mlp
    import org.videolan.mpeg-stream: public.movie
      extension m2p tp m2t mt2s
    import org.videolan.oma: public.audio
      extension oma
      mime audio/x-oma
    import org.videolan.rec: public.movie
      extension rec
    import org.videolan.rmi: public.audio
      extension rmi
      mime audio/rmi
    import org.videolan.tod: public.movie
      extension tod
    import org.videolan.vlc: public.plain-text public.playlist
      extension vlc
    import org.videolan.vqf: public.audio
      extension vqf
    import org.videolan.vro: public.movie
      extension vro
    import org.videolan.xa: public.audio
      extension xa
    import public.avchd-content: public.data public.content
      extension bdm bdmv
      mime video/x-avchd-content
    """#
}
