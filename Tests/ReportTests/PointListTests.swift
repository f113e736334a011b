import Report
import Testing
import Text

@testable import Rendering

@Suite("Points of plots")
struct PointListTests {
  @Test("where points are joined, the longest silences stay as long as they were")
  func silences() throws {
    var points: [CaptureSeries.Point] = []
    for index in 0..<8000 {
      let time = index * 100_000 + (index > 5123 ? 1_900_000 : 0)
      points.append(
        CaptureSeries.Point(
          firstUs: time, lastUs: time, sum: 20, count: 1, low: index, high: index, latest: index))
    }
    var json = JSONWriter(layout: .compact)
    let count = PointList(points, 300).writeRanges(to: &json)
    #expect(count <= 300)
    let text = String(decoding: json.bytes, as: UTF8.self)
    let values = text.split { !$0.isNumber }.compactMap { Int($0) }
    var (time, end, longest, least, greatest) = (0, 0, 0, Int.max, 0)
    for start in stride(from: 0, to: values.count, by: 5) {
      time += values[start]
      longest = max(longest, time - end)
      end = time + values[start + 1]
      (least, greatest) = (min(least, values[start + 2]), max(greatest, values[start + 3]))
    }
    #expect(longest == 2_000_000)
    #expect(end == points.last?.lastUs && least == 0 && greatest == 7999)
  }
}
