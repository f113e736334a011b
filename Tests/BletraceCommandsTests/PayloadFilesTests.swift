import Testing
import Tracking

@testable import BletraceCommands

@Suite struct PayloadFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func info(
    _ transfer: Int, type: String = "png", complete: Bool = true
  ) -> ExtractedPayload {
    ExtractedPayload(connection: 2, transfer: transfer, type: type, complete: complete)
  }

  private func files() throws -> PayloadFiles {
    PayloadFiles(try PayloadDirectory(Argument(folder.path)), capture: 1)
  }

  @Test func piecesBecomeAFile() throws {
    let files = try files()
    files.append([1, 2], to: 7)
    files.append([9], to: 8)
    files.append([3], to: 7)
    files.finish(7, as: info(3))
    files.finish(8, as: info(4, type: "text", complete: false))
    files.finish(9, as: info(5, type: "unknown"))
    #expect(files.firstFailure == nil)
    #expect(files.files == 3)
    #expect(files.bytes == 4)
    #expect(try folder.read("capture1-connection2-transfer3.png") == [1, 2, 3])
    #expect(try folder.read("capture1-connection2-transfer4-incomplete.txt") == [9])
    #expect(try folder.read("capture1-connection2-transfer5.bin") == [])
    #expect(try folder.names.count == 3)
  }

  @Test(arguments: ["../../evil", "sh", "png/../../x", "", "PNG", "a\0b"])
  func noInputChoosesAName(type: String) throws {
    let files = try files()
    files.append([1], to: 0)
    files.finish(0, as: info(1, type: type))
    #expect(try folder.names == ["capture1-connection2-transfer1.bin"])
  }

  @Test func aFileThatIsThereIsLeftAlone() throws {
    try folder.write([42], to: "capture1-connection2-transfer1.png")
    let files = try files()
    for transfer in [1, 1, 2] {
      files.append([1], to: 0)
      files.finish(0, as: info(transfer))
    }
    let path = folder["capture1-connection2-transfer1.png"]
    #expect(
      files.firstFailure == CommandFailure("\(path): exists already, and was not changed"))
    #expect(files.furtherFailures == 1)
    #expect(files.files == 1)
    #expect(try folder.read("capture1-connection2-transfer1.png") == [42])
    #expect(
      try folder.names
        == ["capture1-connection2-transfer1.png", "capture1-connection2-transfer2.png"])
  }

  @Test(arguments: [true, false])
  func aLinkLeadsNowhere(dangling: Bool) throws {
    let outside = try TemporaryFolder()
    if !dangling { try outside.write([42], to: "target") }
    try folder.link("capture1-connection2-transfer1.png", to: outside["target"])
    let files = try files()
    files.append([1], to: 0)
    files.finish(0, as: info(1))
    #expect(files.firstFailure != nil)
    #expect(try outside.names == (dangling ? [] : ["target"]))
    if !dangling { #expect(try outside.read("target") == [42]) }
    #expect(try folder.names == ["capture1-connection2-transfer1.png"])
  }

  @Test func aLargePayloadDoesNotStayInMemory() throws {
    let files = try files()
    let piece = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<30 { files.append(piece[...], to: 0) }
    let temporary = try #require(try folder.names.first)
    #expect(temporary.hasPrefix(".bletrace-"))
    #expect(try folder.read(temporary).count > 2_500_000)
    files.finish(0, as: info(1))
    #expect(try folder.names == ["capture1-connection2-transfer1.png"])
    #expect(
      try folder.read("capture1-connection2-transfer1.png")
        == [UInt8](repeating: 7, count: 3_000_000))
  }

  @Test func manyPayloadsAtOnceTakeLittleMemory() throws {
    let files = try files()
    let piece = [UInt8](repeating: 7, count: 10_000)
    for payload in 0..<1000 { files.append(piece[...], to: payload) }
    #expect(try !folder.names.isEmpty)
    for payload in 0..<1000 { files.finish(payload, as: info(payload)) }
    #expect(files.firstFailure == nil)
    #expect(try folder.names.count == 1000)
    #expect(try folder.read("capture1-connection2-transfer999.png") == piece)
  }

  @Test func onlyWhatIsWantedGetsAFileOfItsOwn() throws {
    let files = try files()
    func piece(_ payload: Int) -> ArraySlice<UInt8> {
      Array(repeating: UInt8(payload % 251), count: 10_000)[...]
    }
    for _ in 0..<3 {
      for payload in 0..<200 { files.append(piece(payload), to: payload) }
    }
    // What is not in memory is in one file for all.
    #expect(try folder.names.count == 1)
    for payload in 0..<200 where payload % 10 != 0 { files.discard(payload) }
    for payload in stride(from: 0, to: 200, by: 10) { files.finish(payload, as: info(payload)) }
    #expect(files.firstFailure == nil)
    #expect(files.bytes == 20 * 30_000)
    #expect(try folder.names.count == 20)
    for payload in [0, 70, 190] {
      let name = "capture1-connection2-transfer\(payload).png"
      #expect(try folder.read(name) == Array(piece(payload) + piece(payload) + piece(payload)))
    }
  }

  @Test func aPayloadMayGrowAfterItLeftMemory() throws {
    let files = try files()
    let octets = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 >> 8) }
    // Others push it out of memory while it is small; in the end it is large.
    for start in stride(from: 0, to: octets.count, by: 50_000) {
      files.append(octets[start..<(start + 50_000)], to: 0)
      for other in 1...10 { files.append(octets[..<100_000], to: other) }
    }
    files.finish(0, as: info(1))
    for other in 1...10 { files.discard(other) }
    #expect(files.firstFailure == nil)
    #expect(try folder.read("capture1-connection2-transfer1.png") == octets)
    #expect(try folder.names.count == 1)
  }

  @Test func whatIsDiscardedLeavesNothing() throws {
    do {
      let files = try files()
      let large = [UInt8](repeating: 7, count: 1_000_000)
      files.append(large[...], to: 0)
      files.append(large[...], to: 1)
      #expect(try folder.names.count == 2)
      files.discard(0)
      files.discard(0)
      files.discard(99)
      #expect(try folder.names.count == 1)
    }
    #expect(try folder.names == [])
  }

  @Test func theDirectoryIsHeldOpen() throws {
    let files = PayloadFiles(try PayloadDirectory(Argument(folder["payloads"])), capture: 1)
    files.append([1], to: 0)
    let outside = try TemporaryFolder()
    try POSIX.replace(Array(folder["moved"].utf8), with: Array(folder["payloads"].utf8))
    try folder.link("payloads", to: outside.path)
    files.finish(0, as: info(1))
    #expect(files.firstFailure == nil)
    #expect(try outside.names == [])
    #expect(try folder.read("moved/capture1-connection2-transfer1.png") == [1])
  }

  // MARK: The option

  @Test func oneMissingLevelIsMade() throws {
    let path = try folder.write(smallCapture, to: "small.log")
    let made = bletrace("analyze", "--quiet", path, "--extract", folder["made"])
    #expect(made.code == .success)
    #expect(made.errors == "")
    #expect(try POSIX.status(Array(folder["made"].utf8)).kind == .directory)
    let tooDeep = bletrace("analyze", path, "--extract", folder["no/made"])
    #expect(tooDeep.errors == "bletrace: \(folder["no/made"]): no such file or directory\n")
    #expect(tooDeep.code == .trouble)
    let noDirectory = bletrace("analyze", path, "--extract", path)
    #expect(noDirectory.errors == "bletrace: \(path): is not a directory\n")
    #expect(noDirectory.code == .trouble)
  }

  @Test func theSummaryIsOnStandardError() throws {
    let path = try folder.write(smallCapture, to: "small.log")
    let result = bletrace("analyze", path, "--extract", folder["made"])
    #expect(result.code == .success)
    #expect(result.errors.hasSuffix(" written to \(folder["made"])\n"))
  }
}
