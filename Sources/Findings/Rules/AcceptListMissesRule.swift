import Report

/// Scans and attempts that let only the Filter Accept List through, while the device that was
/// wanted advertised under an address that is not in it.
struct AcceptListMiss {
  /// The device in the list.
  let listed: ReportV1.ListedDevice
  let device: ReportV1.Advertiser
  /// The connection in which the device gave the listed address as its identity, and the frame.
  let pairing: (connection: Int, frame: Int)?
  var scans: [ReportV1.Scan] = []
  var attempts: [ReportV1.Attempt] = []

  /// Shorter ones may hear nothing by chance.
  static let least = RuleLimit("least_us", 5_000_000, .microseconds)

  var durationUs: Int {
    (scans.map { $0.durationUs ?? 0 } + attempts.map(\.durationUs)).total
  }
  var firstFrame: Int {
    ([scans.first?.startFrame, attempts.first?.firstFrame].compactMap(\.self)).min() ?? 0
  }

  /// By the listed devices, in the order in which they were missed first.
  static func all(in capture: ReportV1.Capture) -> [AcceptListMiss] {
    let scans = capture.scans.filter {
      $0.acceptListOnly == true && $0.reports == 0 && $0.durationUs ?? 0 >= least.value
    }
    let attempts = capture.attempts.filter {
      $0.via == .acceptList && $0.ended != .connected && $0.heard == nil
        && $0.durationUs >= least.value
    }
    guard !scans.isEmpty || !attempts.isEmpty, !capture.advertisers.isEmpty else { return [] }
    let names = Names(capture)
    var found: [AcceptListMiss] = []
    func note(
      _ entry: ReportV1.ListedDevice, _ all: [ReportV1.ListedDevice], from frame: Int,
      _ add: (inout AcceptListMiss) -> Void
    ) {
      // The controller lets it through under any of its addresses.
      if entry.resolved { return }
      if let known = found.firstIndex(where: { $0.listed.address == entry.address }) {
        return add(&found[known])
      }
      guard var miss = names.alias(of: entry, all, after: frame) else { return }
      add(&miss)
      found.append(miss)
    }
    for scan in scans {
      for entry in scan.listed {
        note(entry, scan.listed, from: scan.startFrame) { $0.scans.append(scan) }
      }
    }
    for attempt in attempts {
      guard let entry = attempt.listed.first(where: { $0.address == attempt.target }) else {
        continue
      }
      note(entry, attempt.listed, from: attempt.firstFrame) { $0.attempts.append(attempt) }
    }
    return found
  }

  /// Under which names and other addresses devices are known.
  private struct Names {
    private let capture: ReportV1.Capture
    private var advertised: [String: String] = [:]
    /// Of devices that keys of the capture recognize, by the addresses under which they advertise.
    private var recognized: [String: String] = [:]
    private var identities: [String: (connection: Int, frame: Int, name: String?)] = [:]
    /// By address: the last frame in which it was heard.
    private var lastHeard: [String: Int] = [:]
    /// Indexes of those that advertise under resolvable private addresses.
    private var hidden: [Int] = []

    init(_ capture: ReportV1.Capture) {
      self.capture = capture
      for index in capture.advertisers.indices {
        let address = capture.advertisers[index].address
        lastHeard[address] = max(lastHeard[address] ?? 0, capture.advertisers[index].lastFrame)
        if let name = capture.advertisers[index].name { advertised[address] = name }
        if let identity = capture.advertisers[index].identity { recognized[address] = identity }
        if capture.advertisers[index].addressType == RandomAddress.resolvable.rawValue {
          hidden.append(index)
        }
      }
      for index in capture.connections.indices {
        let peer = capture.connections[index].peer
        if let address = peer.address, let name = peer.name { advertised[address] = name }
        for pairing in capture.connections[index].pairing {
          guard let identity = pairing.peerIdentity, identity != peer.address else { continue }
          identities[identity] = (capture.connections[index].id, pairing.lastFrame, peer.name)
        }
      }
    }

    /// The device under an address that changes, which no entry of the list has.
    func alias(
      of entry: ReportV1.ListedDevice, _ listed: [ReportV1.ListedDevice], after frame: Int
    ) -> AcceptListMiss? {
      guard !hidden.isEmpty, lastHeard[entry.address] ?? 0 <= frame else { return nil }
      let identity = identities[entry.address]
      func first(where isWanted: (borrowing ReportV1.Advertiser) -> Bool) -> AcceptListMiss? {
        let found = hidden.first { index in
          capture.advertisers[index].lastFrame > frame && isWanted(capture.advertisers[index])
            && !listed.contains { $0.address == capture.advertisers[index].address }
        }
        return found.map {
          AcceptListMiss(
            listed: entry, device: capture.advertisers[$0],
            pairing: identity.map { ($0.connection, $0.frame) })
        }
      }
      // A key of the capture proves which device it is.
      let wanted = recognized[entry.address] ?? entry.address
      if let miss = first(where: { $0.identity == wanted }) { return miss }
      // Devices that are alike have the same name: only one that hides its address may be the
      // same device, and that no key shows to be another one.
      guard let name = identity?.name ?? advertised[entry.address], !name.isEmpty,
        identity != nil || entry.addressType == RandomAddress.resolvable.rawValue
      else { return nil }
      return first { $0.name == name && $0.identity == nil }
    }
  }
}

/// Only devices of the Filter Accept List were let through, and the wanted one is not in it.
struct AcceptListMissesRule: Rule, RuleFacts {
  static let name = "accept-list-misses"
  static let severity = ReportV1.Severity.warning
  static let limits = [AcceptListMiss.least]

  let miss: AcceptListMiss

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.acceptListMisses.map { miss in
      Self(miss: miss).finding(
        .warning, miss.pairing?.connection,
        frames: Wording.handful(
          [miss.pairing?.frame, miss.listed.frame, miss.firstFrame]
            + [miss.device.connectableFrame ?? miss.device.lastFrame]),
        lostUs: miss.durationUs
      ).about(
        miss.listed.address, "accept list", count: miss.scans.count + miss.attempts.count)
    }
  }

  var evidence: EvidenceList {
    [
      .peer: .of(miss.listed.address), .addressType: .of(miss.listed.addressType),
      .listed: .of((miss.scans.first?.listed ?? miss.attempts.first?.listed)?.map(\.address)),
      .heardAddress: .of(miss.device.address), .heardType: .of(miss.device.addressType),
      .heardFrame: .of(miss.device.lastFrame), .name: .of(miss.device.name),
      .scans: .of(miss.scans.count), .attempts: .of(miss.attempts.count),
      .durationUs: .of(miss.durationUs), .party: .of(ReportV1.Actor.local),
      .role: .of(ReportV1.Role.central), .transport: .of(ReportV1.Transport.le),
    ]
  }
}
