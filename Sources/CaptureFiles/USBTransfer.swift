import Bytes

/// One record of a USB capture: a transfer that a host submits, or its completion.
///
///     usbmon    id u64   'S', 'C' or 'E'   type u8   endpoint u8   device u8   bus u16
///               no setup u8   no data u8   seconds i64   microseconds i32   status i32
///               length u32   captured u32   setup: 8 octets, or error count i32 descriptors u32
///               (link type 220)   interval i32   start frame i32   flags u32   descriptors u32
///               descriptors, 16 octets each: status i32   offset u32   length u32   unused u32
///     USBPcap   header u16   id u64   status u32   function u16   completed u8   bus u16
///               device u16   endpoint u8   type u8   length u32   (control) stage u8
///               (isochronous) start frame u32   descriptors u32   errors u32
///               descriptors, 12 octets each: offset u32   length u32   status u32
///     macOS     version u16   header u8   completed u8   length u32   status u32   frames u32
///               id u64   location u32   speed u8   device u8   endpoint u8   type u8
///
/// The numbers of usbmon are in the capture's byte order, the others are little-endian. In the
/// descriptors stands where in the data each packet of an isochronous transfer is.
///
/// usbmon: Linux, Documentation/usb/usbmon.rst. USBPcap: desowin.org/usbpcap/captureformat.html.
/// macOS: Wireshark, packet-usb.c.
struct USBTransfer {
  enum Kind { case isochronous, interrupt, control, bulk }

  /// The bus, or what macOS calls the location, and the address on it.
  var device: UInt64
  var kind: Kind
  /// Bit 7 is set where data goes to the host.
  var endpoint: UInt8
  var isCompletion: Bool
  /// Where the eight octets of a control transfer are that say what it is.
  var setup: Int?
  /// What was captured of the data.
  var data: Range<Int>
  /// How many octets of data there were.
  var length: Int
  /// Of an isochronous transfer: where the descriptors begin.
  private var descriptors: (start: Int, count: Int, offset: Int, size: Int, order: ByteOrder)?
  /// Whether the descriptors hold lengths: those of what is sent by USBPcap do not.
  private var hasLengths = true

  var isIncoming: Bool { endpoint & 0x80 != 0 }

  /// - Parameters:
  ///   - octets: of the record; its numbers are not trusted.
  ///   - original: how long the record was.
  init?(_ link: LinkType, _ octets: Span<UInt8>, original: Int, _ order: ByteOrder) {
    switch link {
    case .usbLinux: self.init(linux: octets, header: 48, order)
    case .usbLinuxMapped: self.init(linux: octets, header: 64, order)
    case .usbPcap: self.init(usbPcap: octets)
    case .usbDarwin: self.init(darwin: octets, original: original)
    default: return nil
    }
  }

  private init?(linux octets: Span<UInt8>, header: Int, _ order: ByteOrder) {
    guard octets.count >= header else { return nil }
    switch octets[8] {
    case UInt8(ascii: "S"): isCompletion = false
    case UInt8(ascii: "C"): isCompletion = true
    default: return nil
    }
    switch octets[9] {
    case 0: kind = .isochronous
    case 1: kind = .interrupt
    case 2: kind = .control
    case 3: kind = .bulk
    default: return nil
    }
    endpoint = octets[10]
    device = UInt64(octets.u16(12, order)) << 8 | UInt64(octets[11])
    if kind == .control, !isCompletion, octets[14] == 0 { setup = 40 }
    var start = header
    var captured = Int(octets.u32(36, order))
    if kind == .isochronous {
      let room = (octets.count - header) / 16
      let stated = Int(octets.u32(header == 64 ? 60 : 44, order))
      let count = min(stated, room)
      descriptors = (header, count, 4, 16, order)
      start += count * 16
      captured = max(0, captured - stated * 16)
    }
    data = start..<(start + min(captured, octets.count - start))
    // Of an isochronous transfer it counts what was not used too.
    length = kind == .isochronous ? captured : Int(octets.u32(32, order))
    if octets[15] != 0 { (data, length) = (start..<start, 0) }
  }

  private init?(usbPcap octets: Span<UInt8>) {
    guard octets.count >= 27 else { return nil }
    let header = Int(octets.u16le(0))
    guard header >= 27, header <= octets.count else { return nil }
    isCompletion = octets[16] & 1 != 0
    device = UInt64(octets.u16le(17)) << 16 | UInt64(octets.u16le(19))
    endpoint = octets[21]
    var start = header
    switch octets[22] {
    case 0: kind = .isochronous
    case 1: kind = .interrupt
    case 2: kind = .control
    case 3: kind = .bulk
    default: return nil
    }
    length = Int(octets.u32le(23))
    let end = start + min(length, octets.count - start)
    if kind == .control {
      guard header >= 28 else { return nil }
      if octets[27] == 0, end - start >= 8 {
        setup = start
        start += 8
        length -= 8
      }
    }
    if kind == .isochronous, header >= 39 {
      let count = min(Int(octets.u32le(31)), (header - 39) / 12)
      descriptors = (39, count, 0, 12, .little)
      hasLengths = endpoint & 0x80 != 0
    }
    data = start..<end
  }

  /// The packets of an isochronous transfer are not looked for.
  private init?(darwin octets: Span<UInt8>, original: Int) {
    guard octets.count >= 32 else { return nil }
    var start = Int(octets[2])
    guard start >= 32, start <= octets.count, octets[3] <= 1 else { return nil }
    isCompletion = octets[3] == 1
    device = UInt64(octets.u32le(24)) << 8 | UInt64(octets[29])
    endpoint = octets[30]
    switch octets[31] {
    case 0: kind = .control
    case 2: kind = .bulk
    case 3: kind = .interrupt
    default: return nil
    }
    if kind == .control, !isCompletion, octets.count - start >= 8 {
      setup = start
      start += 8
    }
    data = start..<octets.count
    length = max(original, octets.count) - start
  }

  /// Where the data is, piece by piece; of all but isochronous transfers it is one.
  func forEachPiece(_ octets: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    guard let descriptors else { return body(data) }
    var end = 0
    for index in 0..<descriptors.count {
      let at = descriptors.start + index * descriptors.size + descriptors.offset
      let offset = Int(octets.u32(at, descriptors.order))
      var count = Int(octets.u32(at + 4, descriptors.order))
      if !hasLengths {
        let isLast = index == descriptors.count - 1
        let next = isLast ? data.count : Int(octets.u32(at + descriptors.size, descriptors.order))
        count = next - offset
      }
      // One after the other: else they could be much more than the data.
      guard offset >= end, offset <= data.count, count <= data.count - offset, count > 0 else {
        continue
      }
      end = offset + count
      body((data.lowerBound + offset)..<(data.lowerBound + offset + count))
    }
  }
}
