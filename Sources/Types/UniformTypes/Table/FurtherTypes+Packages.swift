extension FurtherTypes {
  /// Types of archives, packages, disk images and programs that Apple does not declare.
  static let packages: StaticString = #"""
    import io.proffer.zstandard: public.data public.archive
      extension zst zstd
      mime application/zstd application/x-zstd
      description Zstandard archive
    import io.proffer.lz4: public.data public.archive
      extension lz4
      mime application/x-lz4
      description LZ4 archive
    import io.proffer.lzip: public.data public.archive
      extension lz
      mime application/x-lzip application/lzip
      description lzip archive
    import io.proffer.lzma: public.data public.archive
      extension lzma
      mime application/x-lzma
      description LZMA archive
    import io.proffer.lzop: public.data public.archive
      extension lzo
      mime application/x-lzop
      description lzop archive
    import io.proffer.lrzip: public.data public.archive
      extension lrz
      mime application/x-lrzip
      description lrzip archive
    import io.proffer.brotli: public.data public.archive
      extension br
      mime application/x-brotli application/x-br
      description Brotli data
    import io.proffer.snappy: public.data public.archive
      extension sz snappy
      mime application/x-snappy-framed
      description Snappy data
    import io.proffer.zlib: public.data public.archive
      extension zz zlib
      mime application/zlib
      description zlib data
    import io.proffer.tar-zstandard: io.proffer.zstandard
      extension tzst
      mime application/x-zstd-compressed-tar
      description tar archive (Zstandard)
    import io.proffer.tar-lzip: io.proffer.lzip
      mime application/x-lzip-compressed-tar
      description tar archive (lzip)
    import io.proffer.tar-lzma: io.proffer.lzma
      extension tlz
      mime application/x-lzma-compressed-tar
      description tar archive (LZMA)
    import io.proffer.tar-lz4: io.proffer.lz4
      mime application/x-lz4-compressed-tar
      description tar archive (LZ4)
    import io.proffer.tar-compress: public.z-archive
      extension taz
      mime application/x-tarz
      description tar archive (compress)
    import io.proffer.archive-library: public.data public.archive
      extension a ar
      mime application/x-archive
      description Archive of ar
    import io.proffer.shell-archive: public.shell-script
      extension shar
      mime application/x-shar
      description Shell archive
    import org.7-zip.lha-archive: public.data public.archive
      extension lha lzh lzs
      mime application/x-lha application/x-lzh-compressed application/x-lzh application/x-lharc
      description LHA archive
    import org.7-zip.arj-archive: public.data public.archive
      extension arj
      mime application/x-arj application/arj
      description ARJ archive
    import io.proffer.ace-archive: public.data public.archive
      extension ace
      mime application/x-ace application/x-ace-compressed
      description ACE archive
    import io.proffer.installshield-cabinet: public.data public.archive
      extension cab
      mime application/x-installshield
      description InstallShield cabinet
    import io.proffer.alz-archive: public.data public.archive
      extension alz
      mime application/x-alz
      description ALZ archive
    import io.proffer.zoo-archive: public.data public.archive
      extension zoo
      mime application/x-zoo
      description zoo archive
    import io.proffer.arc-archive: public.data public.archive
      extension arc
      mime application/x-arc
      description ARC archive
    import io.proffer.zpaq: public.data public.archive
      extension zpaq
      mime application/x-zpaq
      description ZPAQ archive
    import io.proffer.warc: public.data public.archive
      extension warc
      mime application/warc
      description Web archive (WARC)
    import io.proffer.asar: public.data public.archive
      extension asar
      mime application/x-asar
      description Electron archive
    import io.proffer.windows-image: public.data public.archive
      extension wim swm esd
      mime application/x-ms-wim
      description Windows image
    import io.proffer.qpress: public.data public.archive
      extension qp
      mime application/x-qpress
      description qpress archive
    import io.proffer.virtual-hard-disk: com.apple.disk-image
      extension vhd
      mime application/x-vhd-disk application/x-virtualbox-vhd
      description Virtual hard disk
    import io.proffer.virtual-hard-disk-2: com.apple.disk-image
      extension vhdx
      mime application/x-vhdx-disk application/x-virtualbox-vhdx
      description Virtual hard disk (VHDX)
    import io.proffer.virtual-machine-disk: com.apple.disk-image
      extension vmdk
      mime application/x-vmdk-disk application/x-virtualbox-vmdk
      description Virtual machine disk
    import io.proffer.virtualbox-disk: com.apple.disk-image
      extension vdi
      mime application/x-vdi-disk application/x-virtualbox-vdi
      description VirtualBox disk
    import io.proffer.qemu-disk: com.apple.disk-image
      extension qcow2 qcow
      mime application/x-qemu-disk
      description QEMU disk
    import io.proffer.raw-disk-image: com.apple.disk-image
      extension raw-disk-image img
      mime application/x-raw-disk-image
      description Raw disk image
    import io.proffer.open-virtual-appliance: public.tar-archive
      extension ova
      mime application/x-virtualbox-ova application/ovf
      description Virtual appliance
    import io.proffer.open-virtualization-format: public.xml
      extension ovf
      mime application/x-virtualbox-ovf
      description Description of a virtual machine
    import org.debian.deb-archive: public.data public.archive
      extension deb udeb
      mime application/vnd.debian.binary-package application/x-deb application/x-debian-package
      description Debian package
    import com.redhat.rpm-archive: public.data public.archive
      extension rpm
      mime application/x-rpm application/x-redhat-package-manager
      description RPM package
    import io.proffer.source-rpm: com.redhat.rpm-archive
      extension srpm
      mime application/x-source-rpm
      description RPM source package
    import io.proffer.android-package: public.zip-archive public.executable
      extension apk aab
      mime application/vnd.android.package-archive
      description Android package
    import io.proffer.dalvik-executable: public.data public.executable
      extension dex
      mime application/x-dex
      description Dalvik executable
    import io.proffer.python-wheel: public.zip-archive
      extension whl
      mime application/x-wheel+zip application/x-wheel
      description Python wheel
    import org.python.python-egg: public.zip-archive
      extension egg
      description Python egg
    import io.proffer.java-module: public.zip-archive
      extension jmod
      mime application/x-java-jmod+zip
      description Java module
    import io.proffer.enterprise-archive: com.sun.java-archive
      extension ear
      mime application/java-ee-archive
      description Java enterprise archive
    import io.proffer.windows-installer: public.data
      extension msi msm msp
      mime application/x-msi application/x-windows-installer
      description Windows installer package
    import io.proffer.windows-app-package: public.zip-archive
      extension msix appx msixbundle appxbundle
      mime application/msix application/appx application/vns.ms-appx
      description Windows app package
    import org.chromium.extension: public.data public.archive
      extension crx
      mime application/x-chrome-extension application/x-google-chrome-extension
      description Chromium extension
    import io.proffer.mozilla-extension: public.zip-archive
      extension xpi
      mime application/x-xpinstall
      description Mozilla extension
    import io.proffer.appimage: public.data public.executable
      extension appimage
      mime application/vnd.appimage application/x-iso9660-appimage application/x-appimage
      description AppImage
    import io.proffer.snap-package: public.data public.executable
      extension snap
      mime application/vnd.snap
      description Snap package
    import io.proffer.flatpak-bundle: public.data public.executable
      extension flatpak
      mime application/vnd.flatpak application/vnd.xdgapp
      description Flatpak bundle
    import io.proffer.flatpak-reference: public.plain-text
      extension flatpakref
      mime application/vnd.flatpak.ref
      description Flatpak reference
    import io.proffer.squashfs: com.apple.disk-image
      extension squashfs sqfs sfs
      mime application/vnd.squashfs application/x-squashfs
      description SquashFS image
    import org.bittorrent.torrent: public.data
      extension torrent
      mime application/x-bittorrent
      description BitTorrent document
    import io.proffer.nuget-package: public.zip-archive
      extension nupkg
      description NuGet package
    import io.proffer.ruby-gem: public.tar-archive
      extension gem
      description Ruby gem
    import io.proffer.windows-theme-pack: com.microsoft.cab
      extension themepack
      mime application/x-windows-themepack
      description Windows theme pack
    import io.proffer.shared-library: public.elf-binary
      extension so
      mime application/x-sharedlib
      description Shared library
    import io.proffer.core-dump: public.elf-binary
      extension core
      mime application/x-core
      description Core dump
    import io.proffer.android-sparse-image: com.apple.disk-image
      extension simg
      description Android sparse image
    import io.proffer.device-tree-blob: public.data
      extension dtb
      description Device tree blob
    import io.proffer.windows-batch: public.source-code
      extension bat cmd
      mime application/bat application/x-bat
      description Windows batch file
    import io.proffer.windows-registry: public.plain-text
      extension reg
      mime text/x-ms-regedit
      description Registry entries
    import io.proffer.windows-registry-hive: public.data
      extension hiv hve
      mime application/x-ms-registry-hive
      description Registry hive
    import io.proffer.windows-shortcut: public.data
      extension lnk
      mime application/x-ms-shortcut application/x-win-lnk application/x.ms-shortcut
      description Windows shortcut
    import io.proffer.windows-driver-information: public.plain-text
      extension inf
      mime application/x-setupscript
      description Windows setup information
    import io.proffer.windows-system-file: com.microsoft.windows-executable
      extension sys scr cpl ocx
      description Windows system file
    import io.proffer.dos-program: public.data public.executable
      extension com
      mime application/x-dosexec
      description DOS program
    import io.proffer.event-log: public.data
      extension evtx evt
      mime application/x-ms-evtx
      description Windows event log
    """#
}
