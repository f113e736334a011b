import Report
import Text

/// Points of a plot, as few as there is room for. Joined ones keep the least and the greatest
/// value.
struct PointList {
  private let points: [CaptureSeries.Point]

  init(_ points: [CaptureSeries.Point], _ most: Int) {
    guard points.count > most, most > 0 else {
      self.points = points
      return
    }
    let group = (points.count + most - 1) / most
    self.points = stride(from: 0, to: points.count, by: group).map { start in
      var joined = points[start]
      for point in points[
        (start + 1)..<Swift.max(start + 1, Swift.min(start + group, points.count))]
      {
        joined.lastUs = point.lastUs
        joined.sum &+= point.sum
        joined.count &+= point.count
        joined.low = Swift.min(joined.low, point.low)
        joined.high = Swift.max(joined.high, point.high)
        joined.latest = point.latest
      }
      return joined
    }
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
