import Tracking

/// What tshark's records add up to.
///
/// The rules are written anew from the specification and the report's contract, so that a mistake
/// of bletrace's is not repeated here.
struct TsharkFacts {
  private(set) var facts = Facts()
  /// What was written, notified and indicated, for the transfers.
  private(set) var values: [PushedValue] = []
  /// Whether the capture says which way packets go (as tshark sees it).
  private(set) var knowsDirection = true

  // Across records.
  private var scan = ScanState()
  private var scanCommands: [Int: TsharkRecord] = [:]
  /// HCI_Reset ends every scan once it is done. Core Vol 4, Part E, 7.3.2.
  private var resetCommands: Set<Int> = []
  private var synchronousHandles: Set<Int> = []
  private var advertisers: [String: (reports: Int, rssi: Extremes)] = [:]
  private var liveLinks: [Int: Int] = [:]
  var signal: [String: Extremes] = [:]
  var requests: [Int: TsharkRecord] = [:]
  var mtus: [String: String] = [:]
  var runs: [String: ValueRun] = [:]
  var pendingParameters: [String: (field: String, wanted: String)] = [:]
  var wantedChannels: [String: Int] = [:]
  var pairingUnderWay: [String: Int] = [:]
  var unanswered: [Int: String] = [:]
  /// Of the Find By Type Value Requests that were answered.
  var endingHandles: Set<Int> = []

  struct ScanState {
    /// The command that began it.
    var frame: Int?
    var filters = 0
  }

  /// One value as tshark shows it; `bytes` is empty where tshark shows its meaning instead.
  struct PushedValue {
    var frame: Int
    var link: String
    var way: Way
    var handle: Int
    var bytes: [UInt8]
  }

  enum Way: String {
    case rx, tx
    case either = "either way"
  }

  init(_ records: [TsharkRecord]) {
    knowsDirection = !records.contains { way($0) == .either && isPacket($0) }
    for record in records { take(record) }
    finish(records)
  }

  mutating func note(_ field: String, _ value: String) { facts.note(field, value) }
  mutating func remove(_ field: String) { facts.remove(field) }
  mutating func count(_ field: String, by number: Int = 1) { facts.count(field, by: number) }
  mutating func keep(_ value: PushedValue) { values.append(value) }

  private func isPacket(_ record: TsharkRecord) -> Bool {
    record.number(.command) != nil || record.number(.event) != nil || record.number(.handle) != nil
  }

  func way(_ record: TsharkRecord) -> Way {
    if let type = record.number(.packetLoggerType) { return type % 2 == 0 ? .tx : .rx }
    if let opcode = record.number(.monitorOpcode) { return opcode % 2 == 0 ? .tx : .rx }
    // Where H4's own field is, it alone distinguishes an unknown direction from a known one.
    switch record.number(.h4Direction) ?? record.number(.pointToPoint) {
    case 0: return .tx
    case 1: return .rx
    default: return .either
    }
  }

  private mutating func take(_ record: TsharkRecord) {
    count("records")
    if let length = record.number(.length), let captured = record.number(.capturedLength),
      captured < length
    {
      count("records cut by the logger")
    }
    if let handle = record.number(.handle) {
      if handle == 0xEDC { return count("vendor log records") }
      takeACL(record, handle)
    } else if record.number(.event) != nil {
      takeEvent(record)
    } else if let opcode = record.number(.command) {
      switch opcode {
      case 0x200C, 0x2042: scanCommands[record.frame] = record
      case 0x0C03: resetCommands.insert(record.frame)
      default: break
      }
    }
  }

  private mutating func takeACL(_ record: TsharkRecord, _ handle: Int) {
    if way(record) == .tx, knowsDirection { count("acl packets sent \(link(record, handle))") }
    if record.number(.signal) != nil { takeSignal(record) }
    if record.number(.smp) != nil { takeSMP(record) }
    if let opcode = record.number(.att) { takeATT(record, opcode) }
  }

  func link(_ record: TsharkRecord, _ handle: Int) -> String {
    session(handle, record.number(.connectedIn))
  }

  // MARK: - Events

  private mutating func takeEvent(_ record: TsharkRecord) {
    let frame = record.frame
    let succeeded = record.number(.status) == 0
    let handle = record.number(.eventHandle) ?? 0
    switch record.number(.event) {
    case 0x03 where succeeded:
      guard record.number(.linkType) == 1 else {
        synchronousHandles.insert(handle)
        return
      }
      liveLinks[handle] = frame
      note("connection complete @\(frame)", "br-edr \(hex(handle)) \(address(record))")
      if record.number(.encryptionMode) ?? 0 > 0 { note("encryption @\(frame)", "on") }
    case 0x2C where succeeded: synchronousHandles.insert(handle)
    case 0x05 where succeeded:
      liveLinks[handle] = nil
      if synchronousHandles.remove(handle) == nil {
        note("disconnection @\(frame)", "\(hex(handle)) \(hex(record.number(.reason) ?? 0))")
      }
    case 0x08 where succeeded, 0x59 where succeeded:
      note("encryption @\(frame)", record.number(.encryptionEnable) == 0 ? "off" : "on")
    case 0x30 where succeeded: note("encryption @\(frame)", "on")
    case 0x0E: takeCommandComplete(record, handle)
    case 0x0F:
      if !succeeded, let command = record.number(.answeredCommand) { scanCommands[command] = nil }
    case 0x13:
      for (handle, packets) in zip(record.numbers(.eventHandle), record.numbers(.completedPackets))
      where handle != 0xEDC {
        count("acl packets completed \(session(handle, liveLinks[handle]))", by: packets)
      }
    case 0x3E: takeLE(record, handle, succeeded)
    default: break
    }
  }

