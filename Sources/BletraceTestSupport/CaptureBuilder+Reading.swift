import CaptureFiles

extension CaptureBuilder {
  /// A capture's records, to be reported in another way.
  package init(reading file: [UInt8]) throws(CaptureFileError) {
    self.init()
    var reader = try CaptureReader(MemorySource(file))
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) {
      for record in batch {
        time = record.time.microseconds
        add(
          record.kind, record.direction,
          Array(reader.window[record.bytes.start..<record.bytes.end]),
          controller: record.controller, detail: record.detail,
          originalLength: record.bytes.originalCount)
      }
    }
  }
}
