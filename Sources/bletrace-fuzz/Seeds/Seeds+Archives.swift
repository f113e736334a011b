import BletraceTestSupport

extension Seeds {
  /// The beginning of a capture, in the archives and the ways to write them that there are.
  static func archives(of file: [UInt8]) -> [Seed] {
    let start = Array(file.prefix(300))
    var zips: [ZipWriter] = []
    for way in 0..<6 {
      var writer = ZipWriter()
      for name in ["version.txt", "FS/btsnoop_hci.log"] {
        var file = ZipWriter.File(name, start)
        file.method = way == 1 ? 0 : 8
        file.hasDescriptor = way == 2 || way == 3
        file.signsDescriptor = way == 2
        file.isZip64 = way == 3 || way == 4
        file.isEncrypted = way == 5
        writer.add(file)
      }
      zips.append(writer)
    }
    var tar = TarWriter()
    tar.addLong(Array(repeating: 0x61, count: 120), start)
    tar.addExtended(Array("12 path=abc\n".utf8), "short", Array(start.prefix(10)))
    // Those of the last are longer than an input; a part of it is one too.
    let files =
      zips.map { $0.finished(isZip64: $0.bytes.count.isMultiple(of: 2)) }
      + [gzipped(start), Array(gzipped(tar.bytes)), Array(tar.bytes.dropFirst(1024))]
    return files.map { Seed(stage: ArchivesStage.name, octets: [3] + $0) }
  }
}
