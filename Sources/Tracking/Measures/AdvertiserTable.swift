import BluetoothProtocol
import Bytes
import Report

/// A device that was heard advertising.
struct AdvertiserMeasure: Sendable {
  // What each report touches comes first, and lies together.
  fileprivate let key: UInt64
  /// Digests of the last data seen: advertising and scan response take turns, so two are kept, and
  /// data that says nothing new is not read again.
  private var seen: (UInt64, UInt64) = (0, 0)
  private(set) var reports = 0
  private(set) var last: Moment
  /// The last reports that say whether it can be connected to; 0 for none.
  private(set) var connectableFrame = 0
  private(set) var unconnectableFrame = 0
  private(set) var signal = SignalMeasure()
  /// The last four readings and their times, the latest in the lowest octets.
  private(set) var recent = RecentReadings()
  private var rhythm = AdvertisingRhythm()
  /// The first report of the last scan in which it was heard.
  private var first: Moment
  /// When it was heard last, as `HeardEras` counts; 0 for not since the last attempt to connect.
  private var era: UInt32 = 0
  /// The last report before the host's last request, where reports came after that too.
  private var beforeRequest: HeardMoment?
  /// The first report since the host asked for a connection or got one.
  private(set) var heard: HeardMoment?
  /// From when on such a report counts.
  private var listensFrom = TraceTime(microseconds: .min)
  /// The last connection to the device.
  private(set) var link: Int?
  private(set) var gate: ProximityGate?
  let firstFrame: Int
  private(set) var txPower: Int8?
  private(set) var company: UInt16?
  /// Another one, of its other packets.
  private(set) var otherCompany: UInt16?
  private(set) var flags: UInt8?
  /// The first report in which they say that the device has no BR/EDR.
  private(set) var leOnlyFrame: Int?
  private(set) var name: [UInt8] = []
  private var nameIsComplete = false
  /// When the last attempt to connect to it was over, or the last connection.
  private var since: Moment?
  private(set) var services: [BluetoothUUID] = []
  private(set) var beacon = BeaconMeasure()

  /// A name up to here is in the weight of the device.
  private static let shortName = 32
  private static let mostServices = 32
  private static let fewServices = 4
  private static let serviceWeight = 144

  fileprivate init(_ key: UInt64, at moment: Moment, _ window: ClosedRange<Int8>?) {
    self.key = key
    gate = window.map(ProximityGate.init)
    firstFrame = moment.frame
    first = moment
    last = moment
  }

  fileprivate static func key(_ address: DeviceAddress, _ type: AddressType) -> UInt64 {
    address.rawValue | UInt64(type.rawValue) << 48
  }

  /// What lies apart in memory of what a report changes, but for a part of the signal: see
  /// `lookAhead`.
  @inline(__always)
  fileprivate var apart: Int {
    Int(truncatingIfNeeded: seen.0) &+ reports &+ signal.apart &+ recent.apart &+ Int(era)
      &+ (heard == nil ? 0 : 1)
  }

  var address: DeviceAddress { DeviceAddress(littleEndian48: key) }
  var type: AddressType { AddressType(UInt8(truncatingIfNeeded: key >> 48)) }
  var lastFrame: Int { last.frame }

  @inline(__always)
  fileprivate mutating func add(
    _ report: Advertisement, digest: UInt64, eras: HeardEras, watchesGate: Bool,
    in bytes: Span<UInt8>, _ bounds: inout BoundsReached
  ) {
    reports &+= 1
    if era != eras.now { enter(eras, at: report.moment) }
    if heard == nil { hear(report) }
    rhythm.add(report.moment.time, after: last.time)
    last = report.moment
    if let isConnectable = report.isConnectable {
      if isConnectable {
        connectableFrame = report.moment.frame
      } else {
        unconnectableFrame = report.moment.frame
      }
    }
    if let power = report.txPower { txPower = power }
    if let rssi = report.rssi {
      signal.add(rssi, at: report.moment.time)
      recent.add(rssi, at: report.moment.time)
      // Far from the rest: not looked at where no device has one.
      if watchesGate { gate?.add(rssi, at: report.moment) }
    }
    // Taken together, as it cannot be foretold which of the two it is.
    if min(digest ^ seen.0, digest ^ seen.1) != 0, !report.data.isEmpty {
      seen = (digest, seen.0)
      read(report.data, in: bytes, &bounds)
      if (flags ?? 0) & Self.leOnly != 0, leOnlyFrame == nil { leOnlyFrame = last.frame }
    }
  }

