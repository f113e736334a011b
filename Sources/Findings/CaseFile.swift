import Report

/// One capture as all rules see it: the report on it, and the facts that several rules need.
///
/// Each fact is computed once, when the first rule asks for it. The capture is shared and not
/// copied.
package final class CaseFile {
  let capture: ReportV1.Capture
  /// The rules that the user asked for by name.
  let asked: Set<String>

  package init(_ capture: ReportV1.Capture, asked: Set<String> = []) {
    var judged = capture
    // They were judged before.
    let shown = Set(capture.judged.shown.map(\.id))
    if !shown.isEmpty { judged.connections.removeAll { shown.contains($0.id) } }
    self.capture = judged
    self.asked = asked
  }

  /// Whether a packet may have been there that the report does not show: one that was lost, or that
  /// btmon printed without its octets.
  var mayLackPackets: Bool {
    capture.droppedRecords > 0 || capture.format == "btmon" && capture.truncatedRecords > 0
  }

  private(set) lazy var history = PeerHistory(capture)
  private(set) lazy var radio = RadioSharing(capture)
  private(set) lazy var stalls = connections { StallAccount.isNeeded($0[$1].flow) }
    .facts { connection, _ in StallAccount(connection) }
  /// The connections that a restart after an update ended.
  private(set) lazy var restarts = DeviceRestart.all(in: self)
  /// The transfers of a connection first, then its streams.
  private(set) lazy var bulkData =
    connections { BulkData.mayBe(in: $0, at: $1) }
    .facts { connection, _ in
      let data = BulkData.all(in: connection)
      return data.isEmpty ? nil : data
    }
  private(set) lazy var bulkRuns = BulkRuns.all(in: capture)
  /// Indexes of the connections of which a rule about bulk data says that values are small.
  private(set) lazy var smallValues = Set(
    bulkRuns.lazy.filter { $0.gains.contains { $0.cause == .smallValues } }
      .flatMap { $0.runs.map(\.connection) })
  /// What the dialogues of a connection waited for.
  private(set) lazy var slowDialogues =
    connections { $0[$1].dialogues.contains { !$0.eras.isEmpty } }
    .facts { connection, _ in AnswersSlowRule.all(in: connection) }
  private(set) lazy var silentRequests = SilentRequests.all(in: self)
  /// The frames of those ATT errors that remembered handles explain.
  private(set) lazy var staleErrors = connections { StaleErrors.areIn($0[$1].att.errors) }
    .facts { StaleErrors.frames($0, connection: $1, history) }
  /// The devices to which this host tried to connect.
  private(set) lazy var triedDevices = TriedDevice.all(in: capture)
  private(set) lazy var acceptListMisses = AcceptListMiss.all(in: capture)
  /// How often devices advertised, as the attempts to connect to them show.
  private(set) lazy var advertisingGrids = AdvertisingGrid.all(in: self)
  /// Which devices have something of Apple's: what is asked of them is measured by Apple's rules.
  private(set) lazy var apple = AppleDevices(capture)
  private lazy var latestPairings = PeerHistory.latestPairings(capture)
  /// Whether anything in the capture came from an HCI event; some loggers keep data packets alone.
  private(set) lazy var showsEvents = capture.showsEvents

  /// Whether the peer of a connection was paired after a frame, in that connection or a later one.
  func isPaired(after frame: Int, connection index: Int) -> Bool {
    latestPairings[index] > frame
  }

  /// Whether the devices of a connection had keys of an earlier pairing, as far as the capture
  /// shows: they paired before, or encryption with a key was tried without a pairing.
  func hasBond(_ connection: ReportV1.Connection, _ index: Int) -> Bool {
    let first = connection.pairing.first?.firstFrame ?? .max
    if connection.encryption.contains(where: { $0.enabled && $0.frame < first })
      || connection.encryptionFailures.contains(where: { $0.frame < first })
    {
      return true
    }
    return history.latest(before: index) { connections, place in
      connections[place].encryption.contains { $0.enabled }
        || connections[place].pairing.contains { $0.result == .completed }
    } != nil
  }

  /// Trouble of a BR/EDR connection is a warning at most: it never stands above what an LE session
  /// did.
  func temper(_ findings: inout [RuleFinding]) {
    guard hasBREDR else { return }
    for position in findings.indices where findings[position].severity == .error {
      guard let id = findings[position].connection,
        let index = capture.connection(numbered: id),
        capture.connections[index].transport == .brEDR
      else { continue }
      findings[position].severity = .warning
    }
  }

  private lazy var hasBREDR = capture.connections.containsIndex { $0[$1].transport == .brEDR }

  func localFeatures(of connection: borrowing ReportV1.Connection) -> ReportV1.LEFeatures? {
    let index = connection.controller
    return capture.controllers.first { $0.index == index }?.leFeatures
  }

  func buffers(of connection: borrowing ReportV1.Connection) -> ReportV1.ACLBuffers? {
    let index = connection.controller
    return capture.controllers.first { $0.index == index }?.leACLBuffers
  }
}

