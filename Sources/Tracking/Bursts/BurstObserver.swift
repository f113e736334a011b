import Bytes
import CaptureFiles

/// What an observer may take together. One that does not say how takes everything one by one.
package protocol BurstObserver {
  /// Whether bursts of values may be reported later than they came: after what other connections
  /// did meanwhile, after completions and advertising, but before anything else of their own
  /// connection. Not, unless it says so.
  var takesValuesLate: Bool { get }
  /// To those who take values late: the packets of some that were sent, in time.
  mutating func observe(sent records: Span<CapturedRecord>, on connection: Int)
  /// Many of these at a time, with the packets that carried them where those were not reported
  /// before.
  mutating func observe(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>)
  /// Many of these at a time: events with one report each, alone in its packet.
  mutating func observe(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>)
}

extension SessionObserver {
  package var takesValuesLate: Bool { false }

  /// One after the other.
  package mutating func observe(sent records: Span<CapturedRecord>, on connection: Int) {
    for index in records.indices {
      let moment = Moment(frame: records[index].number, time: records[index].time)
      observe(
        .aclSent(
          connection: connection, moment, octets: ValueBurst.octets(of: records[index])))
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
    for index in records.indices {
      let value = burst.value(of: records[index], in: bytes)
      if burst.direction == .tx {
        observe(
          .aclSent(
            connection: burst.connection, value.moment,
            octets: ValueBurst.octets(of: records[index])))
      }
      observe(value, in: bytes)
    }
  }

  package mutating func observe(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>
  ) {
    observeSingly(advertising: records, from: controller, in: bytes)
  }

  /// One after the other.
  mutating func observeSingly(
    advertising records: Span<CapturedRecord>, from controller: Int, in bytes: Span<UInt8>
  ) {
    for index in records.indices {
      observe(
        Advertisement(alone: records[index], from: controller, in: bytes), in: bytes)
    }
  }
}
