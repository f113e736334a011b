import BluetoothProtocol
import Findings
import Report
import Tracking

/// What may be set about an analysis. Each setting is an option of `bletrace analyze` too; the
/// defaults are the same.
public struct AnalysisSettings: Hashable, Sendable {
  /// The octets that end a transfer: text, or `hex:` and hexadecimal digits.
  public var markers = TransferMarker.known.map(\.name)
  /// UUIDs of characteristics whose values are always shown as bulk data, however few they are.
  public var transferUUIDs: [String] = []
  /// A silence longer than this is a gap, in microseconds. Without it a gap is longer than 100 ms,
  /// 4 times the median time between values, and 4 connection intervals.
  public var gapThresholdUs: Int64?
  /// The window of signal strength, in dBm, in which the app connects to a device.
  public var rssiGate: ClosedRange<Int8>?
  /// The names of the rules that are run, as `bletrace rules` lists them; all where there is none.
  public var rules: Set<String> = []

  public init() {}

  /// - Throws: ``BletraceError/invalidSetting(_:)``.
  func options() throws(BletraceError) -> AnalysisOptions {
    var options = AnalysisOptions()
    options.markers = []
    for text in markers {
      guard let marker = TransferMarker(argument: text) else {
        throw .invalidSetting("'\(text)' is no marker: 1 to 64 octets, as text or hex:DIGITS")
      }
      options.markers.append(marker)
    }
    for text in transferUUIDs {
      guard let uuid = BluetoothUUID(parsing: text) else {
        throw .invalidSetting("'\(text)' is no UUID")
      }
      options.transferUUIDs.append(uuid)
    }
    options.gapThresholdMicroseconds = gapThresholdUs
    options.rssiGate = rssiGate
    options.judge = RuleJudge(rules: try chosenRules(), asked: rules)
    return options
  }

  /// - Throws: ``BletraceError/invalidSetting(_:)``.
  func chosenRules() throws(BletraceError) -> [any Rule.Type] {
    for name in rules where RuleCatalog.rule(named: name) == nil {
      throw .invalidSetting("there is no rule '\(name)'")
    }
    return rules.isEmpty ? RuleCatalog.all : RuleCatalog.all.filter { rules.contains($0.name) }
  }
}
