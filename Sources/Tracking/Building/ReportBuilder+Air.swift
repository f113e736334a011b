import BluetoothProtocol
import Report

extension ReportBuilder {
  func air(_ state: ConnectionState) -> ReportV1.Air? {
    guard let place = state.airLink else { return nil }
    var link = sessions.air.links[place]
    link.finish()
    let address = String(link.accessAddress, radix: 16, uppercase: true)
    return ReportV1.Air {
      $0.accessAddress = String(repeating: "0", count: 8 - address.count) + address
      $0.channelSelection = link.usesChannelSelection2.map { $0 ? 2 : 1 }
      $0.encrypted = link.isEncrypted
      $0.decrypted = link.isDecrypted
      $0.events.heard = link.eventsHeard
      $0.events.oneSided = link.eventsOneSided
      $0.events.silent = link.eventsSilent
      $0.central = side(link.central)
      $0.peripheral = side(link.peripheral)
      $0.stalls = link.stalls.map { stall in
        ReportV1.AirStall {
          $0.direction = stall.isFromCentral ? .tx : .rx
          $0.firstFrame = stall.first.frame
          $0.lastFrame = stall.last.frame
          $0.startUs = offset(stall.first.time)
          $0.durationUs = Int(clamping: max(0, stall.last.time.since(stall.first.time)))
          $0.attempts = stall.attempts
        }
      }
      $0.endedBy = link.endedBy
    }
  }

  private func side(_ side: AirSide) -> ReportV1.AirSide {
    let judged = side.new + side.retransmitted
    return ReportV1.AirSide {
      $0.packets = side.packets
      $0.new = side.new
      $0.retransmitted = side.retransmitted
      $0.uncertain = side.uncertain
      $0.empty = side.empty
      $0.crcFailed = side.crcFailed
      $0.missed = side.missed
      $0.missedCertain = side.missedCertain
      $0.micFailed = side.micFailed
      $0.rssi = side.signal.count > 0 ? Self.signal(side.signal) : nil
      $0.retransmissionRate = judged > 0 ? Double(side.retransmitted) / Double(judged) : nil
      $0.attemptsMax = side.attemptsMax
      $0.airTimeUs = side.airTime
    }
  }
}
