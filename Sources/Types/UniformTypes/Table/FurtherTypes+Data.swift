extension FurtherTypes {
  /// Types of data, feeds, keys and fonts that Apple does not declare.
  static let data: StaticString = #"""
    # Data, feeds, keys and messages
    import io.proffer.json-lines: public.ndjson
      extension jsonl jsonlines
      mime application/jsonl application/x-jsonlines application/jsonlines
      description JSON lines
    import io.proffer.json5: public.text
      extension json5
      mime application/json5
      description JSON5
    import io.proffer.json-with-comments: public.text
      extension jsonc
      mime application/jsonc
      description JSON with comments
    import io.proffer.json-ld: public.json
      extension jsonld
      mime application/ld+json
      description Linked data in JSON
    import io.proffer.json-schema: public.json
      mime application/schema+json
      description JSON schema
    import io.proffer.json-patch: public.json
      mime application/json-patch+json
      description JSON patch
    import io.proffer.har: public.json
      extension har
      description HTTP archive
    import io.proffer.topojson: public.json
      extension topojson
      description TopoJSON
    import io.proffer.web-manifest: public.json
      extension webmanifest
      mime application/manifest+json
      description Web application manifest
    import io.proffer.source-map: public.json
      extension map
      mime application/source-map
      description Source map
    import io.proffer.configuration-text: public.plain-text
      extension cfg conf config cnf
      description Configuration file
    import io.proffer.environment-text: public.plain-text
      extension env
      description Environment variables
    import io.proffer.java-properties: public.plain-text
      extension properties
      mime text/x-java-properties
      description Java properties
    import io.proffer.editor-configuration: public.plain-text
      extension editorconfig
      description Editor configuration
    import io.proffer.lock-text: public.plain-text
      extension lock
      description Lock file
    import io.proffer.sqlite: public.data public.database
      extension sqlite sqlite3 db db3 gpkg mbtiles
      mime application/vnd.sqlite3 application/x-sqlite3
      description SQLite database
    import io.proffer.berkeley-db: public.data public.database
      extension bdb
      mime application/x-berkeley-db application/x-dbm
      description Berkeley database
    import io.proffer.gdbm: public.data public.database
      extension gdbm
      mime application/x-gdbm
      description GDBM database
    import io.proffer.access-database: public.data public.database
      extension mdb mde
      mime application/vnd.ms-access application/msaccess application/x-msaccess application/x-mdb
      description Microsoft Access database
    import io.proffer.access-database-2007: public.data public.database
      extension accdb accde accdt
      mime application/vnd.msaccess application/x-msaccess-accdb
      description Microsoft Access database (2007)
    import io.proffer.dbase: public.data public.database
      extension dbf
      mime application/x-dbf application/dbase application/x-dbase application/dbf
      description dBASE table
    import io.proffer.mysql-table-definition: public.data
      extension frm
      mime application/x-mysql-table-definition
      description MySQL table definition
    import io.proffer.mysql-misam-index: public.data
      extension myi
      mime application/x-mysql-misam-index
      description MySQL index
    import io.proffer.mysql-misam-data: public.data
      extension myd
      mime application/x-mysql-misam-data
      description MySQL data
    import io.proffer.keepass: public.data
      extension kdbx kdb
      mime application/x-keepass2 application/x-keepass
      description KeePass database
    import io.proffer.parquet: public.data
      extension parquet pqt
      mime application/vnd.apache.parquet application/x-parquet
      description Parquet table
    import io.proffer.avro: public.data
      extension avro
      mime application/avro application/vnd.apache.avro avro/binary
      description Avro data
    import io.proffer.orc: public.data
      extension orc
      mime application/vnd.apache.orc application/x-orc
      description ORC table
    import io.proffer.arrow: public.data
      extension arrow
      mime application/vnd.apache.arrow.file
      description Arrow table
    import io.proffer.arrow-stream: public.data
      extension arrows
      mime application/vnd.apache.arrow.stream
      description Arrow stream
    import io.proffer.feather: io.proffer.arrow
      extension feather
      description Feather table
    import io.proffer.hdf: public.data
      extension h5 hdf5 hdf he5 hdf4 h4
      mime application/x-hdf application/x-hdf5 application/x-hdf4
      description HDF data
    import io.proffer.netcdf: public.data
      extension nc cdf
      mime application/netcdf application/x-netcdf
      description NetCDF data
    import io.proffer.matlab-data: public.data
      extension mat
      mime application/x-matlab-data application/matlab-mat
      description MATLAB data
    import io.proffer.r-data: public.data
      extension rdata rda
      mime application/x-r-data
      description R data
    import io.proffer.r-object: public.data
      extension rds
      description R object
    import io.proffer.sas-data: public.data
      extension sas7bdat
      mime application/x-sas-data
      description SAS data
    import io.proffer.sas-transport: public.data
      extension xpt
      mime application/x-sas-xport
      description SAS transport file
    import io.proffer.spss-data: public.data
      extension sav zsav por
      mime application/x-spss-sav application/x-spss-por application/x-spss-savefile
      description SPSS data
    import io.proffer.stata-data: public.data
      extension dta
      mime application/x-stata-dta application/x-stata
      description Stata data
    import io.proffer.numpy-array: public.data
      extension npy
      mime application/x-numpy-data application/x-npy
      description NumPy array
    import io.proffer.numpy-archive: public.zip-archive
      extension npz
      mime application/x-numpy-archive
      description NumPy archive
    import io.proffer.pickle: public.data
      extension pkl pickle
      mime application/x-pickle application/python-pickle
      description Python pickle
    import io.proffer.pytorch-model: public.data
      extension pt pth ckpt
      mime application/x-pytorch
      description PyTorch model
    import io.proffer.safetensors: public.data
      extension safetensors
      mime application/x-safetensors
      description Safetensors model
    import io.proffer.gguf: public.data
      extension gguf ggml
      mime application/x-gguf
      description GGUF model
    import io.proffer.onnx: public.data
      extension onnx
      mime application/x-onnx
      description ONNX model
    import io.proffer.tensorflow-lite: public.data
      extension tflite
      mime application/x-tflite
      description TensorFlow Lite model
    import com.topografix.gpx: public.xml
      extension gpx
      mime application/gpx+xml application/gpx application/x-gpx application/x-gpx+xml
      description GPS exchange
    import io.proffer.garmin-training: public.xml
      extension tcx
      mime application/vnd.garmin.tcx+xml
      description Training data
    import io.proffer.garmin-fit: public.data
      extension fit
      mime application/vnd.ant.fit application/fit
      description FIT activity
    import com.google.earth.kml: public.xml
      extension kml
      mime application/vnd.google-earth.kml+xml
      description KML places
    import com.google.earth.kmz: public.zip-archive
      extension kmz
      mime application/vnd.google-earth.kmz
      description Compressed KML places
    import io.proffer.gml: public.xml
      extension gml
      mime application/gml+xml
      description Geography markup
    import io.proffer.esri-shape: public.data
      extension shp
      mime application/vnd.shp application/x-esri-shape application/x-shapefile
      description Shapefile
    import io.proffer.esri-shape-index: public.data
      extension shx
      mime application/vnd.shx
      description Shapefile index
    import io.proffer.geotiff: public.tiff
      extension gtiff gtif
      description GeoTIFF
    import org.opml.opml: public.xml
      extension opml
      mime text/x-opml+xml text/x-opml
      description OPML outline
    import io.proffer.atom-feed: public.xml
      extension atom
      mime application/atom+xml
      description Atom feed
    import io.proffer.xml-schema: public.xml
      extension xsd
      mime application/xsd+xml
      description XML schema
    import io.proffer.xslt: public.xml
      extension xsl xslt
      mime application/xslt+xml application/xslt
      description XSL transformation
    import io.proffer.xquery: public.source-code
      extension xq xquery xqy
      mime application/xquery
      description XQuery
    import io.proffer.document-type-definition: public.plain-text
      extension dtd
      mime application/xml-dtd text/x-dtd
      description Document type definition
    import io.proffer.xml-entity: public.xml
      extension ent
      mime application/xml-external-parsed-entity text/xml-external-parsed-entity
      description XML entity
    import io.proffer.relax-ng: public.xml
      extension rng
      mime application/relax-ng+xml application/x-relax-ng+xml
      description RELAX NG schema
    import io.proffer.relax-ng-compact: public.plain-text
      extension rnc
      mime application/relax-ng-compact-syntax
      description RELAX NG schema (compact)
    import io.proffer.wsdl: public.xml
      extension wsdl
      mime application/wsdl+xml
      description Web service description
    import io.proffer.xaml: public.xml
      extension xaml
      mime application/xaml+xml
      description XAML interface
    import io.proffer.mathml: public.xml
      extension mml mathml
      mime application/mathml+xml text/mathml
      description MathML
    import io.proffer.rdf: public.xml
      extension rdf rdfs owl
      mime application/rdf+xml text/rdf
      description RDF in XML
    import io.proffer.turtle: public.plain-text
      extension ttl
      mime text/turtle application/x-turtle
      description Turtle
    import io.proffer.n-triples: public.plain-text
      extension nt
      mime application/n-triples
      description N-Triples
    import io.proffer.notation-3: public.plain-text
      extension n3
      mime text/n3
      description Notation3
    import io.proffer.sparql: public.plain-text
      extension rq sparql
      mime application/sparql-query
      description SPARQL query
    import io.proffer.maven-project: public.xml
      extension pom
      mime text/x-maven+xml
      description Maven project
    import org.oasis-open.xliff: public.xml
      extension xliff xlf
      mime application/xliff+xml application/x-xliff application/x-xliff+xml
      description XLIFF translation
    import io.proffer.translation-memory: public.xml
      extension tmx
      mime application/x-tmx+xml
      description Translation memory
    import com.seriflabs.xmp: public.xml
      extension xmp
      mime application/rdf+xml-xmp
      description XMP metadata
    import com.evernote.enex: public.xml
      extension enex
      mime application/enex+xml
      description Evernote export
    import io.proffer.pgp-message: public.plain-text
      extension asc
      mime application/pgp-encrypted application/pgp
      description OpenPGP message
    import io.proffer.pgp-keys: public.data
      extension gpg pgp pub asc
      mime application/pgp-keys
      description OpenPGP data
    import io.proffer.pgp-signature: public.data
      extension sig asc
      mime application/pgp-signature
      description OpenPGP signature
    import io.proffer.pem-key: public.plain-text
      extension key pem
      mime application/x-pem-key application/x-x509-key
      description Key in PEM
    import io.proffer.der-key: public.data
      extension der key
      unreported-mime application/x-x509-key
      description Key in DER
    import io.proffer.pkcs-7: public.data
      extension p7m p7c p7b p7s
      mime application/pkcs7-mime application/x-pkcs7-mime application/pkcs7-signature application/x-pkcs7-signature application/x-pkcs7-certificates
      description PKCS #7 data
    import io.proffer.pkcs-8: public.data
      extension p8 der
      mime application/pkcs8
      description PKCS #8 key
    import io.proffer.pkcs-10: public.data
      extension p10 csr pem der
      mime application/pkcs10 application/x-pkcs10
      description Certificate request
    import io.proffer.certificate-revocation-list: public.data
      extension crl pem der
      mime application/pkix-crl
      description Certificate revocation list
    import io.proffer.java-jce-keystore: public.data
      extension jceks
      mime application/x-java-jce-keystore
      description Java cryptography keystore
    import io.proffer.java-keystore: public.data
      extension jks ks keystore
      mime application/x-java-keystore
      description Java keystore
    import io.proffer.java-pack200: public.data
      extension pack
      mime application/x-java-pack200
      description Pack200 archive
    import io.proffer.desktop-entry: public.plain-text
      extension desktop
      mime application/x-desktop application/x-gnome-app-info
      description Desktop entry
    import io.proffer.systemd-unit: public.plain-text
      extension mount timer socket target
      mime text/x-systemd-unit
      description systemd unit
    import io.proffer.packet-capture: public.data
      extension pcap cap dmp pcapng
      mime application/vnd.tcpdump.pcap application/x-pcap application/pcap
      description Packet capture
    import io.proffer.cbor: public.data
      extension cbor
      mime application/cbor
      description CBOR data
    import io.proffer.message-pack: public.data
      extension msgpack mpk
      mime application/vnd.msgpack application/msgpack application/x-msgpack
      description MessagePack data
    import io.proffer.bson: public.data
      extension bson
      mime application/bson
      description BSON data
    import io.proffer.flatbuffers: public.data
      extension fbs
      description FlatBuffers schema
    import io.proffer.backup-text: public.plain-text
      extension bak old orig
      mime application/x-trash
      description Backup file
    import io.proffer.nzb: public.xml
      extension nzb
      mime application/x-nzb
      description NZB index
    import io.proffer.metalink: public.xml
      extension metalink
      mime application/metalink+xml
      description Metalink (version 3)
    import io.proffer.metalink-4: public.xml
      extension meta4
      mime application/metalink4+xml
      description Metalink
    import io.proffer.ldif: public.plain-text
      extension ldif
      mime text/x-ldif
      description LDIF directory data
    import io.proffer.apple-double: public.data
      mime application/applefile multipart/appledouble
      description AppleDouble data
    import com.apple.chess.pgn: public.utf8-plain-text
      extension pgn
      mime application/vnd.chess-pgn application/x-chess-pgn
      description Chess games
    import io.proffer.fasta: public.plain-text
      extension fasta fa fna faa
      mime text/x-fasta chemical/seq-na-fasta
      description FASTA sequences
    import io.proffer.fastq: public.plain-text
      extension fastq fq
      mime text/x-fastq chemical/seq-na-fastq
      description FASTQ sequences
    import io.proffer.protein-data-bank: public.plain-text
      mime chemical/x-pdb
      description Protein structure
    import io.proffer.palm-document: io.proffer.palm-database public.composite-content
      extension pdb pdc
      mime application/x-aportisdoc
      description Palm document
    import io.proffer.palm-database: public.data
      extension pqa
      mime application/vnd.palm application/x-palm-database
      description Palm database
    import io.proffer.anki-deck: public.zip-archive
      extension apkg colpkg
      mime application/vnd.anki
      description Anki deck
    # Fonts
    import org.w3.woff: public.font
      extension woff
      mime font/woff application/font-woff application/x-font-woff
      description WOFF font
    import org.w3.woff2: public.font
      extension woff2
      mime font/woff2 application/font-woff2
      description WOFF2 font
    import io.proffer.embedded-opentype: public.font
      extension eot
      mime application/vnd.ms-fontobject
      description Embedded OpenType font
    import io.proffer.font-metrics: public.plain-text
      extension afm
      mime application/x-font-afm
      description Font metrics
    import io.proffer.bitmap-font: public.font
      extension bdf
      mime application/x-font-bdf
      description Bitmap font (BDF)
    import io.proffer.x-bitmap-font: public.font
      extension pcf
      mime application/x-font-pcf
      description Bitmap font (PCF)
    import io.proffer.console-font: public.font
      extension psf psfu
      mime application/x-font-linux-psf
      description Console font
    import io.proffer.windows-font: public.font
      extension fon fnt
      mime application/x-font-fon
      description Windows font
    import io.proffer.font-source: public.xml
      extension ttx glif designspace
      mime application/x-font-ttx
      description Font source
    import io.proffer.fontforge: public.plain-text
      extension sfd
      mime application/vnd.font-fontforge-sfd
      description FontForge font
    """#
}
