import CaptureFiles

/// The records of a live source as they come, numbered continuously where a file was replaced.
///
/// What a `CaptureReader` is for a file: files, pipes and devices take the same way from here on.
package struct LiveRecords {
  package enum Step: Sendable {
    case records
    /// Nothing whole is there at the moment.
    case waiting
    case ended
  }

  /// What is known of the capture so far.
  package private(set) var facts = CaptureFacts()
  /// The number of the last record.
  package private(set) var count = 0

  private let source: QueueBytes
  private let expectation: CaptureExpectation
  private var reader: CaptureReader?
  /// What comes after the end is no capture: where one is damaged, the rest of it.
  private var isOver = false
  /// Of the segments that are over, and the number of their last record.
  private var past = CaptureFacts()
  private var base = 0
  /// Octets of a segment whose format did not show with them.
  private var looked = 0
  private static let fewOctets = 4096

  package init(_ queue: ByteQueue) {
    source = QueueBytes(queue)
    expectation = queue.expectation
  }

  /// Whether it is known yet what kind of capture it is.
  package var isRecognized: Bool { !facts.format.isEmpty }

  /// How the packets of what is read now are framed.
  package var linkType: LinkType? { reader.flatMap { LinkType(rawValue: $0.linkTypeName) } }

  /// The next records, at most 1024; `withBytes` gives what their ranges point into.
  ///
  /// - Throws: what a file would throw too: the source is no capture.
  package mutating func next(
    into records: inout [CapturedRecord]
  ) throws(CaptureFileError) -> Step {
    records.removeAll(keepingCapacity: true)
    while !isOver {
      do throws(CaptureFileError) {
        if reader == nil, try !beginSegment() { break }
        let hasMore = try reader?.nextBatch(into: &records) == true
        if let reader { facts = CaptureFacts(reader).following(past, base: base) }
        if hasMore {
          if base > 0 {
            for index in records.indices { records[index].number += base }
          }
          count = records.last?.number ?? count
          return .records
        }
        past = facts
        base = count
        reader = nil
        guard source.isAtSegmentEnd else { break }
        source.beginSegment()
      } catch {
        guard error == .notYet else { throw error }
        return .waiting
      }
    }
    isOver = true
    return .ended
  }

  /// The octets that the ranges of the last records point into.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let window = reader?.window ?? []
    return body(window.span)
  }

  private func isCutHeader(_ error: CaptureFileError) -> Bool {
    if case .headerCut = error { true } else { false }
  }

  /// Detects the format of what comes; false at the end of everything.
  private mutating func beginSegment() throws(CaptureFileError) -> Bool {
    while true {
      let (count, isWhole) = source.gather()
      // Each look begins at the beginning: what comes in drops is not looked at for each of them.
      guard isWhole || count < Self.fewOctets || count >= looked + looked / 8 else {
        throw .notYet
      }
      looked = count
      do throws(CaptureFileError) {
        reader = try CaptureReader(source, readsText: false, expectation: expectation)
        source.commit()
        looked = 0
        if let reader { facts = CaptureFacts(reader).following(past, base: base) }
        return true
      } catch {
        // A file that is emptied before a new header is written, a connection that ends so early.
        guard error == .empty || isCutHeader(error), source.isAtSegmentEnd || base > 0 else {
          throw error
        }
        guard source.isAtSegmentEnd else { return false }
        source.beginSegment()
      }
    }
  }
}
