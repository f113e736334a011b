import BluetoothProtocol
import CaptureFiles
import Report

/// A value that repeats the one before it, and where it stands in the payload.
struct ResendFact: Hashable, Sendable {
  var frame: Int
  var ofFrame: Int
  var payloadOffset: Int
  var octets: Int
}

/// How many chunks had each size. A transfer has two or three sizes; the bound is for those that
/// have any.
struct ChunkSizes: Sendable {
  private(set) var counts: [(octets: Int, count: Int)] = []
  private var last = 0

  private(set) var boundReached = false

  @inline(__always)
  mutating func add(_ octets: Int, _ chunks: Int = 1) {
    if last < counts.count, counts[last].octets == octets {
      counts[last].count &+= chunks
      return
    }
    if let index = counts.firstIndex(where: { $0.octets == octets }) {
      counts[index].count += chunks
      last = index
    } else if counts.count < Bound.chunkSizes.limit {
      last = counts.count
      counts.append((octets, chunks))
    } else {
      boundReached = true
    }
  }

  mutating func remove(_ octets: Int) {
    guard let index = counts.firstIndex(where: { $0.octets == octets }) else { return }
    counts[index].count -= 1
    if counts[index].count == 0 { counts.remove(at: index) }
  }

}

/// Values that are almost a marker.
struct NearMarker: Sendable {
  /// Index among the markers.
  var marker: Int
  /// The last of them.
  var octets: [UInt8]
  var count: Int
  var first: Int
  var last: Int
}

/// A transfer that has ended, with or without its marker.
struct FinishedTransfer: Sendable {
  /// Why it ended where no marker ended it.
  var ending: ReportV1.TransferEnding
  /// Index among the markers.
  var marker: Int?
  var style: ReportV1.MarkerStyle?
  var startIsKnown: Bool
  var payload: PayloadFacts
  var resends: [ResendFact]
  var withoutResends: (octets: Int, sha256: String)?
  var resendsAreProven: Bool
  var chunks: Int
  var sizes: ChunkSizes
  /// ATT_MTU less 3; `nil` where it is not known.
  var chunkLimit: Int?
  var first: Moment
  var last: Moment
  var markerMoment: Moment?
  var intervals: Distribution
  /// It is nothing but the marker of the transfer before it once more.
  var repeatsMarker = false
  /// What put it into messages; `nil` where it is the values themselves.
  var framing: FinishedFraming?
  /// When the controller was done with the last packet of it; `nil` where that is not known, and
  /// where it was received.
  var completed: Moment?
  /// What the controller still had of it when the connection ended.
  var uncompleted: (packets: Int, octets: Int)?

  /// Whether all of it came, by its marker or by its protocol.
  var isComplete: Bool { marker != nil || ending == .framing }

  /// The last record of it.
  var end: Moment { markerMoment ?? last }

  /// To the marker, or to the last chunk where none came.
  var durationMicroseconds: Int64 {
    max(0, end.time.since(first.time))
  }

  /// From the first chunk's record until the controller was done with all of it.
  var completedMicroseconds: Int64? { completed.map { max(0, $0.time.since(first.time)) } }
}