  /// An attempt to connect to it is over.
  fileprivate mutating func attempt(isSuccess: Bool, at moment: Moment) -> Heard? {
    if isSuccess { gate?.connect(at: moment) }
    defer { (era, beforeRequest, since) = (0, nil, moment) }
    return era == 0 ? nil : Heard(first: first, last: last, since: since)
  }

  /// The first report since a scan began or the host asked for a connection.
  @inline(never)
  private mutating func enter(_ eras: HeardEras, at moment: Moment) {
    if era != 0, era < eras.request {
      beforeRequest = HeardMoment(
        moment: last, rssi: recent.measure(before: eras.requestTime)?.last)
    }
    if era < eras.scan { first = moment }
    era = eras.now
  }

  /// The last report before the host asked for a connection, and how strong it was shortly before.
  fileprivate func lastHeard(before request: Moment) -> HeardMoment? {
    guard era != 0 else { return nil }
    if last.frame < request.frame {
      return HeardMoment(moment: last, rssi: recent.measure(before: request.time)?.last)
    }
    return beforeRequest.flatMap { $0.moment.frame < request.frame ? $0 : nil }
  }

  /// BR/EDR Not Supported. Core Specification Supplement, Part A, 1.3.
  static let leOnly: UInt8 = 0x04

  @inline(never)
  private mutating func hear(_ report: Advertisement) {
    guard listensFrom <= report.moment.time else { return }
    heard = HeardMoment(moment: report.moment, rssi: report.rssi)
  }

  /// Events overtake one another: a report that comes so soon after a connection is older than it.
  private static let overtaking: Int64 = 200_000

  /// The host asks for a connection: from now on the device is listened for. Returns what was heard
  /// since the connection before.
  fileprivate mutating func request(at moment: Moment) -> HeardMoment? {
    let before = heard
    heard = nil
    listensFrom = moment.time
    return before
  }

  fileprivate mutating func follow(_ map: IndexMap) { link = link.flatMap { map[$0] } }

  /// The host has a connection to it.
  fileprivate mutating func connect(at moment: Moment, _ link: Int) {
    heard = nil
    listensFrom = TraceTime(microseconds: moment.time.microseconds &+ Self.overtaking)
    self.link = link
  }

  fileprivate func signal(before moment: Moment) -> SignalMeasure? {
    recent.measure(before: moment.time)
  }

  fileprivate func period(before moment: Moment) -> Int64? { rhythm.period(before: moment.time) }

  fileprivate mutating func disconnect(at moment: Moment) { since = moment }

  @inline(never)
  private mutating func read(
    _ data: ByteRange, in bytes: Span<UInt8>, _ bounds: inout BoundsReached
  ) {
    let summary = AdvertisingSummary(data, in: bytes)
    if let found = summary.localName, !found.octets.isEmpty, found.isComplete || !nameIsComplete,
      found.octets.count <= max(name.count, Self.shortName)
        || bounds.take(2 * found.octets.count, for: .advertisers)
    {
      name.removeAll(keepingCapacity: true)
      name.append(found.octets, of: bytes)
      // Some devices fill a field of fixed length up with NULs.
      if let end = name.firstIndex(of: 0) { name.removeSubrange(end...) }
      nameIsComplete = found.isComplete
    }
    for uuid in summary.serviceUUIDs where !services.contains(uuid) {
      guard services.count < Self.mostServices else {
        bounds.insert(.advertisers)
        break
      }
      // Few are in the weight of the device.
      if services.count >= Self.fewServices {
        guard bounds.take(Self.serviceWeight, for: .advertisers) else { break }
      }
      services.append(uuid)
    }
    txPower = summary.txPowerLevel ?? txPower
    flags = summary.flags ?? flags
    if let found = summary.manufacturerData?.companyIdentifier, found != company {
      (otherCompany, company) = (company, found)
    }
    if let found = summary.beacon { beacon.add(found) }
  }
}