  private mutating func takeCommandComplete(_ record: TsharkRecord, _ handle: Int) {
    guard let command = record.number(.answeredCommand) else { return }
    if let enable = scanCommands.removeValue(forKey: command), record.number(.status) == 0 {
      takeScan(enable)
    }
    if resetCommands.remove(command) != nil, record.number(.status) == 0, let begun = scan.frame {
      note("scan end of @\(begun)", "@\(record.frame)")
      scan = ScanState()
    }
    if record.number(.eventHandle) != nil, record.number(.status) == 0,
      let rssi = record.number(.rssi)
    {
      signal[session(handle, liveLinks[handle]), default: Extremes()].add(rssi)
    }
  }

  /// A scan begins where it was off, or where it is begun anew with another filter.
  private mutating func takeScan(_ enable: TsharkRecord) {
    let isOn = enable.number(.scanEnable) == 1
    let filters = enable.number(.filterDuplicates) ?? 0
    if isOn, scan.frame != nil, scan.filters == filters { return }
    if let begun = scan.frame { note("scan end of @\(begun)", "@\(enable.frame)") }
    scan = ScanState(frame: isOn ? enable.frame : nil, filters: filters)
    if isOn {
      note("scan @\(enable.frame)", filters == 0 ? "all reports" : "filters duplicates")
    }
  }

  private func address(_ record: TsharkRecord) -> String {
    (record.text(.address).first ?? "").uppercased()
  }

  private mutating func takeLE(_ record: TsharkRecord, _ handle: Int, _ succeeded: Bool) {
    let frame = record.frame
    func number(_ field: TsharkField) -> Int { record.number(field) ?? -1 }
    func parameters() -> String {
      "\(number(.interval) * 1250) us, latency \(number(.latency)), "
        + "timeout \(number(.supervisionTimeout) * 10_000) us"
    }
    switch record.number(.subevent) {
    case 0x01 where succeeded, 0x0A where succeeded, 0x29 where succeeded:
      liveLinks[handle] = frame
      let role = number(.role) == 0 ? "central" : "peripheral"
      note("connection complete @\(frame)", "le \(hex(handle)) \(address(record)) \(role)")
      note("connection parameters @\(frame)", parameters())
    case 0x03 where succeeded: note("connection parameters @\(frame)", parameters())
    case 0x06:
      note(
        "parameter request @\(frame)",
        "ll \(number(.minimumInterval) * 1250) to \(number(.maximumInterval) * 1250) us, "
          + "latency \(number(.latency)), timeout \(number(.supervisionTimeout) * 10_000) us")
    case 0x07:
      note(
        "data length @\(frame)",
        "tx \(number(.txOctets)) in \(number(.txTime)) us, "
          + "rx \(number(.rxOctets)) in \(number(.rxTime)) us")
    case 0x0C where succeeded:
      note("phys @\(frame)", "tx \(number(.txPHY)) rx \(number(.rxPHY))")
    case 0x02, 0x0B, 0x0D: takeReports(record)
    default: break
    }
  }

  private mutating func takeReports(_ record: TsharkRecord) {
    let types = record.numbers(.addressType)
    let strengths = record.numbers(.rssi)
    for (index, address) in record.text(.address).enumerated() {
      count("advertising reports")
      let type = index < types.count ? String(types[index]) : "?"
      var heard = advertisers["\(address.uppercased()) type \(type)"] ?? (0, Extremes())
      heard.reports += 1
      if index < strengths.count, strengths[index] != 127 { heard.rssi.add(strengths[index]) }
      advertisers["\(address.uppercased()) type \(type)"] = heard
    }
  }

  // MARK: - The end

  private mutating func finish(_ records: [TsharkRecord]) {
    // Times count from the first HCI packet: a logger's notes may be of another day.
    let packets = records.filter(\.isHCI)
    if let first = packets.first ?? records.first { note("start", String(first.microseconds)) }
    if let first = packets.first {
      let times = packets.map(\.microseconds)
      note("duration", String(max(0, (times.max() ?? 0) - first.microseconds)))
    }
    for (name, heard) in advertisers {
      note(
        "advertiser \(name)",
        heard.rssi.count == 0
          ? "\(heard.reports) reports"
          : "\(heard.reports) reports, \(heard.rssi.minimum) to \(heard.rssi.maximum) dBm")
    }
    for (link, rssi) in signal {
      note("rssi \(link)", "\(rssi.count) samples, \(rssi.minimum) to \(rssi.maximum) dBm")
    }
    for (link, mtu) in mtus { note("mtu \(link)", mtu) }
    for (name, run) in runs { note(name, run.text) }
    for (frame, request) in unanswered { note("unanswered @\(frame)", request) }
  }
}

extension TsharkRecord {
  /// Whether it is an HCI packet, and no note of the logger's. Linux:
  /// include/net/bluetooth/hci_mon.h.
  fileprivate var isHCI: Bool {
    if let opcode = numbers(.monitorOpcode).first {
      return [2, 3, 4, 5, 6, 7, 18, 19].contains(opcode)
    }
    if let type = numbers(.packetLoggerType).first { return type <= 0x13 }
    return true
  }
}
