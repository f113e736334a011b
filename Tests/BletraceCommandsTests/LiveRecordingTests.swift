import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import BletraceCommands

@Suite struct LiveRecordingTests {
  private static func story(_ count: Int) -> CaptureBuilder {
    var story = CaptureBuilder()
    for index in 0..<count { story.event(0xFF, [UInt8(truncatingIfNeeded: index)]) }
    return story
  }

  private func record(
    _ words: String..., input: [UInt8]
  ) throws -> RunResult {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: input)
    try pipe.fileHandleForWriting.close()
    return bletrace(
      ["live", "-"] + words, standardInput: pipe.fileHandleForReading.fileDescriptor)
  }

  @Test func whatIsRecordedIsWhatCame() throws {
    let folder = try TemporaryFolder()
    let story = Self.story(50)
    let result = try record("--write", folder["walk.btsnoop"], input: story.btsnoop(datalink: 2001))
    #expect(result.code == .success)
    #expect(try folder.read("walk.btsnoop") == story.btsnoop(datalink: 2001))
    _ = try record("--write", folder["walk.pcap"], input: story.btsnoop())
    #expect(try folder.read("walk.pcap")[24...] == story.pcap(254)[24...])
    #expect(try folder.names == ["walk.btsnoop", "walk.pcap"])
  }

  @Test func lossesAreRecordedWhereTheyWere() throws {
    let folder = try TemporaryFolder()
    let story = Self.story(3).drops(4).event([0xFF, 0x00]).drops(9).event([0xFF, 0x00])
      .event([0xFF, 0x00])
    _ = try record("--write", folder["walk"], input: story.btsnoop(datalink: 2001))
    #expect(try folder.read("walk") == story.btsnoop(datalink: 2001))
  }

  @Test func whatHasNoPlaceThereIsCounted() throws {
    let folder = try TemporaryFolder()
    let story = Self.story(2).note("one").note("two").event([0xFF, 0x00])
    let result = try record("--write", folder["walk"], input: story.packetLogger())
    #expect(
      result.errors == "bletrace: \(folder["walk"]): 2 records were left out, because the format "
        + "of the Linux monitor cannot hold them\n")
    #expect(bletrace("analyze", folder["walk"]).output.contains("3 records"))
  }

  @Test func aFileThatIsThereIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "walk.btsnoop")
    let result = try record("--write", path, input: Self.story(1).btsnoop())
    #expect(result.code == .trouble)
    #expect(result.errors == "bletrace: \(path): exists already\n")
    #expect(try folder.read("walk.btsnoop") == [1, 2, 3])
  }

  @Test func aLongRecordingIsARowOfFiles() throws {
    let folder = try TemporaryFolder()
    let story = Self.story(1000)
    let result = try record(
      "--write", folder["walk.btsnoop"], "--rotate", "10kB",
      input: story.btsnoop(datalink: 2001))
    #expect(result.code == .success)
    #expect(try folder.names == ["walk.2.btsnoop", "walk.3.btsnoop", "walk.btsnoop"])
    var joined: [UInt8] = []
    for name in ["walk.btsnoop", "walk.2.btsnoop", "walk.3.btsnoop"] {
      let bytes = try folder.read(name)
      #expect(bytes.count <= 10_000)
      joined += joined.isEmpty ? bytes : Array(bytes[16...])
    }
    #expect(joined == story.btsnoop(datalink: 2001))
  }

  @Test func theOldestFilesOfARingAreRemoved() throws {
    let folder = try TemporaryFolder()
    let story = Self.story(1000)
    // Of no concern to the ring.
    try folder.write([1], to: "walk.99.btsnoop")
    let result = try record(
      "--write", folder["walk.btsnoop"], "--rotate", "4kB", "--keep", "2",
      input: story.btsnoop(datalink: 2001))
    #expect(result.code == .success)
    #expect(try folder.names == ["walk.6.btsnoop", "walk.7.btsnoop", "walk.99.btsnoop"])
    let joined = try folder.read("walk.6.btsnoop") + folder.read("walk.7.btsnoop")[16...]
    let whole = story.btsnoop(datalink: 2001)
    #expect(joined[16...] == whole.suffix(joined.count - 16))
  }

  @Test func aRingRemovesNoFileOfAnother() throws {
    let folder = try TemporaryFolder()
    let recording = try CaptureRecording(
      Argument(folder["walk"]), Rotation(size: 4000, keep: 1))
    let (records, bytes) = Self.story(400).records()
    try recording.add(Array(records[..<200]), from: nil, in: bytes.span, losses: [], now: 0)
    #expect(try folder.names == ["walk.2"])
    try FileManager.default.moveItem(atPath: folder["walk.2"], toPath: folder["mine"])
    try folder.write([1, 2, 3], to: "walk.2")
    #expect(throws: CommandFailure.self) {
      try recording.add(Array(records[200...]), from: nil, in: bytes.span, losses: [], now: 0)
    }
    try? recording.close()
    #expect(try folder.read("walk.2") == [1, 2, 3])
  }

  @Test func anotherFileIsBegunAfterATime() throws {
    let folder = try TemporaryFolder()
    var story = CaptureBuilder()
    for index in 0..<10 {
      story.event(0xFF, [UInt8(index)])
      story = story.wait(400_000)
    }
    let recording = try CaptureRecording(
      Argument(folder["walk.pcapng"]), Rotation(time: 1_000_000))
    let (records, bytes) = story.records()
    let losses = [RecordLoss(beforeFrame: 2, count: 3), RecordLoss(beforeFrame: 4, count: 5)]
    try recording.add(records, from: nil, in: bytes.span, losses: losses, now: 0)
    try recording.close()
    #expect(
      try folder.names == [
        "walk.2.pcapng", "walk.3.pcapng", "walk.4.pcapng", "walk.pcapng",
      ])
    var counts: [Int] = []
    var dropped: [Int] = []
    for name in ["walk.pcapng", "walk.2.pcapng", "walk.3.pcapng", "walk.4.pcapng"] {
      var reader = try CaptureReader(MemorySource(try folder.read(name)))
      var batch: [CapturedRecord] = []
      var count = 0
      while try reader.nextBatch(into: &batch) { count += batch.count }
      counts.append(count)
      dropped.append(reader.droppedRecords)
    }
    #expect(counts == [3, 3, 3, 1])
    #expect(dropped == [3, 5, 0, 0])
  }

  @Test(
    "what another program does to the recording ends it",
    arguments: [
      "removed", "renamed", "replaced", "cut", "appended",
    ])
  func interference(what: String) throws {
    let folder = try TemporaryFolder()
    let path = folder["walk"]
    let recording = try CaptureRecording(Argument(path))
    let (records, bytes) = Self.story(2).records()
    try recording.add([records[0]], from: nil, in: bytes.span, losses: [], now: 0)
    try recording.flush(ifDueAt: 250_000)
    let size = try folder.read("walk").count
    let words: String
    switch what {
    case "removed":
      try FileManager.default.removeItem(atPath: path)
      words = "was removed while it was written, and is lost"
    case "renamed", "replaced":
      try FileManager.default.moveItem(atPath: path, toPath: folder["other"])
      if what == "replaced" { try folder.write([1], to: "walk") }
      words = "was renamed or replaced by another program while it was written"
    case "cut":
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.truncate(atOffset: 0)
      words = "was cut from \(size) to 0 bytes by another program while it was written"
    default:
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: [1])
      words = "was written to by another program"
    }
    try recording.add([records[1]], from: nil, in: bytes.span, losses: [], now: 0)
    #expect(throws: CommandFailure("\(path): \(words)")) {
      try recording.flush(ifDueAt: 250_000)
    }
    // It is said once, and what another program made of the file is left alone.
    try recording.close()
    if what == "replaced" { #expect(try folder.read("walk") == [1]) }
    if what == "cut" { #expect(try folder.read("walk") == []) }
  }

  @Test func whatIsRecordedGoesToTheDiskInTime() throws {
    let folder = try TemporaryFolder()
    let recording = try CaptureRecording(Argument(folder["walk"]), syncInterval: 1_000_000)
    let (records, bytes) = Self.story(1).records()
    try recording.add(records, from: nil, in: bytes.span, losses: [], now: 0)
    #expect(recording.deadline == 250_000)
    try recording.flush(ifDueAt: 250_000)
    #expect(recording.deadline == 1_000_000)
    try recording.flush(ifDueAt: 1_000_000)
    #expect(recording.deadline == nil)
    try recording.close()
  }

  @Test func aRecordThatIsLongerThanAFileMayBeHasOneOfItsOwn() throws {
    let folder = try TemporaryFolder()
    var story = CaptureBuilder()
    for _ in 0..<3 { story.add(.acl, .rx, [UInt8](repeating: 7, count: 5000)) }
    _ = try record(
      "--write", folder["walk"], "--rotate", "4000", input: story.btsnoop(datalink: 2001))
    #expect(try folder.names == ["walk", "walk.2", "walk.3"])
    for name in try folder.names { #expect(try folder.read(name).count == 5040) }
  }

  @Test func theNumberOfAFileStandsBeforeItsSuffix() {
    #expect(numbered("a/walk.btsnoop", 2).text == "a/walk.2.btsnoop")
    #expect(numbered("a.b/walk", 3).text == "a.b/walk.3")
    #expect(numbered(".hidden", 2).text == ".hidden.2")
    #expect(numbered("a/.hidden.pcap", 2).text == "a/.hidden.2.pcap")
  }

  @Test func recordsAreWrittenWithinAQuarterOfASecond() throws {
    let folder = try TemporaryFolder()
    let recording = try CaptureRecording(Argument(folder["walk"]))
    let (records, bytes) = Self.story(1).records()
    try recording.add(records, from: nil, in: bytes.span, losses: [], now: 1_000_000)
    #expect(recording.deadline == 1_250_000)
    try recording.flush(ifDueAt: 1_249_999)
    #expect(try folder.read("walk").count == 16)
    try recording.flush(ifDueAt: 1_250_000)
    #expect(try folder.read("walk") == Self.story(1).btsnoop(datalink: 2001))
    #expect(recording.deadline == nil)
    try recording.close()
  }
}
