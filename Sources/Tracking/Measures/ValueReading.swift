import BluetoothProtocol
import Bytes
import Report

/// What the values of a stream say, where the Bluetooth SIG defines their format.
///
/// While the format is not known only the first value is kept, as discovery may come after it. Once
/// it is known each value is decoded; into words go only the first and the last, at the end.
struct ValueReading: Sendable {
  private enum Stage: UInt8 {
    /// No value came yet, and the format is not known.
    case new
    /// The format is not known, and the first value is kept.
    case waiting
    case reading
  }

  /// A copy of a value.
  private struct Kept {
    var octets: [UInt8] = []
    var originalCount = 0

    /// No attribute value is longer. Core Vol 3, Part F, 3.2.9.
    static let limit = Bound.values.limit

    mutating func take(_ value: ByteRange, in bytes: Span<UInt8>) {
      octets.removeAll(keepingCapacity: true)
      let end = value.start + min(value.count, Self.limit)
      octets.append(ByteRange(start: value.start, end: end), of: bytes)
      originalCount = value.originalCount
    }

    var range: ByteRange {
      ByteRange(start: 0, end: octets.count, originalCount: originalCount)
    }
  }

  private static let shortValue = 32

  private var stage = Stage.new
  private var format: (any GATTValueFormat.Type)?
  private var first: Kept?
  private var last = Kept()
  private var count = 0
  private var undecodable = 0
  private var why: String?

  /// Whether the next value is to be added.
  var wants: Bool { stage != .waiting }

  mutating func add(
    _ value: ByteRange, in bytes: Span<UInt8>, _ bounds: inout BoundsReached
  ) {
    // The first and the last are kept; short ones are in the weight of the stream.
    if count + undecodable == 0, value.count > Self.shortValue {
      guard bounds.take(2 * min(value.count, Kept.limit), for: .values) else {
        stage = .waiting
        return
      }
    }
    if let format {
      if value.count > Kept.limit { bounds.insert(.values) }
      read(format, value, in: bytes)
    } else {
      first = Kept()
      first?.take(value, in: bytes)
      stage = .waiting
    }
  }

  /// - Parameter learned: nil for a value whose format is not known.
  mutating func learn(_ learned: (any GATTValueFormat.Type)?) {
    let isNew = learned.map { ObjectIdentifier($0) } != format.map { ObjectIdentifier($0) }
    guard isNew else { return }
    let kept = format == nil ? first : nil
    // Values of what the handle was before are no longer of interest.
    self = ValueReading()
    guard let learned else { return }
    format = learned
    stage = .reading
    if let kept { read(learned, kept.range, in: kept.octets.span) }
  }

  private mutating func read(
    _ format: any GATTValueFormat.Type, _ value: ByteRange, in bytes: Span<UInt8>
  ) {
    if let issue = format.issue(value, in: bytes) {
      undecodable &+= 1
      if why == nil { why = GATTValue.reason(issue, value) }
      return
    }
    count &+= 1
    last.take(value, in: bytes)
    if first == nil { first = last }
  }

  /// Nil where the format is not known, or nothing was read.
  ///
  /// - Parameter uuid: what the handle was in the end.
  func report(_ uuid: BluetoothUUID?) -> ReportV1.DecodedValues? {
    var settled = self
    settled.learn(uuid.flatMap { GATTValue.format(of: $0) })
    return settled.report
  }

  private var report: ReportV1.DecodedValues? {
    guard let format, count + undecodable > 0 else { return nil }
    func text(_ value: Kept) -> String? {
      guard case .text(let text) = GATTValue.describe(format, value.range, in: value.octets.span)
      else { return nil }
      return text
    }
    return ReportV1.DecodedValues {
      $0.count = count
      $0.undecodable = undecodable
      $0.why = why
      $0.first = first.flatMap(text)
      $0.last = count == 0 ? nil : text(last)
    }
  }
}