extension CaseFile {
  /// The connections that a rule has to look at; what it goes by is their index.
  @inline(__always)
  func connections(where test: ([ReportV1.Connection], Int) -> Bool) -> Picked<Int> {
    let indexes = capture.connections.indexes(test)
    return Picked(connections: capture.connections, indexes: indexes, facts: indexes)
  }

  @inline(__always)
  func transfers(where test: ([ReportV1.Transfer], Int) -> Bool) -> Picked<TransferPosition> {
    var picked = Picked<TransferPosition>(connections: capture.connections, indexes: [], facts: [])
    for index in capture.connections.indices {
      for position in capture.connections[index].transfers.indexes(test) {
        picked.indexes.append(index)
        picked.facts.append(TransferPosition(index: position))
      }
    }
    return picked
  }
}

struct TransferPosition {
  fileprivate var index: Int
}

/// Some connections of a capture, each with a fact to go by.
///
/// They are picked by a test of the list and an index, which looks at a few properties and copies
/// nothing: copying each of ten thousand connections for each of fifty rules takes longer than all
/// that the rules do.
struct Picked<Fact> {
  fileprivate let connections: [ReportV1.Connection]
  fileprivate var indexes: [Int]
  fileprivate var facts: [Fact]

  var isEmpty: Bool { indexes.isEmpty }
  var all: [ReportV1.Connection] { indexes.map { connections[$0] } }

  /// Shows each of them, and copies none.
  func visit(_ look: (ReportV1.Connection, Fact) -> Void) {
    let span = connections.span
    for index in indexes.indices { look(span[indexes[index]], facts[index]) }
  }

  subscript(index: Int) -> Fact? {
    var (low, high) = (0, indexes.count)
    while low < high {
      let middle = (low + high) / 2
      if indexes[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < indexes.count && indexes[low] == index ? facts[low] : nil
  }

  /// What is known of them, of those of which something is.
  func facts<Other>(_ make: (ReportV1.Connection, Fact) -> Other?) -> Picked<Other> {
    var known = Picked<Other>(connections: connections, indexes: [], facts: [])
    let span = connections.span
    for index in indexes.indices {
      guard let fact = make(span[indexes[index]], facts[index]) else { continue }
      known.indexes.append(indexes[index])
      known.facts.append(fact)
    }
    return known
  }

  /// What a rule finds in each, one thing at most.
  func finding(_ find: (ReportV1.Connection, Fact) -> RuleFinding?) -> [RuleFinding] {
    let span = connections.span
    return indexes.indices.compactMap { find(span[indexes[$0]], facts[$0]) }
  }

  func findings(_ find: (ReportV1.Connection, Fact) -> [RuleFinding]) -> [RuleFinding] {
    let span = connections.span
    return indexes.indices.flatMap { find(span[indexes[$0]], facts[$0]) }
  }
}

extension Picked<Int> {
  /// Those of them that a test picks out, too.
  @inline(__always)
  func narrowed(where test: ([ReportV1.Connection], Int) -> Bool) -> Picked<Int> {
    let kept = indexes.filter { test(connections, $0) }
    return Picked(connections: connections, indexes: kept, facts: kept)
  }
}

extension Picked<TransferPosition> {
  func finding(
    _ find: (ReportV1.Connection, ReportV1.Transfer) -> RuleFinding?
  ) -> [RuleFinding] {
    finding { connection, fact in find(connection, connection.transfers[fact.index]) }
  }
}
