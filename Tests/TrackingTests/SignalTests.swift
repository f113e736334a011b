import BletraceTestSupport
import BluetoothProtocol
import Testing

@testable import Bytes
@testable import Report
@testable import Tracking

@Suite("Signal strength")
struct SignalTests {
  private func measure(_ samples: [(seconds: Double, dBm: Int8)]) -> SignalMeasure {
    var measure = SignalMeasure()
    for sample in samples {
      measure.add(
        sample.dBm, at: TraceTime(microseconds: 1_700_000_000_000_000 + Int64(sample.seconds * 1e6))
      )
    }
    return measure
  }

  /// Times 0, 1, 2, 3 s; -60, -56, -58, -50 dBm. Mean time 1.5, mean signal -56; the sum of
  /// (t - 1.5)(r + 56) is 6 + 0 - 1 + 9 = 14, that of (t - 1.5) squared is 5: 14 / 5 = 2.8 dB/s.
  @Test("the slope is that of the least squares")
  func slope() throws {
    let measure = measure([(0, -60), (1, -56), (2, -58), (3, -50)])
    #expect(abs(try #require(measure.slope) - 2.8) < 1e-9)
    #expect(measure.mean == -56)
    #expect(measure.minimum == -60 && measure.maximum == -50)
    #expect(measure.first == -60 && measure.last == -50)
    #expect(measure.duration == 3_000_000)
  }

  @Test("under three samples, or within half a second, there is no slope")
  func tooLittle() {
    #expect(measure([]).slope == nil && measure([]).mean == nil)
    #expect(measure([(0, -60), (5, -50)]).slope == nil)
    #expect(measure([(0, -60), (0.2, -55), (0.499, -50)]).slope == nil)
    #expect(measure([(0, -60), (0.2, -55), (0.5, -50)]).slope != nil)
    #expect(measure([(0, -60), (5, -50)]).trend == nil)
  }

  @Test("approaching, receding, steady")
  func trend() {
    let rising = (0..<10).map { (seconds: Double($0), dBm: Int8(-70 + 3 * $0)) }
    #expect(measure(rising).trend == .approaching)
    #expect(measure(rising.map { ($0.seconds, -120 - $0.dBm) }).trend == .receding)
    // Two decibels are no motion.
    #expect(measure([(0, -60), (1, -60), (2, -59), (3, -58)]).trend == .steady)
    // Nor is what the scatter may have made.
    let scattered: [Int8] = [-60, -48, -62, -47, -63, -49, -58, -46]
    let wild = scattered.enumerated().map { (seconds: Double($0), dBm: $1) }
    #expect(measure(wild).trend == .steady)
  }

