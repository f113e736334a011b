import Bytes
import CaptureFiles

/// Who listens to the sessions: a value that the tracker owns. Ranges in what it gets point into
/// `bytes`, and hold only for the time of the call.
package protocol SessionObserver: LogObserver {
  /// Whether it gets each PDU as such. Not, unless it says so.
  var takesPDUs: Bool { get }
  mutating func observe(_ value: AttributeValue, in bytes: Span<UInt8>)
  mutating func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>)
  mutating func observe(_ event: SessionEvent)
  /// `SessionEvent.aclCompleted`, which is too frequent to be one case of many.
  mutating func observe(completed count: Int, on connection: Int, at moment: Moment)
  /// `SessionEvent.aclSent`, which is as frequent.
  mutating func observe(sent octets: Int, on connection: Int, at moment: Moment)
  /// Events with one report each, one right after the other.
  mutating func observe(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>)
  mutating func observe(_ step: SessionStep, at moment: Moment)
  mutating func observe(_ transaction: ATTTransaction, in bytes: Span<UInt8>)
  mutating func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>)
  mutating func observe(_ encrypted: EncryptedPDU, in bytes: Span<UInt8>)
  mutating func observe(_ data: AirData)
}

extension SessionObserver {
  package var takesPDUs: Bool { false }

  package mutating func observe(completed count: Int, on connection: Int, at moment: Moment) {
    observe(.aclCompleted(connection: connection, moment, count: count))
  }

  package mutating func observe(sent octets: Int, on connection: Int, at moment: Moment) {
    observe(.aclSent(connection: connection, moment, octets: octets))
  }

  package mutating func observe(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>
  ) {
    observeSingly(advertising: records, from: controller, in: bytes)
  }

  mutating func observeSingly(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>
  ) {
    for index in records.indices {
      observe(Advertisement(alone: records[index], from: controller, in: bytes), in: bytes)
    }
  }

  package mutating func observe(_ step: SessionStep, at moment: Moment) {}
  package mutating func observe(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {}
  package mutating func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>) {}
  package mutating func observe(_ encrypted: EncryptedPDU, in bytes: Span<UInt8>) {}
  package mutating func observe(_ data: AirData) {}
}

/// What goes down through the layers with each packet: when it came, in which direction, and who
/// listens.
package struct SessionContext<Observer: SessionObserver> {
  package var observer: Observer
  /// The record that is being taken, or was taken last.
  package internal(set) var moment = Moment(frame: 0, time: TraceTime(microseconds: 0))
  /// Of a PDU: when its first fragment came.
  var firstTime = TraceTime(microseconds: 0)
  package internal(set) var direction = RecordDirection.unknown
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
