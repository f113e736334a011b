import BluetoothProtocol
import Bytes
import Report

/// What was heard of a device at some moment.
struct AdvertisingSample: Sendable {
  var type: AddressType
  var reports: Int
  var last: Moment
  var recent: RecentReadings
  var connectableFrame: Int
  var unconnectableFrame: Int
  /// Reports since the attempt before.
  var since = 0
}

/// What was heard of devices while this host tried to connect to them, or in the ten seconds
/// before, by the keys of the attempts.
struct AttemptHearings: Sendable {
  private struct Watch: Sendable {
    let address: DeviceAddress
    let type: AddressType
    let start: Moment
    /// By the types of addresses: the same octets may be heard with another type.
    var before: [AdvertisingSample]
    var found: ReportV1.AttemptHeard?
    var isEnded = false
  }

  private struct Device: Hashable {
    let address: DeviceAddress
    let type: AddressType
  }

  private var watches: [AttemptKey: Watch] = [:]
  /// How many reports there had been at the end of the last attempt to each device.
  private var reports: [Device: Int] = [:]
  private static let mostDevices = 4096

  /// Older reports say nothing about an attempt.
  static let before: Int64 = 10_000_000

  mutating func begin(
    _ key: AttemptKey, _ address: DeviceAddress, _ type: AddressType,
    _ advertisers: borrowing AdvertiserTable, at moment: Moment
  ) {
    guard watches.count < Bound.attempts.limit else { return }
    watches[key] = Watch(
      address: address, type: type, start: moment,
      before: Self.types(type).compactMap { type in
        var sample = advertisers.sample(address, type)
        sample?.since -= reports[Device(address: address, type: type)] ?? 0
        return sample
      })
  }

  /// The attempt is over, as it seems: it may still go on.
  mutating func measure(
    _ key: AttemptKey, _ advertisers: borrowing AdvertiserTable, at moment: Moment
  ) {
    guard let watch = watches[key] else { return }
    let found = Self.hearing(of: watch, advertisers, until: moment.time)
    watches[key]?.found = found
    watches[key]?.isEnded = true
    if reports.count >= Self.mostDevices { reports.removeAll() }
    for type in Self.types(watch.type) {
      guard let sample = advertisers.sample(watch.address, type) else { continue }
      reports[Device(address: watch.address, type: type)] = sample.reports
    }
  }

  /// - Parameter end: of an attempt that still waits: the end of the capture.
  func found(
    _ key: AttemptKey, _ advertisers: borrowing AdvertiserTable, at end: TraceTime?
  ) -> ReportV1.AttemptHeard? {
    guard let watch = watches[key] else { return nil }
    return end.map { Self.hearing(of: watch, advertisers, until: $0) } ?? watch.found
  }

  mutating func forgetEnded() { watches = watches.filter { !$0.value.isEnded } }

  /// That which was asked for, and then the others.
  private static func types(_ asked: AddressType) -> [AddressType] {
    [asked] + [0, 1, 2, 3].map { AddressType($0) }.filter { $0 != asked }
  }

  /// By the type that was asked for where the device was heard so, else by that which was heard
  /// last.
  private static func hearing(
    of watch: Watch, _ advertisers: borrowing AdvertiserTable, until end: TraceTime
  ) -> ReportV1.AttemptHeard? {
    var best: ReportV1.AttemptHeard?
    for type in types(watch.type) {
      guard let sample = advertisers.sample(watch.address, type),
        let found = hearing(sample, watch, until: end)
      else { continue }
      let isAsked = type.rawValue & 1 == watch.type.rawValue & 1
      if isAsked { return found }
      if best.map({ $0.frame < found.frame }) ?? true { best = found }
    }
    return best
  }

  private static func hearing(
    _ sample: AdvertisingSample, _ watch: Watch, until end: TraceTime
  ) -> ReportV1.AttemptHeard? {
    let before = watch.before.first { $0.type == sample.type }
    let isRecent = before.map { watch.start.time.since($0.last.time) <= Self.before } ?? false
    // The latest few of the reports before are known; where the attempt before had them, too, there
    // are none since.
    let latest = before?.recent.measure(before: watch.start.time)?.count ?? 0
    let earlier = isRecent ? max(1, latest, before?.since ?? 0) : 0
    let reports = max(0, sample.reports - (before?.reports ?? 0)) + earlier
    guard reports > 0 else { return nil }
    // What the device was before the first of these reports counts where that was just before.
    let from = isRecent ? 1 : (before?.last.frame ?? 0) + 1
    let isConnectable: Bool? =
      sample.connectableFrame >= from && sample.connectableFrame > 0
      ? true : sample.unconnectableFrame >= from && sample.unconnectableFrame > 0 ? false : nil
    return ReportV1.AttemptHeard {
      $0.reports = reports
      $0.address = watch.address.description
      $0.addressType = sample.type.kind(of: watch.address)
      $0.connectable = isConnectable
      $0.frame = sample.last.frame
      $0.rssi = (sample.recent.measure(before: sample.last.time)?.last).map(Int.init)
    }
  }
}