  @Test("a few readings, at a few moments or within a second, show no trend")
  func tooFewForTrend() {
    #expect(measure([(0, -76), (4, -73), (5, -70)]).trend == nil)
    #expect(
      measure([(0, -76), (0.0001, -75), (0.0002, -76), (5, -70), (5.0001, -70)]).trend == nil)
    #expect(measure([(0, -76), (0.3, -73), (0.6, -70), (0.9, -67)]).trend == nil)
    #expect(measure([(0, -76), (0.4, -73), (0.8, -70), (1.2, -67)]).trend == .approaching)
  }

  @Test("a clock that steps back does not make the past longer")
  func stepBack() {
    let measure = measure([(0, -60), (10, -50), (-3600, -55), (11, -50)])
    #expect(measure.duration == 11_000_000)
    #expect(measure.count == 4)
  }

  @Test("its course: means of equal parts, at most 32")
  func series() {
    let rising = (0..<1000).map { (seconds: Double($0), dBm: Int8(-90 + $0 / 20)) }
    let series = measure(rising).series
    #expect((17...32).contains(series.count))
    let means = series.compactMap(\.self)
    #expect(means.count == series.count && means == means.sorted())
    // No one was heard in between.
    let sparse = measure([(0, -60), (100, -50)]).series
    #expect(sparse.first == -60 && sparse.last == -50)
    #expect(sparse.dropFirst().dropLast().allSatisfy { $0 == nil })
    #expect(measure([(0, -60)]).series == [-60])
  }

  /// Parts are 1 ms long at first, and twice as long whenever 32 do not reach.
  @Test("its course is that of all samples put into their parts", arguments: 1...20)
  func seriesOfAll(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var samples: [(seconds: Double, dBm: Int8)] = [(0, -60)]
    for _ in 0..<200 {
      let index = Double(random.next() % 1000) / 1000
      samples.append((index * (seed % 2 == 0 ? 0.04 : 900), -Int8(random.next() % 100)))
    }
    let elapsed = samples.map { Int64($0.seconds * 1e6) }
    var width: Int64 = 1000
    while elapsed.max().map({ $0 / width >= 32 }) == true { width *= 2 }
    var parts: [[Double]] = Array(
      repeating: [], count: Int((elapsed.max() ?? 0) / width) + 1)
    for (time, sample) in zip(elapsed, samples) {
      parts[Int(time / width)].append(Double(sample.dBm))
    }
    let means = parts.map { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }
    #expect(measure(samples).series == means)
  }

  @Test("absurd times end nothing")
  func absurd() {
    var measure = SignalMeasure()
    measure.add(-60, at: TraceTime(microseconds: .min))
    measure.add(-50, at: TraceTime(microseconds: .max))
    measure.add(-50, at: TraceTime(microseconds: 0))
    #expect(measure.count == 3)
    var far = SignalMeasure()
    far.add(-60, at: TraceTime(microseconds: 0))
    far.add(-50, at: TraceTime(microseconds: .max))
    #expect(far.series.count <= 32)
  }

  @Test("Read RSSI of a connection")
  func connection() throws {
    var story = CaptureBuilder()
    story.connect()
    for dBm in [-54, -60, -72, -88] {
      story.signal(Int8(dBm))
      story.wait(by: 499_000)
    }
    let rssi = try #require(Analysed(story).connections[0].rssi)
    #expect(rssi.count == 4 && rssi.min == -88 && rssi.max == -54)
    #expect(rssi.first == -54 && rssi.last == -88 && rssi.mean == -68.5)
    #expect(rssi.trend == .receding)
    // Times 0, 0.5, 1, 1.5 s: (54 * 0.75 + 60 * 0.25 - 72 * 0.25 - 88 * 0.75) / 1.25 = -22.8.
    #expect(abs(try #require(rssi.slopeDbPerS) + 22.8) < 1e-9)
  }
}

@Suite("Signal of a connection")
struct ConnectionSignalTests {
  private func report(_ dBm: Int8) -> [UInt8] {
    hex("58 01 03") + octets(CaptureBuilder.handle) + [0, 8, UInt8(bitPattern: dBm)]
      + [UInt8](repeating: 0, count: 41)
  }

  @Test("quality reports of the controller, where the host reads less")
  func qualityReports() throws {
    var story = CaptureBuilder()
    story.connect()
    for dBm in [-70, -75, 127, -80] { story.event(0xFF, report(Int8(dBm))) }
    story.signal(-40)
    let connection = Analysed(story).connections[0]
    #expect(connection.rssiSource == .qualityReport)
    #expect(connection.rssi?.count == 3 && connection.rssi?.max == -70)
    #expect(connection.rssiLastUs == 4_000)
    for _ in 0..<3 { story.signal(-41) }
    let read = Analysed(story).connections[0]
    #expect(read.rssiSource == .readRSSI && read.rssi?.count == 4 && read.rssi?.min == -41)
  }

  @Test("of BR/EDR, Read RSSI is no power")
  func classic() {
    var story = CaptureBuilder()
    story.event(0x03, [0] + octets(CaptureBuilder.handle) + CaptureBuilder.peer + [1, 0])
    story.signal(0)
    let connection = Analysed(story).connections[0]
    #expect(connection.rssi == nil && connection.rssiSource == nil)
  }

  @Test("advertising counts in the seconds before the connection only")
  func before() throws {
    var story = CaptureBuilder()
    for dBm in [-90, -90, -90] { story.advertise(CaptureBuilder.peer, Int8(dBm)) }
    story.wait(by: 60_000_000)
    for dBm in [-50, -54] { story.advertise(CaptureBuilder.peer, Int8(dBm)) }
    story.connect()
    story.disconnect()
    story.wait(by: 30_000_000)
    story.connect()
    let connections = Analysed(story).connections
    let before = try #require(connections[0].rssiBefore)
    #expect(before.count == 2 && before.mean == -52 && before.last == -54)
    #expect(connections[0].rssi == nil && connections[1].rssiBefore == nil)
  }
}

