import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// Archives in archives, and captures that are packed in them, as people send them.
@Suite("Archives in archives, as the commands take them")
struct NestedArchiveCommandTests {
  private let folder: TemporaryFolder
  private static let log = "logs/Bluetooth/bluetoothd-hci-latest.pklg"

  init() throws { folder = try TemporaryFolder() }

  private static func story(_ records: Int) -> CaptureBuilder {
    var story = CaptureBuilder()
    for index in 0..<records { story.event(0xFF, [0x77, UInt8(truncatingIfNeeded: index)]) }
    return story
  }

  private static func zip(_ files: [(String, [UInt8])]) -> [UInt8] {
    var writer = ZipWriter()
    for (name, contents) in files { writer.add(name, contents) }
    return writer.finished()
  }

  private static func tar(_ files: [(String, [UInt8])]) -> [UInt8] {
    var writer = TarWriter()
    for (name, contents) in files { writer.add(name, contents) }
    return writer.finished()
  }

  private func captures(_ words: String...) throws -> [String: Int] {
    let result = bletrace(["analyze", "-q", "--format", "json"] + words)
    #expect(result.code == .success && result.errors == "", "\(result.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let captures = try #require((report as? [String: Any])?["captures"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: captures.compactMap {
        ($0["path"] as? String ?? "", $0["records"] as? Int ?? -1)
      })
  }

  @Test("a sysdiagnose in a zip, and the zip in another")
  func sysdiagnose() throws {
    let inner = gzipped(
      Self.tar([
        ("summaries.txt", Array("x".utf8)), (Self.log, Self.story(6).packetLogger()),
        ("logs/Bluetooth/older.pklg.gz", gzipped(Self.story(4).packetLogger())),
        ("logs/else.gz", gzipped(Array("nothing".utf8))),
      ]))
    let once = Self.zip([("mail.txt", Array("See it".utf8)), ("sysdiagnose.tar.gz", inner)])
    for (name, bytes, within) in [
      ("once.zip", once, "sysdiagnose.tar.gz"),
      ("twice.zip", Self.zip([("once.zip", once)]), "once.zip/sysdiagnose.tar.gz"),
      ("packed.tgz", gzipped(Self.tar([("once.zip", once)])), "once.zip/sysdiagnose.tar.gz"),
    ] {
      let path = try folder.write(bytes, to: name)
      let latest = "\(path)/\(within)/\(Self.log)"
      #expect(
        try captures(path) == [
          latest: 6, "\(path)/\(within)/logs/Bluetooth/older.pklg.gz": 4,
        ])
      #expect(try captures(latest) == [latest: 6])
      #expect(bletrace("decode", latest).output.split(separator: "\n").count == 6)
      #expect(bletrace("decode", "\(latest)x").errors.contains("no such file in the archive"))
    }
  }

  @Test("an archive with a capture of its own is not searched for others in it")
  func ownCapture() throws {
    let inner = Self.zip([("log", Self.story(2).btsnoop())])
    let path = try folder.write(
      Self.zip([("dumpstate_board.bin", inner), ("log", Self.story(3).btsnoop())]), to: "a.zip")
    #expect(try captures(path) == ["\(path)/log": 3])
    #expect(
      try captures("\(path)/dumpstate_board.bin/log") == [
        "\(path)/dumpstate_board.bin/log": 2
      ])
  }

  @Test("the log in the text of a bug report that is in an archive in an archive")
  func text() throws {
    let inner = Self.zip([("bugreport.txt", Array("Battery\n".utf8) + Self.story(4).btsnoozText())])
    let path = try folder.write(Self.zip([("in.zip", inner)]), to: "a.zip")
    #expect(try captures(path) == ["\(path)/in.zip/bugreport.txt": 4])
  }

  @Test("names of makers: what begins as a capture is one")
  func makers() throws {
    let capture = Self.story(3).btsnoop()
    let names = [
      "FS/data/log/bt/btsnoop_hci.log", "FS/data/misc/bluetooth/logs/btsnoop_hci.log.filtered",
      "FS/data/misc/bluetooth/logs/BT_HCI_2026_0502_160843_UTC+0200.cfa.curf",
      "common/com.android.bluetooth/btsnoop_hci.log", "log/bluetooth/btsnoop_hci_202607221152.cfa",
      "common/bt_log/CsLog_1/BT_HCI_1.cfa", "data/log/bt/btsnoop_hci_20260915_185317.log",
    ]
    for bytes in [Self.zip(names.map { ($0, capture) }), Self.tar(names.map { ($0, capture) })] {
      let path = try folder.write(bytes, to: "a")
      #expect(
        try captures(path)
          == Dictionary(
            uniqueKeysWithValues: names.map { ("\(path)/\($0)", 3) }))
    }
  }

  @Test("bombs in an archive in an archive end at the limit")
  func bomb() throws {
    let bomb = Self.tar([("x.pklg.gz", gzipped([1, 2, 3], zeros: 40_000))])
    let path = try folder.write(Self.zip([("in.tgz", gzipped(bomb))]), to: "a.zip")
    let result = bletrace("analyze", "--unpack-limit", "1MB", path)
    #expect(result.code == .trouble)
    let none = try folder.write(Self.zip([("in.zip", Self.zip([]))]), to: "b.zip")
    #expect(bletrace("analyze", none).errors.contains("contains no capture"))
  }
}
