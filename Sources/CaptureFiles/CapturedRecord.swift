import Bytes

/// Which way a packet went, seen from the host that captured it.
public enum RecordDirection: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Host to controller.
  case tx
  /// Controller to host.
  case rx
  /// The container does not say (pcap link type 187, or the flag for it in 201).
  case unknown
}

/// What a record holds. The HCI packet kinds come first; the others are notes of the logger.
public enum RecordKind: UInt8, Hashable, Sendable, BitwiseCopyable {
  case command, acl, sco, event, iso
  /// A packet that a sniffer received over the air, with the header that its link type puts before
  /// it; `detail` is that link type.
  case air
  // Linux monitor.
  case newIndex, deleteIndex, openIndex, closeIndex, indexInfo
  case vendorDiagnostic, systemNote, userLogging
  case controlOpen, controlClose, controlCommand, controlEvent
  /// A PacketLogger text note or log line; `detail` is its type.
  case loggerNote
  /// A type that this version does not know, or an H4 packet indicator outside 1...5; counted, and
  /// otherwise left alone.
  case unrecognized

  /// Whether it is a packet, and no note of the logger.
  @inlinable public var isPacket: Bool { rawValue <= RecordKind.air.rawValue }
}

/// One record of a capture, whatever container it came from.
public struct CapturedRecord: Hashable, Sendable, BitwiseCopyable {
  /// 1-based number in the file, the number Wireshark shows.
  public var number: Int
  public var time: TraceTime
  /// The HCI packet without its H4 packet indicator, or the note's payload.
  public var bytes: ByteRange
  /// Index of the controller; 0 where the container knows only one, 0xFFFF for "none".
  public var controller: UInt16
  public var kind: RecordKind
  public var direction: RecordDirection
  /// The container's own type code (H4 packet indicator, monitor opcode, PacketLogger type).
  public var detail: UInt8

  @inlinable public init(
    number: Int, time: TraceTime, bytes: ByteRange, controller: UInt16, kind: RecordKind,
    direction: RecordDirection, detail: UInt8
  ) {
    self.number = number
    self.time = time
    self.bytes = bytes
    self.controller = controller
    self.kind = kind
    self.direction = direction
    self.detail = detail
  }
}
