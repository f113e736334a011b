import BluetoothProtocol
import Sessions
import TraceBytes

/// A device that was heard advertising.
struct AdvertiserMeasure: Sendable {
  let address: DeviceAddress
  let type: AddressType
  var name: [UInt8] = []
  var nameIsComplete = false
  var services: [BluetoothUUID] = []
  var txPower: Int8?
  var company: UInt16?
  var beacon = BeaconMeasure()
  var reports = 0
  var firstFrame: Int
  private(set) var lastFrame: Int
  /// The first and the last report since the last connection to the device.
  private(set) var sinceConnection: (first: Moment, last: Moment)?
  private(set) var gate: ProximityGate?
  var signal = SignalMeasure()

  /// Digests of the last data seen: advertising and scan response take turns, so two are kept, and
  /// data that says nothing new is not read again.
  fileprivate var seen: (UInt64, UInt64) = (0, 0)

  /// A name up to here is in the weight of the device.
  private static let shortName = 32
  private static let mostServices = 32
  private static let fewServices = 4
  private static let serviceWeight = 144

  fileprivate init(_ report: Advertisement, _ window: ClosedRange<Int8>?) {
    gate = window.map(ProximityGate.init)
    address = report.address
    type = report.addressType
    firstFrame = report.moment.frame
    lastFrame = report.moment.frame
  }

  @inline(__always)
  fileprivate mutating func count(_ report: Advertisement) {
    reports &+= 1
    lastFrame = report.moment.frame
    sinceConnection = (sinceConnection?.first ?? report.moment, report.moment)
    if let power = report.txPower { txPower = power }
    guard let rssi = report.rssi else { return }
    signal.add(rssi, at: report.moment.time)
    if gate != nil { gate?.add(rssi, at: report.moment) }
  }

  fileprivate mutating func connect(at moment: Moment) -> (first: Moment, last: Moment)? {
    gate?.connect(at: moment)
    defer { sinceConnection = nil }
    return sinceConnection
  }

  fileprivate mutating func read(
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
    company = summary.manufacturerData?.companyIdentifier ?? company
    if let found = summary.beacon { beacon.add(found) }
  }
}

/// Everyone who was heard, in the order in which they were first heard.
///
/// A hash table of our own, for the reports of a busy room come by the million: open addressing
/// over multiply-shift hashes, whose multiplier differs from run to run so that no capture can be
/// made to collide. Beyond the bound, devices are counted by their reports and not told apart.
struct AdvertiserTable: Sendable {
  private(set) var devices: [AdvertiserMeasure] = []
  /// Reports of devices that found no place.
  private(set) var omittedReports = 0
  private var slots: [Int32]
  private var last = -1
  private let multiplier = UInt64.random(in: .min ... .max) | 1

  private let gate: ClosedRange<Int8>?

  init(gate: ClosedRange<Int8>? = nil) {
    self.gate = gate
    slots = [Int32](repeating: -1, count: 256)
  }

  mutating func add(
    _ report: Advertisement, in bytes: Span<UInt8>, _ bounds: inout BoundsReached
  ) {
    guard let place = place(of: report, &bounds) else {
      omittedReports += 1
      return
    }
    devices[place].count(report)
    guard !report.data.isEmpty else { return }
    let digest = digest(report.data, in: bytes)
    let seen = devices[place].seen
    guard digest != seen.0 && digest != seen.1 else { return }
    devices[place].seen = (digest, seen.0)
    devices[place].read(report.data, in: bytes, &bounds)
  }

  func device(_ address: DeviceAddress, _ type: AddressType) -> AdvertiserMeasure? {
    find(address, type).map { devices[$0] }
  }

  /// A connection to the device came about; returns from when to when it was heard before.
  mutating func connect(
    _ address: DeviceAddress, _ type: AddressType, at moment: Moment
  ) -> (first: Moment, last: Moment)? {
    guard let place = find(address, type) else { return nil }
    return devices[place].connect(at: moment)
  }

  private func find(_ address: DeviceAddress, _ type: AddressType) -> Int? {
    var slot = slot(of: key(address, type))
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if devices[place].address == address && devices[place].type == type { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func place(
    of report: Advertisement, _ bounds: inout BoundsReached
  ) -> Int? {
    if last >= 0, devices[last].address == report.address, devices[last].type == report.addressType
    {
      return last
    }
    var slot = slot(of: key(report.address, report.addressType))
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if devices[place].address == report.address, devices[place].type == report.addressType {
        last = place
        return place
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    guard devices.append(AdvertiserMeasure(report, gate), within: .advertisers, &bounds) else {
      return nil
    }
    slots[slot] = Int32(devices.count - 1)
    last = devices.count - 1
    if devices.count * 2 > slots.count { grow() }
    return last
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (place, device) in devices.enumerated() {
      var slot = slot(of: key(device.address, device.type))
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place)
    }
  }

  private func key(_ address: DeviceAddress, _ type: AddressType) -> UInt64 {
    address.rawValue | UInt64(type.rawValue) << 48
  }

  private func slot(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* multiplier) >> UInt64(slots.count.leadingZeroBitCount &+ 1))
  }

  private func digest(_ data: ByteRange, in bytes: Span<UInt8>) -> UInt64 {
    var digest = multiplier ^ UInt64(data.count)
    var offset = data.start
    while offset &+ 8 <= data.end {
      digest = mix(digest ^ bytes.u64le(offset))
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < data.end {
      rest = rest << 8 | UInt64(bytes[offset])
      offset &+= 1
    }
    return mix(digest ^ rest)
  }

  private func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}
