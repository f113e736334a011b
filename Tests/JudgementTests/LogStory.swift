import Judgement
import Report
import Testing

/// Rows of a link, told by what happens when: times in milliseconds, a frame each.
struct LogStory {
  private var book: Logbook
  private var frame = 0
  private let end: Int64
  var isLost = false
  private let tells: Bool

  /// - Parameters:
  ///   - milliseconds: how long the link was there.
  ///   - window: after so many rows they are folded.
  ///   - tells: whether the controller tells what it completed, from the beginning.
  init(
    _ milliseconds: Int64, window: Int = 1 << 15, mostSpans: Int = 1 << 18, tells: Bool = true
  ) {
    end = milliseconds * 1000
    self.tells = tells
    book = Logbook(window: window, mostSpans: mostSpans)
    book.open(0, on: 0, at: 0)
    if tells { book.complete(0, of: 0, at: 0, frame: 0) }
  }

  private mutating func append(
    _ time: Int64, _ stream: Int, length: Int = 0, head: UInt32 = 0, hash: UInt32 = 0
  ) {
    frame += 1
    book.append(
      LogRow(time * 1000, frame: frame, stream: stream, length: length, head: head, hash: hash),
      to: 0)
  }

  mutating func isPeripheral() { book.change(link: 0) { $0.isCentral = false } }

  /// Records were lost here.
  mutating func loss() { book.losses.append(UInt32(frame + 1)) }

  /// The clock was set forward here.
  mutating func step(_ microseconds: Int64) {
    book.steps.append((UInt32(frame + 1), microseconds))
  }

  mutating func parameters(_ time: Int64, interval: Int, latency: Int = 0, timeout: Int = 5000) {
    append(
      time, LogKind.parameters.rawValue, length: latency, head: UInt32(interval * 1000),
      hash: UInt32(timeout * 1000))
  }

  mutating func pdu(
    _ time: Int64, _ opcode: UInt8, isSent: Bool, handle: UInt16 = 0x10, length: Int = 20,
    value: UInt32 = 0, head: UInt32 = 0
  ) {
    append(
      time, book.stream(opcode, isSent: isSent, handle: handle, of: 0), length: length, head: head,
      hash: value &* 0x9E37_79B1)
  }

  /// A Write Command of this host, or a notification of the peer.
  mutating func write(_ time: Int64) { pdu(time, 0x52, isSent: true) }
  mutating func notification(_ time: Int64) { pdu(time, 0x1B, isSent: false, handle: 0x12) }

  mutating func completion(_ time: Int64, _ count: Int = 1) {
    frame += 1
    guard tells else { return }
    book.complete(count, of: 0, at: time * 1000, frame: frame)
    book.change(0) { $0.report(at: time * 1000) }
  }

  /// A command and its answer, of which the frames do not count among the rows.
  mutating func command(_ opcode: UInt16, from start: Int64, to end: Int64) {
    let first = frame + 1
    frame += 2
    book.change(0) {
      $0.take(HCIRow(.command, opcode, at: start * 1000, frame: first))
      $0.take(HCIRow(.complete, opcode, at: end * 1000, frame: first + 1))
    }
  }

  /// The radio is used for something else, which began with the next frame.
  mutating func radio(from start: Int64, to end: Int64) {
    frame += 1
    let first = frame
    book.change(0) {
      $0.begin(.otherRadio, 5, at: start * 1000, frame: first)
      $0.finish(.otherRadio, 5, at: end * 1000)
    }
  }

  func radioUses() throws -> [(stream: LogStream, use: ReportV1.RadioUse)] {
    try #require(book.judgement(of: 0, until: end, isLost: isLost)).radio
  }

  /// The capture has the beginning of the link.
  mutating func begins() { book.change(link: 0) { $0.beginsHere = true } }
  mutating func hasManyBearers() { book.change(link: 0) { $0.hasManyBearers = true } }

  func breaches() throws -> [ReportV1.Breach] {
    try #require(book.judgement(of: 0, until: end, isLost: isLost)).breaches.map(\.report)
  }

  func account() throws -> TimeAccount {
    try #require(book.judgement(of: 0, until: end, isLost: isLost)).account
  }

  func streams() throws -> [ConversedStream] {
    try #require(book.judgement(of: 0, until: end, isLost: isLost)).streams
  }
}

extension TimeLine {
  /// The spans in words: `10-20 sender`, with a question mark where it is inferred.
  var story: [String] {
    spans.map { span in
      let cause = "\(span.cause.rawValue)\(span.isInferred ? "?" : "")"
      return "\(span.start / 1000)-\(span.end / 1000) \(cause)"
    }
  }
}
