import CaptureFiles
import Report

/// A step, and when it was.
struct RecordedStep: Sendable {
  var moment: Moment
  var step: SessionStep
}

/// The steps of a capture that is still being made, until they are reported.
struct StepQueue: Sendable {
  private(set) var steps: [RecordedStep] = []
  /// Those for which there was no room.
  private(set) var omitted = 0
  /// Whether steps are wanted.
  var isOn = false

  /// They are taken long before there are as many.
  private static let most = 1 << 17

  mutating func add(_ step: @autoclosure () -> SessionStep, at moment: Moment) {
    guard isOn else { return }
    guard steps.count < Self.most else {
      omitted &+= 1
      return
    }
    steps.append(RecordedStep(moment: moment, step: step()))
  }

  /// All of them, or those before a frame, and how many are missing.
  mutating func take(before frame: Int? = nil) -> (steps: [RecordedStep], omitted: Int) {
    var kept: [RecordedStep] = []
    if let frame { kept = steps.filter { $0.moment.frame >= frame } }
    defer { (steps, omitted) = (kept, kept.isEmpty ? 0 : omitted) }
    guard let frame, !kept.isEmpty else { return (steps, omitted) }
    return (steps.filter { $0.moment.frame < frame }, 0)
  }
}

/// Which characteristics carry transfers, as far as the capture has shown: steps of others are kept
/// until a marker shows that they do.
struct CarrierWatch: Sendable {
  private var carriers: Set<CarrierKey> = []
  private var kept: [CarrierKey: [RecordedStep]] = [:]
  private var count = 0

  private static let most = 4096
  private static let mostOfOne = 64

  /// Changes the steps that are kept, and drops those of which nothing is left.
  mutating func change(_ body: (RecordedStep) -> RecordedStep?) {
    kept = kept.mapValues { $0.compactMap(body) }.filter { !$0.value.isEmpty }
    count = kept.values.reduce(0) { $0 + $1.count }
  }

  /// Of what has happened, and what was kept, the steps that are to be reported.
  mutating func sift(_ steps: [RecordedStep], in builder: ReportBuilder) -> [RecordedStep] {
    var ordered: [RecordedStep] = []
    for step in steps {
      guard let index = step.step.stream else {
        ordered.append(step)
        continue
      }
      let key = builder.carrierKey(index)
      if builder.carriesTransfers(index), carriers.insert(key).inserted {
        let now = kept.removeValue(forKey: key) ?? []
        count -= now.count
        ordered += now
      }
      if carriers.contains(key) {
        ordered.append(step)
      } else if kept[key, default: []].count < Self.mostOfOne {
        // A capture may go on for days. Without room, all that is kept of characteristics without a
        // marker is dropped: most of it is old.
        if count >= Self.most { (kept, count) = ([:], 0) }
        kept[key, default: []].append(step)
        count += 1
      }
    }
    return ordered
  }
}

extension ReportBuilder {
  func carrierKey(_ index: StreamIndex) -> CarrierKey {
    CarrierKey(
      measures.links[index.connection].streams[index.stream],
      sessions.connections[index.connection])
  }

  /// Whether a marker was seen there, or a protocol frames what comes.
  func carriesTransfers(_ index: StreamIndex) -> Bool {
    let stream = measures.links[index.connection].streams[index.stream]
    return stream.transfers.markerSeen || stream.framing != nil && !stream.seeksMarker
  }
}

extension SessionStep {
  /// What it is about, if that is the values of a characteristic.
  fileprivate var stream: StreamIndex? {
    switch self {
    case .transferBegun(let index), .transferEnded(let index, _), .pause(let index, _): index
    default: nil
    }
  }
}
