import BluetoothProtocol
import Report
import Text

/// What connections moved.
struct Traffic {
  /// Octets of values, and of credit-based channels.
  private(set) var bytes = 0
  private var values: [ReportV1.ValueKind: Int] = [:]
  /// By connection, handle and direction.
  private var characteristics = 0
  private var transfers: [ReportV1.Transfer.Outcome: Int] = [:]
  private var showsUpdatesAlone = true
  private var transactions = 0
  private var pdus = 0
  /// Responses beyond the requests that were captured.
  private var unasked = 0
  private var packets = 0
  private var l2capPDUs = 0
  /// Packets with data of a sniffed link that could not be decrypted.
  private var sealed = 0
  /// Whether a sniffer heard one of them.
  private var isAir = false
  private var hears = false
  private var channelBytes = 0
  /// Values of which the headline says what they are for.
  private var named = 0

  init() {}

  init(_ connection: borrowing ReportV1.Connection) { add(connection) }

  mutating func add(_ connection: borrowing ReportV1.Connection) {
    isAir = isAir || connection.air != nil
    if let air = connection.air {
      hears = hears || air.central.packets + air.peripheral.packets > 0
      let periods = air.encryptions.lazy.filter { $0.outcome != .decrypted }
      sealed = Int(reported: sealed + periods.map(\.packets).total)
    }
    var seen: Set<Int> = []
    for streams in [connection.notifications, connection.writes] {
      for index in streams.indices {
        let (kind, handle) = (streams[index].kind, streams[index].valueHandle)
        values[kind] = Int(reported: (values[kind] ?? 0) + streams[index].count)
        bytes = Int(reported: bytes + streams[index].bytes)
        if streams[index].isNamed { named = Int(reported: named + streams[index].count) }
        if seen.insert(streams[index].direction == .rx ? handle : ~handle).inserted {
          characteristics += 1
        }
      }
    }
    channelBytes = Int(reported: channelBytes + Self.bytes(of: connection.channels))
    bytes = Int(reported: bytes + channelBytes)
    let (counted, noun) = Self.counted(connection.transfers)
    for transfer in counted { transfers[transfer.outcome, default: 0] += 1 }
    if !counted.isEmpty, noun != Self.update { showsUpdatesAlone = false }
    transactions = Int(reported: transactions + connection.att.transactions.count)
    for counts in [connection.att.pdus.rx, connection.att.pdus.tx] {
      pdus = Int(reported: pdus + counts.entries.lazy.map(\.value).total)
    }
    let ways = [connection.att.pdus.rx, connection.att.pdus.tx]
    for (answers, questions) in [(ways[0], ways[1]), (ways[1], ways[0])] {
      let missing = Self.count(.response, in: answers) - Self.count(.request, in: questions)
      unasked = Int(reported: unasked + max(0, missing))
    }
    let (sent, received) = (connection.flow.tx, connection.flow.rx)
    l2capPDUs = Int(reported: l2capPDUs + sent.pdus + received.pdus)
    packets = Int(reported: packets + sent.packets + received.packets)
  }

  private static func count(
    _ role: ATTOpcode.Role, in counts: ReportV1.KeyedList<Int>
  ) -> Int {
    counts.entries.lazy.filter { ATTOpcode(key: $0.key).role == role }.map(\.value).total
  }

  /// The octets of one connection in a list: where nothing else is asked, nothing else is added up.
  static func bytes(of connections: [ReportV1.Connection], at index: Int) -> Int {
    func sum(_ streams: [ReportV1.NotificationStream]) -> Int {
      streams.indices.lazy.map { streams[$0].bytes }.total
    }
    return Int(
      reported: sum(connections[index].notifications) + sum(connections[index].writes)
        + bytes(of: connections[index].channels))
  }

  private static func bytes(of channels: [ReportV1.Channel]) -> Int {
    channels.lazy.map { $0.rxBytes + $0.txBytes }.total
  }

