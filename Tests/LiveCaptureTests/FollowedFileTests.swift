import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import LiveCapture

/// A file that a test writes, and what is read of it.
private final class Followed {
  let path: String
  let queue: ByteQueue
  private var records: LiveRecords
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "/bletrace-follow-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    path = folder + "/log"
    queue = try #require(ByteQueue())
    records = LiveRecords(queue)
  }

  deinit {
    queue.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func start() { #expect(FollowedFile(path: Array(path.utf8)).start(into: queue)) }

  func create(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  func append(_ bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: bytes)
    try file.close()
  }

  func rename() throws {
    try FileManager.default.moveItem(atPath: path, toPath: path + ".last")
  }

  func numbers(_ count: Int) throws -> [Int] {
    try wait(&records, queue, for: count).taken.map(\.number)
  }

  /// The first note that comes; notes are taken one by one.
  func note() -> [LiveNote] {
    let deadline = LiveSystem.now + Int64(patience) * 1_000_000
    while LiveSystem.now < deadline {
      let notes = queue.takeNotes()
      if !notes.isEmpty { return notes }
      _ = LiveSystem.wait([], milliseconds: 10)
    }
    return []
  }
}

@Suite struct FollowedFileTests {
  private static func capture(_ count: Int) -> [UInt8] {
    var story = CaptureBuilder()
    for index in 0..<count { story.event(0x0E, [UInt8(index)]) }
    return story.btsnoop()
  }

  /// The records of such a file without its header.
  private static func records(_ count: Int) -> [UInt8] { Array(capture(count)[16...]) }

  @Test func aFileIsReadFromItsBeginningAndAsItGrows() throws {
    let file = try Followed()
    try file.create(Self.capture(2))
    file.start()
    #expect(try file.numbers(2) == [1, 2])
    try file.append(Self.records(3))
    #expect(try file.numbers(3) == [3, 4, 5])
    #expect(file.queue.takeNotes() == [])
  }

  @Test func aFileThatIsNotThereYetIsWaitedFor() throws {
    let file = try Followed()
    file.start()
    #expect(file.note() == [.waitingForFile])
    try file.create([])
    #expect(file.note() == [.fileAppeared])
    try file.append(Self.capture(1))
    #expect(try file.numbers(1) == [1])
  }

  @Test func aRotatedFileIsReadToItsEndAndThenTheNewOne() throws {
    let file = try Followed()
    try file.create(Self.capture(2))
    file.start()
    #expect(try file.numbers(2) == [1, 2])
    // The writer holds on to the old file for a moment.
    let old = try FileHandle(forWritingTo: URL(filePath: file.path))
    try old.seekToEnd()
    try file.rename()
    try old.write(contentsOf: Self.records(1))
    try file.create(Self.capture(2))
    #expect(try file.numbers(3) == [3, 4, 5])
    #expect(file.note() == [.fileReplaced])
    try file.append(Self.records(1))
    #expect(try file.numbers(1) == [6])
    try old.close()
  }

  @Test func aFileThatIsEmptiedIsReadFromItsStart() throws {
    let file = try Followed()
    try file.create(Self.capture(3))
    file.start()
    #expect(try file.numbers(3) == [1, 2, 3])
    let writer = try FileHandle(forWritingTo: URL(filePath: file.path))
    try writer.truncate(atOffset: 0)
    #expect(file.note() == [.fileTruncated])
    try writer.write(contentsOf: Self.capture(1))
    try writer.close()
    #expect(try file.numbers(1) == [4])
  }

  @Test func aFileThatGoesAwayIsHeldOnTo() throws {
    let file = try Followed()
    try file.create(Self.capture(1))
    file.start()
    #expect(try file.numbers(1) == [1])
    let writer = try FileHandle(forWritingTo: URL(filePath: file.path))
    try writer.seekToEnd()
    try FileManager.default.removeItem(atPath: file.path)
    try writer.write(contentsOf: Self.records(1))
    #expect(try file.numbers(1) == [2])
    try writer.close()
    try file.create(Self.capture(1))
    #expect(try file.numbers(1) == [3])
  }

  @Test func whatCannotBeOpenedEndsIt() throws {
    let queue = try #require(ByteQueue())
    FollowedFile(path: Array(NSTemporaryDirectory().utf8)).run(into: queue)
    #expect(queue.failure == "Is a directory")
  }
}
