import BluetoothProtocol
import Bytes
import CaptureFiles
import Judgement
import Report

/// Turns what sessions and measures hold into the report. It decides nothing about packets any
/// more; names for numbers are looked up here.
struct ReportBuilder {
  private(set) var sessions: Sessions
  private(set) var measures: Measures
  private(set) var logbook: Logbook
  let options: AnalysisOptions
  let clock: ClockWatch
  /// Those of all connections, where a report is made: `live` makes events after every few records,
  /// and hardly ever needs them.
  private let knownWaits: [OutlivedPause]?
  /// Characteristics that are known to carry transfers.
  let carriers: Set<CarrierKey>
  /// The services of the servers that connections described last.
  var serversBuilt: [ServerKey: (database: GATTDatabase, services: [ReportV1.Service])] = [:]
  /// What becomes of each payload that went to the sink.
  private(set) var extracted: [(payload: Int, info: ExtractedPayload?)] = []
  /// Of a connection: payloads without a marker, of characteristics that were named by hand.
  var named: [NamedPayload] = []
  /// What may be the file with which transfers and runs are compared.
  var arrivals: [ArrivalCandidate] = []
  /// The values in which messages are looked for.
  var messageSources = MessageSources()
  /// What else the radios were used for; empty until a whole capture is reported.
  private(set) var radioTimes = RadioTimes()

  /// A silence is looked for among all of them.
  private static let mostWaits = 64

  typealias OutlivedPause = (wait: OutlivedWait, pause: ClockWatch.Step)

  /// - Parameters:
  ///   - carriers: looked for where they are not given.
  ///   - known: others that are known to be carriers.
  init(
    sessions: consuming Sessions, measures: consuming Measures, options: AnalysisOptions,
    logbook: consuming Logbook = Logbook(), clock: ClockWatch, carriers: Set<CarrierKey>? = nil,
    known: Set<CarrierKey> = []
  ) {
    self.carriers = carriers ?? Self.findCarriers(sessions, measures).union(known)
    knownWaits = carriers == nil ? Self.outlivedWaits(sessions, clock) : nil
    self.sessions = sessions
    self.measures = measures
    self.logbook = logbook
    self.options = options
    self.clock = clock
  }

  /// Pauses within the wait of an ATT client that is longer than its timer.
  var outlivedWaits: [OutlivedPause] { knownWaits ?? Self.outlivedWaits(sessions, clock) }

  private static func outlivedWaits(
    _ sessions: borrowing Sessions, _ clock: ClockWatch
  ) -> [OutlivedPause] {
    var pauses: [OutlivedPause] = []
    for index in sessions.connections.indexes({ !$0[$1].outlivedWaits.isEmpty }) {
      for wait in sessions.connections[index].outlivedWaits where pauses.count < mostWaits {
        if let pause = clock.pause(within: wait) { pauses.append((wait, pause)) }
      }
    }
    return pauses
  }

