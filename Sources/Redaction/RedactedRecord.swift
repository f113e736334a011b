import CaptureFiles

/// A record as it is written.
package struct RedactedRecord: Sendable {
  /// What its reader knows of it beside the record.
  package struct Tag: Sendable {
    package var link: CaptureFiles.LinkType?
    package var drops = 0
    package var isWritten = true

    package init() {}
  }

  package var record: CapturedRecord
  package var octets: [UInt8]
  package var tag: Tag
  /// What the sessions say of a packet whose direction the capture does not hold.
  package var direction: RecordDirection?
  /// Where at least as many octets as the search looks for stayed as they were.
  package private(set) var unchanged: [Range<Int>] = []

  init(record: CapturedRecord, octets: [UInt8], tag: Tag) {
    (self.record, self.octets, self.tag) = (record, octets, tag)
  }

  mutating func noteUnchanged(_ original: [UInt8]) {
    var start = 0
    for index in 0...octets.count where index == octets.count || octets[index] != original[index] {
      if index - start >= SecretSearch.shortestElse { unchanged.append(start..<index) }
      start = index + 1
    }
  }
}
