import BletraceTestSupport
import Foundation
import Rendering
import Report
import Synchronization
import Testing

@testable import BletraceCommands

/// Takes nothing until it is opened.
private final class StuckSink: ByteSink {
  private let gate = DispatchSemaphore(value: 0)
  private let written = Mutex<[UInt8]>([])

  func open() { gate.signal() }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    gate.wait()
    gate.signal()
    written.withLock { $0 += bytes }
  }

  var text: String { String(decoding: written.withLock { $0 }, as: UTF8.self) }
}

@Suite struct OutputQueueTests {
  private func settings(_ words: String...) throws -> (AnalyzeSettings, Invocation, MemorySink) {
    let errors = MemorySink()
    let invocation = Invocation(
      arguments: [], standardInput: -1, output: MemorySink(), errors: errors)
    guard case .run(let parsed) = try parse((["live"] + words).map { Argument($0) }) else {
      throw CancellationError()
    }
    return (try AnalyzeSettings(parsed, invocation), invocation, errors)
  }

  private func event(_ number: Int) -> LiveEvent {
    LiveEvent(.mtu, frame: number, timeUs: number * 1000, connection: 1, "185")
  }

  @Test func whatIsWrittenComesWholeAndInOrder() throws {
    let sink = MemorySink()
    let queue = try #require(OutputQueue(sink, capacity: 10_000))
    queue.waits = true
    var wanted = ""
    for number in 0..<5000 {
      wanted += "line \(number)\n"
      try queue.write("line \(number)\n")
    }
    try queue.drain()
    queue.end()
    #expect(sink.text == wanted)
  }

  @Test func aSinkThatFailsIsKnown() throws {
    let queue = try #require(OutputQueue(MemorySink(failure: .closedPipe)))
    #expect(queue.offer([1]))
    #expect(throws: WriteFailure.closedPipe) { try queue.drain() }
    #expect(!queue.offer([1]))
    queue.end()
  }

  @Test func linesThatFindNoRoomAreDroppedAndCounted() throws {
    let (settings, invocation, errors) = try settings()
    let sink = StuckSink()
    let queue = try #require(OutputQueue(sink, capacity: 400))
    let lines = EventLines(invocation, settings, queue)
    for number in 1...100 { lines.show([event(number)]) }
    sink.open()
    try queue.drain()
    lines.show([event(101)])
    lines.finish()
    queue.end()
    let printed = sink.text.split(separator: "\n")
    let marker = try #require(printed.firstIndex { $0.contains("lines dropped: ") })
    #expect(marker == printed.count - 2)
    #expect(
      printed[marker]
        == "0.101 lines dropped: \(100 - marker) lines, because the output was not read")
    #expect(printed[0] == "0.001 #1 connection 1: mtu: 185")
    #expect(printed.last == "0.101 #101 connection 1: mtu: 185")
    #expect(
      errors.text == "bletrace: standard output is not read; lines are dropped until it is\n")
  }

  @Test func droppedLinesAreAnObjectInJSON() throws {
    let (settings, invocation, _) = try settings("--format", "json")
    let sink = StuckSink()
    let queue = try #require(OutputQueue(sink, capacity: 300))
    let lines = EventLines(invocation, settings, queue)
    lines.show((1...10).map(event))
    sink.open()
    lines.finish()
    queue.end()
    let last = try #require(sink.text.split(separator: "\n").last)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(object["event"] as? String == "lines dropped")
    let count = try #require((object["facts"] as? [String: Any])?["lines"] as? Int)
    #expect(count == 11 - sink.text.split(separator: "\n").count)
  }
}
