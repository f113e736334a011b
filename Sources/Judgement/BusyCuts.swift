import Bytes
import Report

/// Cuts stretches of time by what a controller was busy with.
struct BusyCuts {
  /// Which spans count.
  enum Kind: Int, CaseIterable {
    /// Those in which the controller or the link did nothing else.
    case hard
    /// Those that delay what takes longer than usual, as the frames show.
    case soft
    /// Other use of the radio: that it was the reason is inferred.
    case radio

    fileprivate func takes(_ cause: ReportV1.SpanCause) -> Bool {
      switch self {
      case .hard: cause == .controllerCommand || cause == .encryptionStart || cause == .roleSwitch
      case .soft: cause == .parameterUpdate || cause == .buffers
      case .radio: cause == .otherRadio
      }
    }
  }

  /// By kind: in order, and apart from each other.
  private let spans: [[BusySpan]]

  init(_ spans: [BusySpan]) {
    self.spans = Kind.allCases.map { kind in
      var end = Int64.min
      return spans.filter { kind.takes($0.cause) }
        .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        .compactMap { span in
          var span = span
          span.start = max(span.start, end)
          guard span.end > span.start else { return nil }
          end = span.end
          return span
        }
    }
  }

  /// How long the radio was used for something else in a stretch, and where that began.
  func radioUse(from start: Int64, to end: Int64) -> (microseconds: Int64, frame: Int) {
    let spans = spans[Kind.radio.rawValue]
    var index = spans.partitionPoint(where: { $0.end > start })
    var used: (microseconds: Int64, frame: Int) = (0, 0)
    while index < spans.count, spans[index].start < end {
      used.microseconds &+= min(end, spans[index].end) &- max(start, spans[index].start)
      if used.frame == 0 { used.frame = spans[index].frame }
      index += 1
    }
    return used
  }

  /// The parts of a stretch, in order; what no span covers has the stretch's own cause.
  func cut(_ span: TimeSpan, by kind: Kind) -> [TimeSpan] {
    let spans = spans[kind.rawValue]
    if spans.isEmpty { return [span] }
    var low = spans.partitionPoint(where: { $0.end > span.start })
    var parts: [TimeSpan] = []
    var rest = span
    while low < spans.count, spans[low].start < span.end {
      let busy = spans[low]
      low += 1
      var (before, part) = (rest, rest)
      before.end = max(rest.start, busy.start)
      if before.end > before.start { parts.append(before) }
      part.start = before.end
      part.end = min(rest.end, busy.end)
      part.cause = busy.cause
      part.isInferred = kind == .radio
      part.frame = UInt32(clamping: busy.frame)
      parts.append(part)
      rest.start = part.end
    }
    if rest.end > rest.start { parts.append(rest) }
    return parts
  }
}
