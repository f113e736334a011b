import Bytes
import CaptureFiles
import Tracking

/// A report of redacted records is redacted, too.
extension Redactor: RecordFilter {
  package mutating func add(_ records: [CapturedRecord], in bytes: Span<UInt8>) {
    for record in records { add(record, in: bytes) }
  }

  package mutating func takeRecords() -> (records: [CapturedRecord], octets: [UInt8]) {
    var records: [CapturedRecord] = []
    var octets: [UInt8] = []
    for redacted in take() {
      var record = redacted.record
      record.bytes = ByteRange(
        start: octets.count, count: redacted.octets.count,
        originalCount: redacted.record.bytes.originalCount)
      octets += redacted.octets
      records.append(record)
    }
    return (records, octets)
  }
}
