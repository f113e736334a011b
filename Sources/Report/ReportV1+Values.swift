import BluetoothProtocol

extension ReportV1 {
  /// `rx` is from the controller to the host, `tx` from the host to the controller.
  public enum Direction: String, ReportWord {
    case rx, tx
  }

  /// The distribution of a quantity. All but `count` are `nil` when nothing was measured.
  public struct Summary: ReportObject {
    public var count = 0
    public var min: Int?
    public var p50: Int?
    public var p95: Int?
    public var p99: Int?
    public var max: Int?
    public var mean: Double?
    /// For rows; not in the JSON report.
    package var sketch: Sketch?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("min", &min)
      visitor.field("p50", &p50)
      visitor.field("p95", &p95)
      visitor.field("p99", &p99)
      visitor.field("max", &max)
      visitor.number("mean", &mean, decimals: 1)
    }
  }

  /// Signal strength over time. All numbers but `count` are `nil` when nothing was measured.
  public struct Rssi: ReportObject {
    public var count = 0
    /// In dBm, as are `max`, `mean`, `first` and `last`.
    public var min: Int?
    public var max: Int?
    public var mean: Double?
    public var first: Int?
    public var last: Int?
    /// Least-squares slope; `nil` under 3 samples or half a second.
    public var slopeDbPerS: Double?
    public var trend: Trend?
    /// Mean of each of at most 32 equal parts of the time between the first and the last sample.
    public var series: [Double?] = []
    /// From the first sample to the last.
    public var durationUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("min", &min)
      visitor.field("max", &max)
      visitor.number("mean", &mean, decimals: 2)
      visitor.field("first", &first)
      visitor.field("last", &last)
      visitor.number("slope_db_per_s", &slopeDbPerS, decimals: 3)
      visitor.field("trend", &trend)
      visitor.numbers("series", &series, decimals: 2)
      visitor.field("duration_us", &durationUs)
    }
  }

  /// A command of the host that asks for it, or a report that the controller makes by itself.
  public enum RssiSource: String, ReportWord {
    case readRSSI = "read-rssi"
    case qualityReport = "quality-report"
  }

  public enum Trend: String, ReportWord {
    case approaching, receding, steady
  }

  /// A JSON object whose keys come from the capture. The order is the builder's, and is kept.
  public struct KeyedList<Value: Equatable & Sendable>: Equatable, Sendable,
    ExpressibleByDictionaryLiteral
  {
    public struct Entry: Equatable, Sendable {
      public var key: String
      public var value: Value

      public init(key: String, value: Value) {
        self.key = key
        self.value = value
      }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) {
      self.entries = entries
    }

    public init(dictionaryLiteral elements: (String, Value)...) {
      entries = elements.map { Entry(key: $0.0, value: $0.1) }
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// Looks the key up from the front: these lists are short.
    public subscript(key: String) -> Value? {
      entries.first { $0.key == key }?.value
    }

    package mutating func append(_ key: String, _ value: Value) {
      entries.append(Entry(key: key, value: value))
    }
  }

  /// One value in the evidence of a finding.
  public enum Evidence: Equatable, Sendable {
    package static func status(_ status: HCIStatus) -> Self { .int(Int(status.rawValue)) }

    case int(Int)
    case double(Double)
    case string(String)
    case bool(Bool)
    case list([Evidence])
    case null
  }
}

extension ReportV1.KeyedList<Int> {
  /// How many PDUs there were of an opcode.
  package subscript(opcode: ATTOpcode) -> Int { self[opcode.word] ?? 0 }

  /// The same as for any value. A generic one costs twenty times as much where another module
  /// calls it, and there may be ten thousand transfers.
  package mutating func append(_ key: String, _ value: Int) {
    entries.append(Entry(key: key, value: value))
  }
}
