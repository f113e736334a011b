import BluetoothProtocol
import Bytes
import Report

/// How the reports of advertising come while a controller scans: all along, or in bursts with
/// silence between them. Devices are independent of each other, so that many of them are silent at
/// the same time only where the receiver is.
struct ScanHearing: Sendable {
  /// In which the scan begins.
  let start: Moment
  private var last = TraceTime(microseconds: 0)
  private var lastDevice: UInt64 = 0
  private var reports = 0
  /// A bit for each device, of 64: several may share one.
  private var devices: UInt64 = 0
  /// Times between reports of different devices, without the pauses.
  private var steps = 0
  private var stepsMicroseconds: Int64 = 0
  private var pauses = 0
  private var silence: Int64 = 0
  private var shortest = Int64.max
  private var longest: Int64 = 0
  private var burst = TraceTime(microseconds: 0)
  /// From the first report of a burst to that of the next, of the first bursts.
  private var periods: [UInt32] = []

  static let leastPause: Int64 = 500_000
  private static let mostPeriods = 32

  init(at moment: Moment) { start = moment }

  @inline(__always)
  mutating func add(_ address: DeviceAddress, at time: TraceTime) {
    // Fibonacci hashing: its highest bits depend on all.
    devices |= 1 &<< ((address.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 58)
    let gap = reports > 0 ? time.since(last) : 0
    if gap >= Self.leastPause {
      pause(gap, until: time)
    } else if reports == 0 {
      burst = time
    } else if gap >= 0, address.rawValue != lastDevice {
      steps &+= 1
      stepsMicroseconds &+= gap
    }
    reports &+= 1
    last = time
    lastDevice = address.rawValue
  }

  @inline(never)
  private mutating func pause(_ gap: Int64, until time: TraceTime) {
    pauses &+= 1
    silence &+= gap
    shortest = min(shortest, gap)
    longest = max(longest, gap)
    if periods.count < Self.mostPeriods { periods.append(UInt32(clamping: time.since(burst))) }
    burst = time
  }

  private static let fewestDevices = 8
  private static let fewestPauses = 4
  /// At so many reports a second from different devices a pause by chance has the odds of e^-10.
  private static let leastRate = 20.0

  /// Whether it may have been in bursts.
  fileprivate var hasPauses: Bool { pauses >= Self.fewestPauses }

  /// `nil` where chance, few devices or the scan's own rhythm may be the reason.
  ///
  /// - Parameter rhythm: of a scanner that listens for a part of the time.
  func bursts(_ rhythm: ScanRhythm?, filtersDuplicates: Bool) -> ReportV1.ScanBursts? {
    let deaf = rhythm.map { max(0, $0.intervalMicroseconds - $0.windowMicroseconds) }
    guard let deaf, !filtersDuplicates, Int64(deaf) * 2 < shortest, hasPauses,
      devices.nonzeroBitCount >= Self.fewestDevices, steps > 0
    else { return nil }
    let heard = max(1, stepsMicroseconds)
    guard Double(steps) * 1e6 / Double(heard) >= Self.leastRate, silence >= heard else {
      return nil
    }
    let sorted = periods.sorted()
    return ReportV1.ScanBursts {
      $0.count = pauses + 1
      $0.reports = reports
      $0.devices = devices.nonzeroBitCount
      $0.silentUs = Int(clamping: silence)
      $0.shortestPauseUs = Int(clamping: shortest)
      $0.longestPauseUs = Int(clamping: longest)
      $0.periodUs = Int(clamping: sorted[sorted.count / 2])
    }
  }
}

/// The scans of all controllers: those that run, and of the others those with pauses.
struct ScanHearings: Sendable {
  /// By controller.
  private var running: [ScanHearing?] = []
  /// By the frame in which the scan began.
  private var ended: [Int: ScanHearing] = [:]

  subscript(frame: Int) -> ScanHearing? {
    ended[frame] ?? running.first { $0?.start.frame == frame } ?? nil
  }

  mutating func begin(on controller: Int, at moment: Moment) {
    while running.count <= controller { running.append(nil) }
    if let before = running[controller], before.hasPauses { ended[before.start.frame] = before }
    running[controller] = ScanHearing(at: moment)
  }

  @inline(__always)
  mutating func add(_ advertisement: Advertisement) {
    guard advertisement.controller < running.count else { return }
    running[advertisement.controller]?.add(
      advertisement.address, at: advertisement.moment.time)
  }
}
