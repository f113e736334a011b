import BluetoothProtocol

extension ReportV1 {
  /// `rx` is from the controller to the host, `tx` from the host to the controller.
  public enum Direction: String, ReportWord {
    case rx, tx
  }

  /// The distribution of a quantity. All but `count` are `nil` when nothing was measured.
  public struct Summary: ReportObject {
    /// How many values were measured.
    public var count = 0
    /// The smallest value.
    public var min: Int?
    /// The median.
    public var p50: Int?
    /// The 95th percentile.
    public var p95: Int?
    /// The 99th percentile.
    public var p99: Int?
    /// The largest value.
    public var max: Int?
    /// The arithmetic mean.
    public var mean: Double?  // decimals: 1
    /// For rows; not in the JSON report.
    package var sketch: Sketch?  // no key
  }

  /// Signal strength over time. All numbers but `count` are `nil` when nothing was measured.
  public struct Rssi: ReportObject {
    /// How many readings there were.
    public var count = 0
    /// In dBm, as are `max`, `mean`, `first` and `last`.
    public var min: Int?
    /// The strongest reading, in dBm.
    public var max: Int?
    /// The mean of the readings, in dBm.
    public var mean: Double?  // decimals: 2
    /// The first reading, in dBm.
    public var first: Int?
    /// The last reading, in dBm.
    public var last: Int?
    /// Least-squares slope; `nil` under 3 samples or half a second.
    public var slopeDbPerS: Double?  // decimals: 3
    /// Where the readings point.
    public var trend: Trend?
    /// Mean of each of at most 32 equal parts of the time between the first and the last sample.
    public var series: [Double?] = []  // decimals: 2
    /// From the first sample to the last.
    public var durationUs: Int?
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

      // Inlined, as others fill lists by the thousand, and know what the values are.
      @inlinable public init(key: String, value: Value) {
        self.key = key
        self.value = value
      }
    }

    public var entries: [Entry]

    @inlinable public init(_ entries: [Entry] = []) {
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
