extension ReportV1 {
  /// `rx` is from the controller to the host, `tx` from the host to the controller.
  package enum Direction: String, CaseIterable, Sendable {
    case rx, tx
  }

  /// The distribution of a quantity. All but `count` are `nil` when nothing was measured.
  package struct Summary: Equatable, Sendable {
    package var count: Int
    package var min: Int?
    package var p50: Int?
    package var p95: Int?
    package var p99: Int?
    package var max: Int?
    package var mean: Double?

    package init(
      count: Int = 0, min: Int? = nil, p50: Int? = nil, p95: Int? = nil, p99: Int? = nil,
      max: Int? = nil, mean: Double? = nil
    ) {
      self.count = count
      self.min = min
      self.p50 = p50
      self.p95 = p95
      self.p99 = p99
      self.max = max
      self.mean = mean
    }
  }

  /// Signal strength over time. All numbers but `count` are `nil` when nothing was measured.
  package struct Rssi: Equatable, Sendable {
    package var count: Int
    /// In dBm, as are `max`, `mean`, `first` and `last`.
    package var min: Int?
    package var max: Int?
    package var mean: Double?
    package var first: Int?
    package var last: Int?
    /// Least-squares slope; `nil` under 3 samples or half a second.
    package var slopeDbPerS: Double?
    package var trend: Trend?
    /// Mean of each of at most 32 equal parts of the time between the first and the last sample.
    package var series: [Double?]
    /// From the first sample to the last.
    package var durationUs: Int?

    package init(
      count: Int = 0, min: Int? = nil, max: Int? = nil, mean: Double? = nil, first: Int? = nil,
      last: Int? = nil, slopeDbPerS: Double? = nil, trend: Trend? = nil, series: [Double?] = [],
      durationUs: Int? = nil
    ) {
      self.count = count
      self.min = min
      self.max = max
      self.mean = mean
      self.first = first
      self.last = last
      self.slopeDbPerS = slopeDbPerS
      self.trend = trend
      self.series = series
      self.durationUs = durationUs
    }
  }

  package enum Trend: String, CaseIterable, Sendable {
    case approaching, receding, steady
  }

  /// A JSON object whose keys come from the capture. The order is the builder's, and is kept.
  package struct KeyedList<Value: Equatable & Sendable>: Equatable, Sendable,
    ExpressibleByDictionaryLiteral
  {
    package struct Entry: Equatable, Sendable {
      package var key: String
      package var value: Value

      package init(key: String, value: Value) {
        self.key = key
        self.value = value
      }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry] = []) {
      self.entries = entries
    }

    package init(dictionaryLiteral elements: (String, Value)...) {
      entries = elements.map { Entry(key: $0.0, value: $0.1) }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// Looks the key up from the front: these lists are short.
    package subscript(key: String) -> Value? {
      entries.first { $0.key == key }?.value
    }

    package mutating func append(_ key: String, _ value: Value) {
      entries.append(Entry(key: key, value: value))
    }
  }

  /// One value in the evidence of a finding.
  package enum Evidence: Equatable, Sendable {
    case int(Int)
    case double(Double)
    case string(String)
    case bool(Bool)
    case list([Evidence])
    case null
  }
}

extension ReportV1.KeyedList<Int> {
  /// The same as for any value. A generic one costs twenty times as much where another module
  /// calls it, and there may be ten thousand transfers.
  package mutating func append(_ key: String, _ value: Int) {
    entries.append(Entry(key: key, value: value))
  }
}