/// Everyone who was heard, in the order in which they were first heard.
///
/// A hash table of our own, for the reports of a busy room come by the million: open addressing
/// over multiply-shift hashes, whose multiplier differs from run to run so that no capture can be
/// made to collide. Beyond the bound, devices are counted by their reports, all together.
struct AdvertiserTable: Sendable {
  private(set) var devices: [AdvertiserMeasure] = []
  /// Reports of devices that found no room in the table.
  private(set) var omittedReports = 0
  private var slots: [Slot]
  /// The last connections to devices that were not heard before them.
  private var unheard: [UInt64: (link: Int, at: Moment)] = [:]
  private var eras = HeardEras()
  private let multiplier = UInt64.random(in: .min ... .max) | 1

  let gate: ClosedRange<Int8>?
  /// What `lookAhead` read; without a use of it, nothing would be read.
  private var seenAhead = 0

  /// The key is repeated here: devices are large, and one that is not meant need not be touched.
  private struct Slot: Sendable {
    var key: UInt64 = 0
    /// Of the device; below 0 where there is none.
    var index = -1
  }

  /// Connections have other indexes now, and some are gone.
  mutating func follow(_ map: IndexMap) {
    for index in devices.indices { devices[index].follow(map) }
    unheard = unheard.compactMapValues { known in map[known.link].map { ($0, known.at) } }
  }

  init(gate: ClosedRange<Int8>? = nil) {
    self.gate = gate
    slots = [Slot](repeating: Slot(), count: 256)
  }

  /// - Returns: the index of the device; nil where it found no room.
  @inline(__always) @discardableResult
  mutating func add(
    _ report: Advertisement, in bytes: Span<UInt8>, _ bounds: inout BoundsReached
  ) -> Int? {
    let key = AdvertiserMeasure.key(report.address, report.addressType)
    guard let index = find(key) ?? append(key, at: report.moment, &bounds) else {
      omittedReports += 1
      return nil
    }
    let digest = digest(report.data, in: bytes)
    devices[index].add(
      report, digest: digest, eras: eras, watchesGate: gate != nil, in: bytes, &bounds)
    return index
  }

  /// Whether the devices are so many that few of them are in the cache of the processor.
  var isCrowd: Bool { devices.count > 2048 }

  /// How many reports are worth a look ahead.
  static let group = 16

  /// Reads a little of all that the next reports will change. Of a crowd each device has to be
  /// fetched from memory; what is read here for one report does not depend on what is read for
  /// another, so that the processor fetches all of it at once.
  mutating func lookAhead(_ reports: [Advertisement]) {
    var indexes = InlineArray<16, Int>(repeating: -1)
    for position in 0..<min(reports.count, Self.group) {
      let key = AdvertiserMeasure.key(
        reports[position].address, reports[position].addressType)
      indexes[position] = find(key) ?? -1
    }
    for position in indexes.indices where indexes[position] >= 0 {
      seenAhead ^= devices[indexes[position]].apart
    }
    for position in indexes.indices where indexes[position] >= 0 {
      seenAhead ^= devices[indexes[position]].signal.part
    }
  }

  /// What was heard of a device until now; the device itself is large, and not copied for that.
  func sample(_ address: DeviceAddress, _ type: AddressType) -> AdvertisingSample? {
    guard let index = find(AdvertiserMeasure.key(address, type)) else { return nil }
    return AdvertisingSample(
      type: type, reports: devices[index].reports, last: devices[index].last,
      recent: devices[index].recent, connectableFrame: devices[index].connectableFrame,
      unconnectableFrame: devices[index].unconnectableFrame, since: devices[index].reports)
  }

  func device(_ address: DeviceAddress, _ type: AddressType) -> AdvertiserMeasure? {
    find(AdvertiserMeasure.key(address, type)).map { devices[$0] }
  }

  /// What was heard of a device since it was asked for, and its last connection. The device itself
  /// is large, and not copied for that.
  func heard(_ address: DeviceAddress, _ type: AddressType) -> (HeardMoment, link: Int?)? {
    guard let index = find(AdvertiserMeasure.key(address, type)),
      let heard = devices[index].heard
    else { return nil }
    return (heard, devices[index].link)
  }

  mutating func beginScan() { eras.beginScan() }

  /// The host asks for a connection to any device.
  mutating func beginRequest(at moment: Moment) { eras.beginRequest(at: moment) }

