import Report
import Text

/// Writes a budget that good runs keep, with head room.
package enum BudgetWriter {
  /// Times may grow by this part, and rates fall by it, before the budget is broken.
  private static let headRoom = 0.25

  private struct Line {
    var rule: String
    var measured: String
  }

  package static func write(for runs: [Run]) -> [UInt8] {
    var text =
      "# A budget of bletrace, made from good captures, with a margin; see bletrace-budget(1).\n"
    text += "# Each limit is checked for every connection, stream and transfer that it names,\n"
    text += "# whatever device they are with, unless the limit itself names a device.\n"
    var rules = 0
    var isWhole = add("The capture", captureLines(runs), to: &text, &rules)
    let devices = DeviceRuns(runs, label: label)
    for device in devices.names where isWhole {
      let isOnly = devices.names.count == 1
      let prefix = isOnly ? "" : "device[\(quoted(device))]."
      let lines = deviceLines(
        isOnly ? runs : devices.runs(with: device), devices.connections(of: device),
        device: isOnly ? nil : device, prefix)
      isWhole = add("Measured on " + comment(device), lines, to: &text, &rules)
    }
    if !isWhole { text += "\n# Some rules are left out: \(limits)\n" }
    return Array(text.utf8)
  }

  private static let limits = "a budget has at most 10,000 limits in 1 MiB."

  /// Whether there was room for all of them.
  private static func add(
    _ title: String, _ lines: [Line], to text: inout String, _ rules: inout Int
  ) -> Bool {
    guard !lines.isEmpty else { return true }
    // The last sentence has to fit, too.
    func hasRoom(_ octets: Int) -> Bool { text.utf8.count + octets + 200 <= Budget.byteLimit }
    guard hasRoom(title.utf8.count) else { return false }
    text += "\n# \(title)\n"
    for line in lines {
      let line = "\(line.rule)  # \(line.measured)\n"
      guard rules < Budget.ruleLimit, hasRoom(line.utf8.count) else { return false }
      text += line
      rules += 1
    }
    return true
  }

  /// The name, unless it holds what no text file should; else the address.
  private static func label(_ connection: ReportV1.Connection) -> String? {
    let name = connection.peer.name.flatMap { name in
      name.isEmpty || Printable.escape(name, unicode: true) != name ? nil : name
    }
    return name ?? connection.peer.address
  }

  private static func captureLines(_ runs: [Run]) -> [Line] {
    ["findings.error", "findings.warning", "connection_failures"].compactMap { name in
      line(BudgetMeasure(scope: .capture, uuid: nil, name: name), name, runs, device: nil)
    }
  }

  /// - Parameters:
  ///   - runs: with what the rules of the device are checked on.
  ///   - connections: those that the device is named by.
  private static func deviceLines(
    _ runs: [Run], _ connections: AnySequence<ReportV1.Connection>, device: String?,
    _ prefix: String
  ) -> [Line] {
    let transfers = unique(connections.flatMap(\.transfers).map(\.uuid))
    let carriers = Set(transfers)
    let streams = unique(connections.flatMap(\.notifications).map(\.uuid)).filter {
      !carriers.contains($0)
    }
    // Of a stream in bursts, how many silences pass for gaps is up to chance.
    let unsteady = Set(connections.flatMap(\.notifications).filter { !$0.isSteady }.map(\.uuid))
    let parts = PartRuns(runs)
    var lines: [Line] = []
    func add(_ scope: BudgetMeasure.Scope, _ uuid: String?, _ names: [String], _ runs: [Run]) {
      let part = scope == .connection ? "" : scope.rawValue + (uuid.map { "[\($0)]." } ?? ".")
      for name in names {
        let measure = BudgetMeasure(scope: scope, uuid: uuid, name: name)
        if let line = line(measure, prefix + part + name, runs, device: device) {
          lines.append(line)
        }
      }
    }
    let link = [
      "mtu", "stalls", "att.errors", "att.unanswered", "att.latency_us.p95",
      "att.discovery_rounds", "phases.mtu.duration_us",
      "phases.explore.duration_us",
      "phases.subscribe.duration_us",
    ]
    add(.connection, nil, link, runs)
    for uuid in transfers where lines.count <= Budget.ruleLimit {
      let names = ["complete", "throughput_bytes_per_s", "chunk_bytes", "gaps", "resends"]
      add(.transfer, uuid, names, parts.runs(with: uuid, in: \.transfers))
    }
    for uuid in streams where lines.count <= Budget.ruleLimit {
      let names = ["gap_us.p99"] + (unsteady.contains(uuid) ? [] : ["gaps"])
      add(.notifications, uuid, names, parts.runs(with: uuid, in: \.notifications))
    }
    return lines
  }

  /// The rule that the worst value keeps, with room to spare.
  private static func line(
    _ measure: BudgetMeasure, _ name: String, _ runs: [Run], device: String?
  ) -> Line? {
    guard let unit = measure.unit else { return nil }
    var values: [Double] = []
    for run in runs {
      // A rule would fail on a run that does not have it.
      guard case .values(let found) = measure.values(in: run, device: device, run.basis) else {
        return nil
      }
      values += found.map(\.value)
    }
    guard let least = values.min(), let most = values.max() else { return nil }
    let wanted = measure.better
    let measured =
      "\(wanted == .more ? "lowest" : "highest"): "
      + Statement.value(wanted == .more ? least : most, unit)
    switch (unit, wanted) {
    case (.yesOrNo, _):
      return least == 1 ? Line(rule: "\(name) == yes", measured: "yes in all captures") : nil
    case (.microseconds, _):
      let limit = duration(roundedUp(most * (1 + headRoom) + 30_000))
      return Line(rule: "\(name) <= \(limit)", measured: measured)
    case (.bytesPerSecond, _):
      let limit = rate(roundedDown(least * (1 - headRoom)))
      return Line(rule: "\(name) >= \(limit)", measured: measured)
    case (_, .more):
      return Line(rule: "\(name) >= \(Statement.number(least, decimals: 3))", measured: measured)
    default:
      // What a comparison would let pass is no reason to break a budget either.
      let limit = most + measure.tolerance.absolute
      let rule = limit == 0 ? "== 0" : "<= \(Statement.number(limit, decimals: 3))"
      return Line(rule: "\(name) \(rule)", measured: measured)
    }
  }

  /// To two digits, so that a budget can be read: 1,234,567 becomes 1,300,000.
  static func roundedUp(_ value: Double) -> Double { rounded(value, up: true) }
  static func roundedDown(_ value: Double) -> Double { rounded(value, up: false) }

  private static func rounded(_ value: Double, up: Bool) -> Double {
    guard value > 0, value < 1e15 else { return max(0, value) }
    var step = 1
    while Double(step) * 100 < value { step *= 10 }
    let whole = Int(value) / step
    let isExact = Double(whole * step) == value
    return Double((whole + (up && !isExact ? 1 : 0)) * step)
  }

  /// `1.3 s`, `110 ms`, `40 us`: to the last digit.
  static func duration(_ us: Double) -> String {
    let (value, unit) =
      us.magnitude >= 1e6 ? (us / 1e6, "s") : us.magnitude >= 1e3 ? (us / 1e3, "ms") : (us, "us")
    return Statement.number(value, decimals: unit == "s" ? 6 : 3) + " " + unit
  }

  /// `1.2 kB/s`
  private static func rate(_ bytesPerSecond: Double) -> String {
    bytesPerSecond >= 1e3
      ? Statement.number(bytesPerSecond / 1e3, decimals: 3) + " kB/s"
      : Statement.number(bytesPerSecond, decimals: 0) + " B/s"
  }

  /// Each once. A report is a file like any other: what is not written as a UUID is no rule's
  /// place.
  private static func unique(_ uuids: [String?]) -> [String?] {
    var seen: Set<String> = []
    return uuids.filter { uuid in
      guard let uuid, BudgetLineParser.uuid(uuid) == uuid else { return false }
      return seen.insert(uuid).inserted
    }
  }

  private static func quoted(_ device: String) -> String {
    Subject.isAddress(device) ? device : Subject.quoted(device)
  }

  private static func comment(_ device: String) -> String {
    device.isEmpty ? "The connection" : Printable.escape(device, unicode: true)
  }
}