  /// `277 notifications and 34 writes of 3 characteristics, 5,103 B`; without values, the least
  /// that there was.
  var words: String {
    guard showsValues else { return kinds }
    let size = bytes > 0 ? ", \(Quantity.bytes(bytes))" : ""
    return "\(kinds) of \(Quantity.count(characteristics, "characteristic"))\(size)"
  }

  var valueCount: Int { values.values.map(\.self).total }

  /// Whether nine of ten values are those of transfers, runs, dialogues and streams at a period.
  var isNearlyNamed: Bool {
    let all = valueCount
    return channelBytes == 0 && all > 0 && named >= all - all / 10
  }

  /// A few writes among many reads do not represent all of them.
  private var showsValues: Bool {
    values.contains { $0.key != .write && $0.value > 0 } || values[.write] ?? 0 > transactions
  }

  /// `277 notifications and 34 writes`
  var kinds: String {
    if showsValues { return valueKinds }
    if channelBytes > 0 { return "\(Quantity.bytes(channelBytes)) in L2CAP channels" }
    if transactions > 0 { return Quantity.count(transactions, "ATT transaction") + unaskedWords }
    if pdus > 0 { return Quantity.count(pdus, "ATT PDU") }
    if sealed > 0 { return "\(Quantity.count(sealed, "packet")) that could not be decrypted" }
    if l2capPDUs > 0 { return "no ATT traffic, but \(Quantity.count(l2capPDUs, "L2CAP PDU"))" }
    if packets > 0 { return "only parts of L2CAP PDUs" }
    return isAir ? hears ? "no ATT traffic" : "no packet of it was heard" : "no ACL data"
  }

  /// `, and 424 responses whose requests were not captured`: where these are more than the others.
  private var unaskedWords: String {
    guard unasked >= Self.fewestUnasked, unasked >= transactions else { return "" }
    return ", and \(Quantity.count(unasked, "response")) whose requests were not captured"
  }

  private static let fewestUnasked = 20

  private var valueKinds: String {
    let kinds = ReportV1.ValueKind.allCases.compactMap { kind in
      values[kind].flatMap { $0 == 0 ? nil : Quantity.count($0, kind.rawValue) }
    }
    let last = kinds.last ?? Quantity.count(0, "value")
    return kinds.count < 2 ? last : kinds.dropLast().joined(separator: ", ") + " and " + last
  }

  private static let update = "firmware update"

  /// The transfers that are counted, and what they are called: where all are firmware, an update is
  /// one with the packet that announces it.
  static func counted(
    _ transfers: [ReportV1.Transfer]
  ) -> (transfers: [ReportV1.Transfer], noun: String) {
    let firmware = transfers.filter { $0.isFirmware }
    let others = transfers.contains { !$0.isFirmware && !$0.isInitPacket }
    return firmware.isEmpty || others ? (transfers, "transfer") : (firmware, update)
  }

  /// `3 transfers complete, 1 incomplete`; empty where there were none.
  var transferWords: StyledText {
    var text = StyledText("")
    for (outcome, words, style) in Self.outcomes {
      guard let count = transfers[outcome] else { continue }
      if text.isEmpty {
        let noun = showsUpdatesAlone ? Self.update : "transfer"
        text += StyledText(Quantity.count(count, noun) + "\u{A0}" + words, style)
      } else {
        text += ", " + StyledText("\(Quantity.count(count))\u{A0}\(words)", style)
      }
    }
    return text
  }

  private static let outcomes: [(ReportV1.Transfer.Outcome, String, TextStyle)] = [
    (.complete, "complete", .good), (.undelivered, "unconfirmed", .warning),
    (.incomplete, "incomplete", .warning), (.unknown, "whose end is not known", .note),
    (.repeatedMarker, "of a marker alone", .note),
  ]
}

extension ReportV1.NotificationStream {
  fileprivate var isNamed: Bool {
    switch purpose {
    case .upload, .download, .request, .answer, .acknowledgement: true
    case .periodic: kind != .write || periodUs != nil
    case nil, .events, .setup: false
    }
  }
}