  /// The device's last report before a request. To be asked for before `attempt`.
  func lastHeard(
    _ address: DeviceAddress, _ type: AddressType, before request: Moment
  ) -> HeardMoment? {
    find(AdvertiserMeasure.key(address, type)).flatMap { devices[$0].lastHeard(before: request) }
  }

  /// A connection to the device came about, or failed to; returns when it was heard before.
  ///
  /// - Parameter link: the connection; `nil` where it failed.
  @discardableResult
  mutating func attempt(
    _ address: DeviceAddress, _ type: AddressType, link: Int?, at moment: Moment
  ) -> Heard? {
    let key = AdvertiserMeasure.key(address, type)
    guard let index = find(key) else {
      if let link, unheard.count < Bound.knownPeers.limit { unheard[key] = (link, moment) }
      return nil
    }
    if let link { devices[index].connect(at: moment, link) }
    return devices[index].attempt(isSuccess: link != nil, at: moment)
  }

  /// How strong the device's advertising was right before a moment.
  func signal(
    of address: DeviceAddress, _ type: AddressType, before moment: Moment
  ) -> SignalMeasure? {
    find(AdvertiserMeasure.key(address, type)).flatMap { devices[$0].signal(before: moment) }
  }

  /// The shortest time between two of its reports shortly before a moment; `nil` where there were
  /// not two.
  func period(of address: DeviceAddress, _ type: AddressType, before moment: Moment) -> Int64? {
    find(AdvertiserMeasure.key(address, type)).flatMap { devices[$0].period(before: moment) }
  }

  /// A connection to the device is over.
  mutating func disconnect(_ address: DeviceAddress, _ type: AddressType, at moment: Moment) {
    guard let index = find(AdvertiserMeasure.key(address, type)) else { return }
    devices[index].disconnect(at: moment)
  }

  /// A connection to the device was asked for; returns the connection before it, and what was heard
  /// since.
  mutating func request(
    _ address: DeviceAddress, _ type: AddressType, at moment: Moment
  ) -> (link: Int, heard: HeardMoment)? {
    guard let index = find(AdvertiserMeasure.key(address, type)) else { return nil }
    let link = devices[index].link
    return devices[index].request(at: moment).flatMap { heard in link.map { ($0, heard) } }
  }

  @inline(__always)
  private func find(_ key: UInt64) -> Int? {
    var slot = slot(of: key)
    while slots[slot].index >= 0 {
      if slots[slot].key == key { return slots[slot].index }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  @inline(never)
  private mutating func append(
    _ key: UInt64, at moment: Moment, _ bounds: inout BoundsReached
  ) -> Int? {
    var device = AdvertiserMeasure(key, at: moment, gate)
    if let known = unheard.removeValue(forKey: key) { device.connect(at: known.at, known.link) }
    guard devices.append(device, within: .advertisers, &bounds) else { return nil }
    // Room enough that most stand where they are looked for first.
    if devices.count * 4 > slots.count {
      slots = [Slot](repeating: Slot(), count: slots.count * 2)
      for index in devices.indices { enter(index) }
    } else {
      enter(devices.count - 1)
    }
    return devices.count - 1
  }

  private mutating func enter(_ index: Int) {
    let key = devices[index].key
    var slot = slot(of: key)
    while slots[slot].index >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Slot(key: key, index: index)
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* multiplier) >> UInt64(slots.count.leadingZeroBitCount &+ 1))
  }

  /// Of every octet. The last 32 are taken together, some of them twice: legacy advertising has no
  /// more, and how many it has cannot be foretold.
  @inline(__always)
  private func digest(_ data: ByteRange, in bytes: Span<UInt8>) -> UInt64 {
    var digest = UInt64(data.count)
    guard data.count >= 8 else {
      for offset in data.start..<data.end { digest = mix(digest, UInt64(bytes[offset])) }
      return digest
    }
    var offset = data.start
    while offset &+ 32 < data.end {
      digest = mix(digest ^ bytes.u64le(offset), bytes.u64le(offset &+ 8))
      offset &+= 16
    }
    let last = data.end &- 8
    digest = mix(digest ^ bytes.u64le(offset), bytes.u64le(min(offset &+ 8, last)))
    return mix(digest ^ bytes.u64le(max(offset, last &- 8)), bytes.u64le(last))
  }

  @inline(__always)
  private func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = (one ^ multiplier).multipliedFullWidth(by: other ^ ~multiplier)
    return high ^ low
  }
}
