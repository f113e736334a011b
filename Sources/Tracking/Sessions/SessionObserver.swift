import Bytes
import CaptureFiles

/// Who listens to the sessions: a value that the tracker owns. Ranges in what it is told point into
/// `bytes`, and hold only for the time of the call.
package protocol SessionObserver {
  /// Whether it is told of each PDU as such. Not, unless it says so.
  var takesPDUs: Bool { get }
  /// Whether bursts of values may be told later than they came: behind what other connections did
  /// meanwhile, behind completions and advertising, but before anything else of their own
  /// connection. Not, unless it says so.
  var takesValuesLate: Bool { get }
  /// To those who take values late: the packets of some that were sent, in time.
  mutating func observe(sent records: Span<CapturedRecord>, on connection: Int)
  mutating func observe(_ value: AttributeValue, in bytes: Span<UInt8>)
  /// Many of these at a time, with the packets that carried them where those were not told before.
  mutating func observe(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>)
  mutating func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>)
  /// Many of these at a time: events with one report each, alone in its packet.
  mutating func observe(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>)
  mutating func observe(_ event: SessionEvent)
  /// `SessionEvent.aclCompleted`, which is too frequent to be told as one of many.
  mutating func observe(completed count: Int, on connection: Int, at moment: Moment)
  mutating func observe(_ step: SessionStep, at moment: Moment)
  mutating func observe(_ transaction: ATTTransaction, in bytes: Span<UInt8>)
  mutating func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>)
}

extension SessionObserver {
  package var takesPDUs: Bool { false }
  package var takesValuesLate: Bool { false }

  /// One after the other.
  package mutating func observe(sent records: Span<CapturedRecord>, on connection: Int) {
    for place in records.indices {
      let moment = Moment(frame: records[place].number, time: records[place].time)
      observe(
        .aclSent(
          connection: connection, moment, octets: ValueBurst.octets(of: records[place])))
    }
  }

  package mutating func observe(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) {
    observeSingly(burst, of: records, in: bytes)
  }

  /// One after the other, for those who make no use of their coming together.
  mutating func observeSingly(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) {
    for place in records.indices {
      let value = burst.value(of: records[place], in: bytes)
      if burst.direction == .tx {
        observe(
          .aclSent(
            connection: burst.connection, value.moment,
            octets: ValueBurst.octets(of: records[place])))
      }
      observe(value, in: bytes)
    }
  }

  /// One after the other.
  package mutating func observe(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>
  ) {
    for place in records.indices {
      observe(
        Advertisement(alone: records[place], from: controller, in: bytes), in: bytes)
    }
  }

  package mutating func observe(completed count: Int, on connection: Int, at moment: Moment) {
    observe(.aclCompleted(connection: connection, moment, count: count))
  }

  package mutating func observe(_ step: SessionStep, at moment: Moment) {}
  package mutating func observe(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {}
  package mutating func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>) {}
}

/// What goes down through the layers with each packet: when it came, in which direction, and who
/// listens.
package struct SessionContext<Observer: SessionObserver> {
  package internal(set) var observer: Observer
  /// The record that is being taken, or was taken last.
  package internal(set) var moment = Moment(frame: 0, time: TraceTime(microseconds: 0))
  /// Of a PDU: when its first fragment came.
  var firstTime = TraceTime(microseconds: 0)
  var direction = RecordDirection.unknown
  /// Of a PDU: whether the bytes are not those of the record, but put together from several.
  var isReassembled = false

  init(_ observer: Observer) { self.observer = observer }

  /// A packet went in a direction. It holds a whole PDU, unless that turns out otherwise.
  @inline(__always)
  mutating func begin(_ direction: RecordDirection) {
    firstTime = moment.time
    self.direction = direction
    isReassembled = false
  }
}
