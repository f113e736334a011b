import LinkLayer
import Report

extension ReportBuilder {
  func airStreams() -> [ReportV1.AirStream] {
    sessions.air.streams.map { stream in
      var stream = stream
      stream.finish()
      let isTimed = stream.interval.map { $0 > 0 } ?? false
      return ReportV1.AirStream {
        $0.kind = stream.kind
        $0.accessAddress = Self.digits(UInt64(stream.accessAddress), 8)
        $0.connection = number(of: stream.connection)
        $0.address = stream.advertiser?.address.description
        $0.addressType = stream.advertiser.flatMap { $0.type.kind(of: $0.address) }
        $0.group = stream.group
        $0.stream = stream.number
        $0.intervalUs = stream.interval
        $0.subevents = stream.subevents
        $0.announcedFrame = stream.announced
        $0.firstFrame = stream.first
        $0.lastFrame = stream.first == nil ? nil : stream.last
        $0.eventsHeard = isTimed ? stream.eventsHeard : nil
        $0.eventsSilent = isTimed ? stream.eventsSilent : nil
        $0.central = Self.side(stream.central, of: stream)
        $0.peripheral = stream.kind == .bis ? nil : Self.side(stream.peripheral, of: stream)
        $0.endedFrame = stream.ended?.frame
        $0.reason = stream.reason
        $0.reasonName = stream.reason?.name
      }
    }
  }

  private static func side(
    _ side: AirStream.Side, of stream: AirStream
  ) -> ReportV1.AirStreamSide {
    ReportV1.AirStreamSide {
      $0.packets = side.packets
      $0.payloads = side.payloads
      $0.retransmitted = side.retransmitted
      $0.null = side.null
      $0.crcFailed = side.crcFailed
      $0.acknowledged = side.acknowledged
      $0.unacknowledged = side.unacknowledged
      $0.eventsUnacknowledged = side.eventsUnacknowledged
      $0.unheard = stream.kind == .bis && stream.subevents != nil ? side.unheard : nil
      $0.burst = side.burst
      $0.flushEvents = side.flush
    }
  }
}
