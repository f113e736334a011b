import Report
import Text

/// Points of a plot, as few as there is room for. Joined ones keep the least and the greatest
/// value, and none are joined over the longest silences: a stall stays as long as it was.
struct PointList {
  private let points: [CaptureSeries.Point]

  init(_ points: [CaptureSeries.Point], _ most: Int) {
    guard points.count > most, most > 0 else {
      self.points = points
      return
    }
    let starts = Self.ends(ofSilencesIn: points, most / 4)
    let room = most - starts.count
    let group = (points.count + room - 1) / room
    var kept: [CaptureSeries.Point] = []
    var inGroup = 0
    for (index, point) in points.enumerated() {
      if inGroup > 0, inGroup < group, !starts.contains(index) {
        Self.join(point, to: &kept[kept.count - 1])
        inGroup += 1
      } else {
        kept.append(point)
        inGroup = 1
      }
    }
    self.points = kept
  }

  /// Indexes of the points that come after the longest silences.
  private static func ends(
    ofSilencesIn points: [CaptureSeries.Point], _ most: Int
  ) -> Set<Int> {
    func silence(_ index: Int) -> Int { points[index].firstUs &- points[index - 1].lastUs }
    let order = points.indices.dropFirst().sorted { (silence($1), $0) < (silence($0), $1) }
    return Set(order.prefix(most))
  }

  private static func join(_ point: CaptureSeries.Point, to joined: inout CaptureSeries.Point) {
    joined.lastUs = point.lastUs
    joined.sum &+= point.sum
    joined.count &+= point.count
    joined.low = Swift.min(joined.low, point.low)
    joined.high = Swift.max(joined.high, point.high)
    joined.latest = point.latest
  }

  /// Time, span, sum.
  func writeSums(to json: inout JSONWriter) -> Int {
    write(to: &json) { [$0.sum] }
  }

  /// Time, span, least, greatest and last value.
  func writeRanges(to json: inout JSONWriter) -> Int {
    write(to: &json) { [$0.low, $0.high, $0.latest] }
  }

  /// Time, span, least value, greatest value, mean in tenths.
  func writeMeans(to json: inout JSONWriter) -> Int {
    write(to: &json) { point in
      let mean = Double(point.sum) / Double(Swift.max(point.count, 1)) * 10
      return [point.low, point.high, Int(mean.rounded())]
    }
  }

  private func write(
    to json: inout JSONWriter, _ values: (CaptureSeries.Point) -> [Int]
  ) -> Int {
    json.beginArray()
    var before = 0
    for point in points {
      json.int(point.firstUs &- before)
      json.int(point.lastUs &- point.firstUs)
      for value in values(point) { json.int(value) }
      before = point.firstUs
    }
    json.endArray()
    return points.count
  }
}