  mutating func capture(records: Int) -> ReportV1.Capture {
    var capture = ReportV1.Capture()
    capture.records = records
    capture.undecodableRecords = sessions.undecodableRecords
    capture.vendorLogRecords = sessions.vendorLogRecords
    capture.ownRecords = sessions.ownRecords
    capture.start = clock.startDate?.iso8601
    capture.durationUs = clock.traffic.map { Int(reported: max(0, $0.latest.since($0.start))) }
    capture.strayRecords = clock.strayRecords
    capture.aclOnly = clock.holdsACLAlone
    capture.deviceLostFrame = sessions.deviceLostFrame
    capture.loggerWarnings = sessions.loggerWarnings.map { fact in
      ReportV1.LoggerWarning {
        $0.frame = fact.frame
        $0.text = String(decoding: fact.text, as: UTF8.self)
      }
    }
    capture.firstVendorLogFrame = sessions.firstVendorLogFrame
    capture.undecodable = sessions.undecodable.map { fact in
      ReportV1.Undecodable {
        $0.frame = fact.frame
        $0.layer = fact.layer.rawValue
        $0.direction = fact.direction == .unknown ? nil : ReportV1.Direction(fact.direction)
        $0.connection = number(of: fact.connection)
        $0.neededOctets = fact.needed
        $0.availableOctets = fact.available
      }
    }
    // A sniffer is no controller of a host.
    capture.controllers = sessions.controllers.indices.filter { $0 != sessions.airController }
      .map { controller(sessions.controllers[$0]) }
    capture.scans = sessions.scans.map(scan)
    let resolver = identities()
    capture.advertisers = measures.advertisers.devices.map { advertiser($0, resolver) }
    capture.transfersOmitted = measures.omittedTransfers
    for link in measures.links {
      for stream in link.streams { capture.transfersOmitted += stream.transfers.omitted }
    }
    if let end = clock.traffic?.latest {
      radioTimes = RadioTimes(sessions, attemptFacts(), until: end)
    }
    capture.connections.reserveCapacity(sessions.connections.count)
    for index in sessions.connections.indices {
      capture.connections.append(connection(index))
      messageSources.add(capture.connections[index], at: index, measures.links[index])
      release(index)
    }
    addMessages(to: &capture)
    Self.addSequels(to: &capture.connections)
    if capture.lacksACLData {
      // Whether an exchange was among what is missing is unknown.
      for index in capture.connections.indices { capture.connections[index].mtu.effective = nil }
    }
    addBreaches(to: &capture)
    capture.expected = expectedArrival(capture.connections).map { [$0] } ?? []
    addEvents(to: &capture)
    capture.airStreams = airStreams()
    capture.attempts = attempts(capture.advertisers)
    capture.connectionsOmitted = sessions.connectionsOmitted
    capture.signalSignMissing = sessions.air.signalSign.isLeftOut
    capture.advertiserReportsOmitted = measures.advertisers.omittedReports
    var bounds = bounds()
    if capture.connections.containsIndex(where: { $0[$1].listsOnlySomeGaps }) {
      bounds.insert(.gaps)
    }
    capture.sniffed = sniffed
    capture.timeFault = clock.timeFault
    // What is measured by times that cannot be true is left out anyway.
    let withheld: Set<Bound> =
      capture.timeFault == nil ? [] : [.clockSteps, .stalls, .gaps, .phases]
    capture.boundsReached = bounds.names.filter { !withheld.contains($0) }.map(\.name)
    if capture.timeFault != nil { capture.withholdTimes() }
    return capture
  }

  /// The `id` of a connection.
  func number(of connection: Int?) -> Int? { connection.map { sessions.connections[$0].number } }

  /// Microseconds since the first packet; where there is none, since the first record.
  func offset(_ time: TraceTime) -> Int { clock.start.map { Int(reported: time.since($0)) } ?? 0 }

  mutating func settle(_ payload: Int, as info: ExtractedPayload?) {
    extracted.append((payload, info))
  }

  private func bounds() -> BoundsReached {
    var bounds = sessions.bounds
    bounds.formUnion(clock.bounds)
    bounds.formUnion(measures.payloads.bounds)
    for index in sessions.connections.indices {
      bounds.formUnion(sessions.connections[index].bounds)
    }
    if clock.losses.count > Bound.dropPoints.limit { bounds.insert(.dropPoints) }
    return bounds
  }

  /// Releases what the report holds now, so that both need not be in memory at the same time. A
  /// timeline is made of more than the report.
  private mutating func release(_ index: Int) {
    guard options.timeline == nil else { return }
    measures.links[index].streams = []
    logbook.release(index)
    sessions.releaseReported(index)
  }

  // MARK: - Capture

