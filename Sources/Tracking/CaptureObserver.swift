import Bytes
import CaptureFiles
import Judgement

/// What an analysis keeps of what the sessions report: measures, and where they are wanted a
/// timeline, values over time, and rows.
struct CaptureObserver: SessionObserver {
  var measures: Measures
  private(set) var timeline: TimelineRecorder?
  var series: SeriesRecorder?
  var rows: RowRecorder?
  var exchange: ExchangeRecorder?
  /// What happened on each link, row by row.
  var logbook = Logbook()
  /// Reports of a crowd that are taken together.
  private var group: [Advertisement] = []

  init(_ options: AnalysisOptions, sink: (any PayloadSink)?, _ ledger: Ledger) {
    measures = Measures(options, sink: sink, ledger)
    if options.timeline != nil {
      timeline = TimelineRecorder(MarkerMatch(options.markers), ledger)
    }
    if options.keepsSeries { series = SeriesRecorder(keepsRequests: options.keepsRequests) }
    rows = options.rows.map { RowRecorder($0) }
    if options.exchangeLimit > 0 { exchange = ExchangeRecorder(most: options.exchangeLimit) }
  }

  var takesPDUs: Bool { exchange != nil }

  mutating func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>) { exchange?.add(pdu, in: bytes) }

  mutating func observe(sent octets: Int, on connection: Int, at moment: Moment) {
    measures.send(octets, on: connection, at: moment)
    exchange?.send(moment, on: connection)
    let event = SessionEvent.aclSent(connection: connection, moment, octets: octets)
    timeline?.add(event)
    series?.add(event)
  }

  mutating func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {
    measures.add(value, in: bytes)
    timeline?.add(value, in: bytes)
    series?.add(value)
    rows?.add(value, in: bytes)
  }

  mutating func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {
    let device = measures.add(advertisement, in: bytes)
    timeline?.add(advertisement, in: bytes)
    series?.add(advertisement, of: device)
    rows?.add(advertisement)
  }

  mutating func observe(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>
  ) {
    guard timeline == nil, rows == nil else {
      return observeSingly(advertising: records, from: controller, in: bytes)
    }
    guard series == nil else {
      for index in records.indices {
        let report = Advertisement(alone: records[index], from: controller, in: bytes)
        let device = measures.add(report, in: bytes)
        series?.add(report, of: device)
      }
      return
    }
    if measures.advertisers.isCrowd {
      return observe(crowd: records, from: controller, in: bytes)
    }
    for index in records.indices {
      measures.add(Advertisement(alone: records[index], from: controller, in: bytes), in: bytes)
    }
  }

  /// Apart from the loop above, which the compiler would not put together with what it calls else.
  @inline(never)
  private mutating func observe(
    crowd records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>
  ) {
    var start = 0
    while start < records.count {
      let end = min(start &+ AdvertiserTable.group, records.count)
      group.removeAll(keepingCapacity: true)
      for index in start..<end {
        group.append(Advertisement(alone: records[index], from: controller, in: bytes))
      }
      measures.advertisers.lookAhead(group)
      for index in group.indices { measures.add(group[index], in: bytes) }
      start = end
    }
  }

  mutating func observe(_ event: SessionEvent) {
    log(event)
    measures.note(event)
    timeline?.add(event)
    series?.add(event)
    rows?.add(event)
  }

  mutating func observe(completed count: Int, on connection: Int, at moment: Moment) {
    logbook.complete(
      count, of: connection, at: moment.time.microseconds, frame: moment.frame)
    measures.complete(count, on: connection, at: moment)
    let controller = measures.links[connection].controller
    if let filled = measures.controllers[controller].takeFilled() { log(filled, of: controller) }
    exchange?.complete(count, on: connection, at: moment)
    timeline?.add(.aclCompleted(connection: connection, moment, count: count))
    series?.complete(count, on: connection, at: moment.time)
  }

  mutating func observe(_ step: SessionStep, at moment: Moment) {
    log(step, at: moment)
    measures.note(step, at: moment)
    measures.payloads.steps.add(step, at: moment)
    timeline?.add(step, at: moment)
  }

  mutating func observe(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
    measures.add(transaction, in: bytes)
    timeline?.add(transaction, in: bytes)
    series?.add(transaction)
    rows?.add(transaction, in: bytes)
  }
}
