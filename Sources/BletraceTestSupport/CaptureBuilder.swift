import CaptureFiles

/// A list of records, to be written in any of the container formats.
///
///     let bytes = CaptureBuilder()
///       .event(hex("3E 01 01"))
///       .acl(.tx, hex("40 00 00 00"))
///       .btsnoop(datalink: 1002)
///
/// Each record comes a millisecond after the one before it. What a container cannot express is left
/// out of it.
package struct CaptureBuilder: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// Microseconds since 1970.
    package var time: Int64
    package var kind: RecordKind
    package var direction: RecordDirection
    package var controller: UInt16
    /// The container's own code: of PacketLogger for notes, and of records of an unknown type.
    package var detail: UInt8
    /// The HCI packet without packet indicator.
    package var bytes: [UInt8]
    /// How long the packet was, if longer than `bytes`.
    package var originalLength: Int
    /// btsnoop's cumulative drop counter, or a pcapng packet's count.
    package var drops: UInt32
  }

  package var entries: [Entry] = []
  /// The time of the next record, in microseconds since 1970.
  package var time: Int64
  /// From one record to the next, in microseconds.
  package var step: Int64
  private var drops: UInt32 = 0

  package init(time: Int64 = 1_700_000_000_000_000, step: Int64 = 1000) {
    self.time = time
    self.step = step
  }

  package mutating func add(
    _ kind: RecordKind, _ direction: RecordDirection, _ bytes: [UInt8], controller: UInt16 = 0,
    detail: UInt8 = 0, originalLength: Int? = nil
  ) {
    entries.append(
      Entry(
        time: time, kind: kind, direction: direction, controller: controller, detail: detail,
        bytes: bytes, originalLength: originalLength ?? bytes.count, drops: drops))
    time &+= step
  }

  package consuming func record(
    _ kind: RecordKind, _ direction: RecordDirection, _ bytes: [UInt8], controller: UInt16 = 0,
    detail: UInt8 = 0, originalLength: Int? = nil
  ) -> CaptureBuilder {
    add(
      kind, direction, bytes, controller: controller, detail: detail,
      originalLength: originalLength)
    return self
  }

  package consuming func command(_ bytes: [UInt8], controller: UInt16 = 0) -> CaptureBuilder {
    add(.command, .tx, bytes, controller: controller)
    return self
  }

  package consuming func event(_ bytes: [UInt8], controller: UInt16 = 0) -> CaptureBuilder {
    add(.event, .rx, bytes, controller: controller)
    return self
  }

  package consuming func acl(
    _ direction: RecordDirection, _ bytes: [UInt8], controller: UInt16 = 0,
    originalLength: Int? = nil
  ) -> CaptureBuilder {
    add(.acl, direction, bytes, controller: controller, originalLength: originalLength)
    return self
  }

  package consuming func sco(_ direction: RecordDirection, _ bytes: [UInt8]) -> CaptureBuilder {
    add(.sco, direction, bytes)
    return self
  }

  package consuming func iso(_ direction: RecordDirection, _ bytes: [UInt8]) -> CaptureBuilder {
    add(.iso, direction, bytes)
    return self
  }

  /// A PacketLogger note; its types are 0xF7...0xFE.
  package consuming func note(_ text: String, detail: UInt8 = 0xFC) -> CaptureBuilder {
    add(.loggerNote, .unknown, Array(text.utf8), detail: detail)
    return self
  }

  /// Sets the time of the next record.
  package consuming func at(_ microseconds: Int64) -> CaptureBuilder {
    time = microseconds
    return self
  }

  package consuming func wait(_ microseconds: Int64) -> CaptureBuilder {
    time &+= microseconds
    return self
  }

  /// Sets the drop counter of the records that follow.
  package consuming func drops(_ count: UInt32) -> CaptureBuilder {
    drops = count
    return self
  }
}