  private func controller(_ state: ControllerState) -> ReportV1.Controller {
    ReportV1.Controller {
      $0.index = Int(state.index)
      $0.address = state.address?.description
      $0.name = state.name.isEmpty ? nil : String(decoding: state.name, as: UTF8.self)
      $0.manufacturer = state.manufacturer.flatMap { CompanyNames.name(for: $0) }
      $0.leACLBuffers = state.buffersForLE.map { fact in
        ReportV1.ACLBuffers {
          $0.bytes = fact.octets
          $0.count = fact.count
        }
      }
      $0.leFeatures = state.leFeatures.map(ReportV1.LEFeatures.init)
      $0.addressSource = state.address.map { _ in state.isAddressNoted ? .note : .controller }
    }
  }

  private func scan(_ fact: ScanFact) -> ReportV1.Scan {
    let end = fact.stop?.time ?? clock.traffic?.latest ?? fact.start.time
    return ReportV1.Scan {
      $0.startFrame = fact.start.frame
      $0.stopFrame = fact.stop?.frame
      $0.startUs = offset(fact.start.time)
      $0.durationUs = Int(reported: max(0, end.since(fact.start.time)))
      $0.type = fact.isActive.map { $0 ? .active : .passive }
      $0.filterDuplicates = fact.filtersDuplicates
      $0.windowUs = fact.rhythm?.windowMicroseconds
      $0.intervalUs = fact.rhythm?.intervalMicroseconds
      $0.stopAnswerUs = fact.stopAnswer.flatMap { answer in
        fact.stop.map { Int(reported: max(0, answer.time.since($0.time))) }
      }
      let hearing = measures.hearings[fact.start.frame]
      $0.bursts = hearing?.bursts(fact.rhythm, filtersDuplicates: fact.filtersDuplicates)
        .map { explained($0, fact, until: end) }
      if $0.bursts == nil { $0.silence = hearing?.silence(fact.rhythm) }
      $0.acceptListOnly = fact.isByList
      $0.listed = listed(fact.listed)
      $0.reports = fact.reports
    }
  }

  /// What this host did that explains bursts of reports: its scan interval is as long as their
  /// period, or an inquiry ran for half of the scan.
  private func explained(
    _ bursts: ReportV1.ScanBursts, _ scan: ScanFact, until end: TraceTime
  ) -> ReportV1.ScanBursts {
    var bursts = bursts
    if let interval = scan.rhythm?.intervalMicroseconds, interval > 0,
      abs(bursts.periodUs - interval) <= interval / 20
    {
      bursts.explainedBy = .scanInterval
      bursts.causeFrame = scan.start.frame
      return bursts
    }
    let inquiries = sessions.inquiries.filter {
      $0.controller == scan.controller && $0.overlap(scan.start.time, end) > 0
    }
    let taken = inquiries.reduce(0) { $0 &+ $1.overlap(scan.start.time, end) }
    guard let first = inquiries.first, taken >= max(0, end.since(scan.start.time)) / 2 else {
      return bursts
    }
    bursts.explainedBy = .inquiry
    bursts.causeFrame = first.start.frame
    return bursts
  }

  /// By the keys of connections that are over, and of those that are open.
  private func identities() -> IdentityResolver {
    var keys = sessions.identityKeys
    for index in sessions.connections.indices {
      if let key = sessions.connections[index].peerKey.known { keys.add(key) }
    }
    return IdentityResolver(keys)
  }

  private func advertiser(
    _ device: AdvertiserMeasure, _ identities: IdentityResolver
  ) -> ReportV1.Advertiser {
    ReportV1.Advertiser {
      $0.address = device.address.description
      $0.addressType = device.type.kind(of: device.address)
      $0.name = device.name.isEmpty ? nil : String(decoding: device.name, as: UTF8.self)
      $0.serviceUuids = device.services.map(\.description)
      $0.txPower = device.txPower.map(Int.init)
      $0.company = device.company.map(company)
      $0.otherCompany = device.otherCompany.map(company)
      $0.beacon = device.beacon.report
      $0.reports = device.reports
      $0.firstFrame = device.firstFrame
      $0.lastFrame = device.lastFrame
      $0.rssi = Self.signal(device.signal)
      $0.rssiGate = device.gate.flatMap(rssiGate)
      $0.flags = device.flags.map(Int.init)
      let said = max(device.connectableFrame, device.unconnectableFrame)
      if said > 0 {
        $0.connectable = device.connectableFrame == said
        $0.connectableFrame = said
      }
      $0.identity = identities.identity(device.address, device.type)?.description
    }
  }

