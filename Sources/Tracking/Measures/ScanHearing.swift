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
  private var lastFrame = 0
  /// Around the longest pause, and what had been heard before it.
  private var silenceFrames = (after: 0, next: 0)
  private var silenceEnd = TraceTime(microseconds: 0)
  private var devicesBefore: UInt64 = 0
  /// From the first report of a burst to that of the next, of the first bursts.
  private var periods: [UInt32] = []

  static let leastPause: Int64 = 500_000
  private static let mostPeriods = 32

  init(at moment: Moment) { start = moment }

  @inline(__always)
  mutating func add(_ address: DeviceAddress, at moment: Moment) {
    let time = moment.time
    let gap = reports > 0 ? time.since(last) : 0
    if gap >= Self.leastPause {
      pause(gap, until: moment)
    } else if reports == 0 {
      burst = time
    } else if gap >= 0, address.rawValue != lastDevice {
      steps &+= 1
      stepsMicroseconds &+= gap
    }
    // Fibonacci hashing: its highest bits depend on all.
    devices |= 1 &<< ((address.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 58)
    reports &+= 1
    last = time
    lastFrame = moment.frame
    lastDevice = address.rawValue
  }

  @inline(never)
  private mutating func pause(_ gap: Int64, until moment: Moment) {
    let time = moment.time
    if gap > longest {
      silenceFrames = (lastFrame, moment.frame)
      silenceEnd = time
      devicesBefore = devices
    }
    pauses &+= 1
    silence &+= gap
    shortest = min(shortest, gap)
    longest = max(longest, gap)
    if periods.count < Self.mostPeriods { periods.append(UInt32(clamping: time.since(burst))) }
    burst = time
  }

  private static let fewestDevices = 10
  private static let fewestPauses = 4
  /// At so many reports a second from different devices a pause by chance has the odds of e^-10.
  private static let leastRate = 20.0

  private static let leastSilence: Int64 = 2_000_000

  /// Whether it may have been in bursts, or silent for long.
  fileprivate var hasPauses: Bool { pauses >= Self.fewestPauses || newDevices > 0 }

  /// How many were first heard after a long silence, in less time than that.
  private var newDevices: Int {
    guard longest >= Self.leastSilence, last.since(silenceEnd) < longest else { return 0 }
    let count = (devices & ~devicesBefore).nonzeroBitCount
    return count >= Self.fewestDevices ? count : 0
  }

  /// Devices that advertise all the time and were never heard before show that nothing was
  /// received; that a controller filters duplicates changes nothing then.
  ///
  /// - Parameter rhythm: of a scanner that listens for a part of the time.
  func silence(_ rhythm: ScanRhythm?) -> ReportV1.ScanSilence? {
    let deaf = rhythm.map { max(0, $0.intervalMicroseconds - $0.windowMicroseconds) }
    guard let deaf, Int64(deaf) * 2 < longest, newDevices > 0 else { return nil }
    return ReportV1.ScanSilence {
      $0.afterFrame = silenceFrames.after
      $0.frame = silenceFrames.next
      $0.durationUs = Int(reported: longest)
      $0.newDevices = newDevices
      $0.heardUs = Int(reported: max(0, last.since(silenceEnd)))
    }
  }

  /// `nil` where chance, few devices or the scan's own rhythm may be the reason.
  ///
  /// - Parameter rhythm: of a scanner that listens for a part of the time.
  func bursts(_ rhythm: ScanRhythm?, filtersDuplicates: Bool) -> ReportV1.ScanBursts? {
    let deaf = rhythm.map { max(0, $0.intervalMicroseconds - $0.windowMicroseconds) }
    guard let deaf, !filtersDuplicates, Int64(deaf) * 2 < shortest, pauses >= Self.fewestPauses,
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
      $0.silentUs = Int(reported: silence)
      $0.shortestPauseUs = Int(reported: shortest)
      $0.longestPauseUs = Int(reported: longest)
      $0.periodUs = Int(clamping: sorted[sorted.count / 2])
    }
  }
}

/// The scans of all controllers: those that run, and of the others those with pauses.
struct ScanHearings: Sendable {
  /// That of the controller whose reports come: each of them is cheaper where it is found without
  /// a look into a list.
  private var current = ScanHearing(at: Moment(frame: 0, time: TraceTime(microseconds: 0)))
  /// Whether it is one: an optional would be asked through its metadata.
  private var isScanning = false
  private var controller = 0
  /// Those of the other controllers.
  private var others: [Int: ScanHearing] = [:]
  /// By the frame in which the scan began.
  private var ended: [Int: ScanHearing] = [:]

  subscript(frame: Int) -> ScanHearing? {
    if let found = ended[frame] { return found }
    if isScanning, current.start.frame == frame { return current }
    return others.values.first { $0.start.frame == frame }
  }

  mutating func begin(on controller: Int, at moment: Moment) {
    turn(to: controller)
    if isScanning, current.hasPauses { ended[current.start.frame] = current }
    current = ScanHearing(at: moment)
    isScanning = true
  }

  @inline(__always)
  mutating func add(_ advertisement: Advertisement) {
    if advertisement.controller != controller { turn(to: advertisement.controller) }
    if isScanning { current.add(advertisement.address, at: advertisement.moment) }
  }

  @inline(never)
  private mutating func turn(to controller: Int) {
    guard controller != self.controller else { return }
    if isScanning { others[self.controller] = current }
    let other = others.removeValue(forKey: controller)
    isScanning = other != nil
    if let other { current = other }
    self.controller = controller
  }
}
