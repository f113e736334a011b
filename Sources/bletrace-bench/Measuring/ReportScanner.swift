/// Takes the counts out of a JSON report as it is read: the report itself may be large, and this
/// process is to stay small.
///
/// Knows as much of JSON as it takes to know the key of a value; whether the report is
/// well-formed is for others to test.
package struct ReportScanner {
  package private(set) var counts = ReportCounts()
  /// The rules that found something, and the bounds that were reached, with a finding or without.
  package private(set) var reported: Set<String> = []

  /// The keys on the way to the current value, joined by dots; lists add nothing.
  private var path: [UInt8] = []
  /// The length of the path in front of each object and list that is open.
  private var bases: [Int] = []
  private var token: [UInt8] = []
  private var isInString = false
  private var isEscaped = false

  package init() {}

  package mutating func scan(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { scan(byte) }
  }

  private mutating func scan(_ byte: UInt8) {
    if isInString { return scanString(byte) }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      token.removeAll(keepingCapacity: true)
    case UInt8(ascii: ":"):
      path.append(UInt8(ascii: "."))
      path += token
      token.removeAll(keepingCapacity: true)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if byte == UInt8(ascii: "{"), path == Self.connections { counts.connections += 1 }
      bases.append(path.count)
    case UInt8(ascii: ","):
      endValue()
      truncate(to: bases.last)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      endValue()
      truncate(to: bases.popLast())
    case UInt8(ascii: " "), UInt8(ascii: "\n"): break
    default: token.append(byte)
    }
  }

  private mutating func scanString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return
    }
    token.append(byte)
  }

  private mutating func truncate(to count: Int?) {
    path.removeLast(max(0, path.count - (count ?? 0)))
  }

  private mutating func endValue() {
    defer { token.removeAll(keepingCapacity: true) }
    if !token.isEmpty, Self.names.contains(path) {
      reported.insert(String(decoding: token, as: UTF8.self))
    }
    guard !token.isEmpty, let field = Self.fields.first(where: { $0.path == path }) else { return }
    let text = String(decoding: token, as: UTF8.self)
    counts[keyPath: field.count] += text == "true" ? 1 : Int(text) ?? 0
  }

  private static let names = [
    ".findings.rule", ".findings.evidence.bounds", ".captures.bounds_reached",
  ].map { Array($0.utf8) }
  private static let connections = Array(".captures.connections".utf8)

  private static let fields = [
    field(".captures.records", \.records),
    field(".captures.undecodable_records", \.undecodable),
    field(".captures.connections.notifications.count", \.notifications),
    field(".captures.connections.transfers.complete", \.transfers),
    field(".captures.transfers_omitted", \.transfers),
    field(".captures.connections.att.pdus.rx.write_command", \.writeCommands),
    field(".captures.connections.att.pdus.tx.write_command", \.writeCommands),
    field(".captures.advertisers.reports", \.advertisingReports),
    field(".captures.advertiser_reports_omitted", \.advertisingReports),
  ]

  private static func field(
    _ path: String, _ count: WritableKeyPath<ReportCounts, Int> & Sendable
  ) -> (path: [UInt8], count: WritableKeyPath<ReportCounts, Int> & Sendable) {
    (Array(path.utf8), count)
  }
}

/// What a report says that a capture holds.
package struct ReportCounts: Hashable {
  var records = 0
  var undecodable = 0
  var connections = 0
  var notifications = 0
  var transfers = 0
  var writeCommands = 0
  var advertisingReports = 0

  init() {}

  init(of path: String) throws(BenchFailure) {
    var scanner = ReportScanner()
    try System.read(path) { scanner.scan($0) }
    self = scanner.counts
  }

  /// What it must say of a generated capture.
  package init(_ counts: CaptureCounts) {
    records = counts.records
    connections = counts[.connection]
    notifications = counts.notifications
    transfers = counts.transfers
    writeCommands = counts[.writeCommand]
    advertisingReports = counts[.advertisingReport]
  }

  /// Throws where another count differs from these.
  func require(_ found: ReportCounts) throws(BenchFailure) {
    let all: [(String, KeyPath<ReportCounts, Int>)] = [
      ("records", \.records), ("undecodable records", \.undecodable),
      ("connections", \.connections), ("notifications", \.notifications),
      ("complete transfers", \.transfers), ("write commands", \.writeCommands),
      ("advertising reports", \.advertisingReports),
    ]
    let wrong = all.filter { self[keyPath: $0.1] != found[keyPath: $0.1] }.map {
      "\(found[keyPath: $0.1]) \($0.0) instead of \(self[keyPath: $0.1])"
    }
    if !wrong.isEmpty {
      throw BenchFailure(
        "analyze reports \(wrong.joined(separator: ", "))", isWrongResult: true)
    }
  }
}