  private func company(_ id: UInt16) -> ReportV1.Company {
    ReportV1.Company {
      $0.id = Int(id)
      $0.name = CompanyNames.advertiser(id)
    }
  }

  private func rssiGate(_ gate: ProximityGate) -> ReportV1.RssiGate? {
    guard gate.connection != nil else { return nil }
    return ReportV1.RssiGate {
      $0.low = Int(gate.window.lowerBound)
      $0.high = Int(gate.window.upperBound)
      $0.firstFrame = gate.first?.frame
      $0.openUs = Int(reported: gate.openMicroseconds)
      $0.untilConnectionUs = gate.untilConnection.map { Int(reported: $0) }
    }
  }

  // MARK: - Shapes shared by several parts

  static func summary(_ sketch: QuantileSketch) -> ReportV1.Summary {
    summary(sketch.distribution)
  }

  /// The same with what it can be merged by, where that is asked for.
  func mergeableSummary(_ sketch: QuantileSketch) -> ReportV1.Summary {
    var summary = Self.summary(sketch)
    if options.keepsSketches { summary.sketch = sketch.sketch }
    return summary
  }

  static func summary(_ distribution: Distribution) -> ReportV1.Summary {
    ReportV1.Summary {
      $0.count = distribution.count
      $0.min = distribution.min.map { Int(reported: $0) }
      $0.p50 = distribution.p50.map { Int(reported: $0) }
      $0.p95 = distribution.p95.map { Int(reported: $0) }
      $0.p99 = distribution.p99.map { Int(reported: $0) }
      $0.max = distribution.max.map { Int(reported: $0) }
      $0.mean = distribution.mean.map { min($0, Double(Int.mostReported)) }
    }
  }

  static func signal(_ measure: SignalMeasure) -> ReportV1.Rssi {
    guard measure.count > 0 else { return ReportV1.Rssi() }
    return ReportV1.Rssi {
      $0.count = measure.count
      $0.min = Int(measure.minimum)
      $0.max = Int(measure.maximum)
      $0.mean = measure.mean
      $0.first = Int(measure.first)
      $0.last = Int(measure.last)
      $0.slopeDbPerS = measure.slope
      $0.trend = measure.trend
      $0.series = measure.series
      $0.durationUs = Int(reported: measure.duration)
    }
  }
}

extension AddressType {
  /// What kind of address it is, in words; random ones say by their two highest bits which of
  /// three. Core Vol 6, Part B, 1.3.2.
  func kind(of address: DeviceAddress) -> String? {
    guard self == .randomDevice else { return name }
    switch address.rawValue >> 46 {
    case 0b11: return RandomAddress.unchanging.rawValue
    case 0b01: return RandomAddress.resolvable.rawValue
    case 0b00: return RandomAddress.nonResolvable.rawValue
    default: return "random"
    }
  }
}

extension ReportV1.LEFeatures {
  init(_ features: LEFeatureSet) {
    self.init()
    dataLengthExtension = features.contains(.dataPacketLengthExtension)
    le2MPHY = features.contains(.le2MPHY)
  }
}

extension ReportV1.Connection {
  /// Whether there were more gaps than are listed, and their number is known.
  fileprivate var listsOnlySomeGaps: Bool {
    func isShort(_ streams: [ReportV1.NotificationStream]) -> Bool {
      streams.containsIndex { $0[$1].gapCount ?? 0 > $0[$1].gaps.count }
    }
    return isShort(notifications) || isShort(writes)
  }
}
