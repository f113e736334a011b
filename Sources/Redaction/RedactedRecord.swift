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
}
