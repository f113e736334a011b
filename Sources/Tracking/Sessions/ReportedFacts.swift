import BluetoothProtocol
import CaptureFiles
import Report

/// Leaves of the report, from what the decoders hand out.

extension Side {
  /// Its word in the report. This one is for the packets: a number, compared for each of them.
  var reported: ReportV1.PairingSide { self == .local ? .local : .peer }
}

extension ReportV1.Direction {
  init(_ direction: RecordDirection) { self = direction == .tx ? .tx : .rx }
}

extension ReportV1.PHY {
  init?(_ phy: PHY) {
    switch phy {
    case .le1M: self = .le1M
    case .le2M: self = .le2M
    case .leCoded: self = .coded
    default: return nil
    }
  }
}

extension ReportV1.Parameters {
  init(
    _ interval: ConnectionInterval, _ latency: UInt16, _ timeout: SupervisionTimeout,
    at moment: Moment
  ) {
    self.init()
    frame = moment.frame
    intervalUs = interval.microseconds
    self.latency = Int(latency)
    supervisionTimeoutUs = timeout.microseconds
  }
}

extension ReportV1.SlowStep {
  /// The slowest few of a connection are kept.
  static let kept = 5

  init(
    _ request: Moment, _ answer: Moment, _ opcode: ATTOpcode, _ handle: ATTHandle?,
    _ latency: Int64, asked: Side
  ) {
    self.init()
    frame = request.frame
    responseFrame = answer.frame
    self.request = opcode
    self.handle = handle.map { Int($0.rawValue) }
    self.asked = asked.reported
    latencyUs = Int(reported: latency)
  }
}

extension ReportV1.SubscriptionValue {
  /// By the value of the Client Characteristic Configuration. Core Vol 3, Part G, 3.3.3.3.
  init(bits: UInt16) { self = bits & 1 != 0 ? .notify : bits & 2 != 0 ? .indicate : .off }
}
