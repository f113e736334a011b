import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

extension CaptureSeries {
  /// - Parameter start: what the times of the report count from.
  init(_ recorder: SeriesRecorder, start: TraceTime?) {
    self.init()
    let start = start ?? TraceTime(microseconds: 0)
    self.start = start
    links = recorder.links.map { link in
      var series = Link()
      series.streams = link.streams.map { stream in
        var copy = Stream()
        copy.valueHandle = Int(stream.handle.rawValue)
        copy.direction = ReportV1.Direction(stream.direction)
        copy.isFromServer = stream.isFromServer
        copy.points = Self.points(recorder.courses[stream.course], start)
        return copy
      }
      if let flight = link.flight { series.inFlight = Self.points(recorder.courses[flight], start) }
      if let signal = link.signal { series.signal = Self.points(recorder.courses[signal], start) }
      return series
    }
    for noted in recorder.requests where links.indices.contains(noted.connection) {
      var request = Request()
      request.opcode = noted.opcode
      request.handle = noted.handle.map { Int($0.rawValue) }
      (request.frame, request.answerFrame) = (noted.request.frame, noted.answer.frame)
      request.startUs = Int(reported: noted.request.time.since(start))
      request.endUs = Int(reported: noted.answer.time.since(start))
      request.isOurs = noted.server == .peer
      request.isRefused = noted.isRefused
      links[noted.connection].requests.append(request)
    }
    for device in recorder.advertisers.all {
      let points = Self.points(recorder.courses[device.course], start)
      let address = device.address.description
      // One address of two types is drawn as one device only where the two are not distinguished.
      if advertisers[address, default: []].count < points.count { advertisers[address] = points }
    }
    let clock = recorder.frames
    time = { frame in clock.time(of: frame).map { Int(reported: $0.since(start)) } }
  }

  private static func points(_ course: Course, _ start: TraceTime) -> [Point] {
    // No point ends before it begins: what reads them forms ranges.
    let offset = Int(reported: course.start.since(start))
    func time(_ us: Int64) -> Int { Int(reported: offset + Int(reported: us)) }
    return course.parts.map { part in
      Point(
        firstUs: time(part.first), lastUs: time(part.last),
        sum: Int(part.sum), count: Int(part.count), low: Int(part.low), high: Int(part.high),
        latest: Int(part.latest))
    }
  }
}