@Suite("Advertisers")
struct AdvertiserTests {
  @Test("each address once, with what it said over all its reports")
  func table() {
    var story = CaptureBuilder()
    let first: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
    story.advertise(first, -69, data: hex("02 01 06 03 03 0D 18"))
    story.advertise([9, 9, 9, 9, 9, 9], 127)
    story.advertise(first, -59, data: [0x04, 0x08] + Array("BCS".utf8))
    story.advertise(first, -49, data: [0x05, 0x09] + Array("BCSX".utf8) + [0x02, 0x0A, 0x04])
    story.advertise(first, -39, data: [0x03, 0x08] + Array("no".utf8))
    let advertisers = Analysed(story).capture.advertisers
    #expect(advertisers.map(\.address) == ["C6:05:04:03:02:01", "09:09:09:09:09:09"])
    #expect(advertisers.map(\.addressType) == ["random-static", "random-non-resolvable"])
    #expect(advertisers.map(\.reports) == [4, 1])
    // A complete name is not replaced by a short one.
    #expect(advertisers[0].name == "BCSX")
    #expect(advertisers[0].serviceUuids == ["180D"])
    #expect(advertisers[0].txPower == 4)
    #expect(advertisers[0].rssi.min == -69 && advertisers[0].rssi.max == -39)
    #expect(advertisers[0].firstFrame == 1 && advertisers[0].lastFrame == 5)
    // 127 is no reading.
    #expect(advertisers[1].rssi.count == 0 && advertisers[1].rssi.mean == nil)
  }

  @Test("data is read anew when any octet of it has changed")
  func changed() throws {
    var table = AdvertiserTable()
    var bounds = BoundsReached(Ledger())
    for size in 1...60 {
      for index in 0..<size {
        for letter in ["a", "b"] {
          var name = [UInt8](repeating: UInt8(ascii: "x"), count: size)
          name[index] = letter.utf8.first ?? 0
          let bytes = [0xEE, UInt8(size + 1), 0x09] + name
          let report = Advertisement(
            moment: Moment(frame: 1, time: TraceTime(microseconds: 0)), controller: 0,
            address: DeviceAddress(littleEndian48: 0xC605_0403_0201), addressType: .randomDevice,
            rssi: -60, txPower: nil, data: ByteRange(start: 1, end: bytes.count))
          table.add(report, in: bytes.span, &bounds)
          #expect(table.devices.map(\.name) == [name])
        }
      }
    }
    #expect(table.devices.map(\.reports) == [3660])
  }

  @Test("a connection's peer has the name that it advertised")
  func peerName() {
    var story = CaptureBuilder()
    story.advertise(CaptureBuilder.peer, -50, data: [0x04, 0x09] + Array("BCS".utf8))
    story.connect()
    #expect(Analysed(story).connections[0].peer.name == "BCS")
  }

  @Test("more devices than are distinguished are counted, and the report says so")
  func bound() {
    var story = CaptureBuilder()
    for index in 0..<40_000 {
      story.advertise(octets(UInt16(index & 0xFFFF)) + [UInt8(index >> 16), 0, 0, 0], -60)
    }
    for index in 0..<100 { story.advertise(octets(UInt16(index)) + [0, 0, 0, 0], -50) }
    let capture = Analysed(story).capture
    #expect(capture.advertisers.count == Bound.advertisers.limit)
    #expect(capture.advertiserReportsOmitted == 40_000 - Bound.advertisers.limit)
    #expect(capture.boundsReached == ["advertisers"])
    #expect(capture.advertisers[..<100].allSatisfy { $0.reports == 2 })
    #expect(Set(capture.advertisers.map(\.address)).count == Bound.advertisers.limit)
  }
}

@Suite("Calendar")
struct CalendarTimeTests {
  @Test(
    "moments as ISO 8601",
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"),
      (-1, "1969-12-31T23:59:59.999999Z"),
      (1_363_079_702_125_000, "2013-03-12T09:15:02.125000Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
      (951_868_799_999_999, "2000-02-29T23:59:59.999999Z"),
      (-2_203_977_600_000_000, "1900-02-28T00:00:00.000000Z"),
      (-2_203_891_200_000_000, "1900-03-01T00:00:00.000000Z"),
      (2_147_483_648_000_000, "2038-01-19T03:14:08.000000Z"),
      (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
      (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
      (-62_168_256_000_000_000, "-0001-12-20T00:00:00.000000Z"),
      (253_402_300_800_000_000, "10000-01-01T00:00:00.000000Z"),
    ] as [(Int64, String)])
  func iso8601(microseconds: Int64, text: String) {
    #expect(TraceTime(microseconds: microseconds).iso8601 == text)
  }

  @Test("the ends of time")
  func extremes() {
    #expect(TraceTime(microseconds: .max).iso8601 == "294247-01-10T04:00:54.775807Z")
    #expect(TraceTime(microseconds: .min).iso8601 == "-290308-12-21T19:59:05.224192Z")
  }
}
