import BluetoothProtocol
import Bytes
import Report

/// What a device says of itself in strings that a client reads: its Device Name, and those of its
/// Device Information Service.
package struct PeerTexts: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case name, maker, model, serial, hardware, firmware, software

    /// - Parameter type: the UUID of the characteristic.
    init?(_ type: BluetoothUUID) {
      switch type.short16 {
      case 0x2A00: self = .name
      case 0x2A24: self = .model
      case 0x2A25: self = .serial
      case 0x2A26: self = .firmware
      case 0x2A27: self = .hardware
      case 0x2A28: self = .software
      case 0x2A29: self = .maker
      default: return nil
      }
    }
  }

  private struct Text: Hashable {
    var kind: Kind
    var octets: [UInt8]
  }

  /// One of each kind at most.
  private var texts: [Text] = []

  /// What is kept of each, in octets: as many as a Device Name can have.
  static let most = 248

  package init() {}

  package var isEmpty: Bool { texts.isEmpty }
  var octets: Int { texts.reduce(0) { $0 + $1.octets.count } }

  package subscript(kind: Kind) -> [UInt8] { texts.first { $0.kind == kind }?.octets ?? [] }

  /// Takes a text as far as it has been read.
  ///
  /// - Parameter isWhole: it goes on no further. Another one that is the beginning of what is known
  ///   may have been cut by the MTU, and changes nothing.
  /// - Returns: whether it is new.
  mutating func take(_ value: [UInt8], as kind: Kind, isWhole: Bool) -> Bool {
    let octets = Array(value.prefix(Self.most).prefix { $0 != 0 })
    let known = self[kind]
    guard !octets.isEmpty, isWhole ? known != octets : !known.starts(with: octets) else {
      return false
    }
    texts.removeAll { $0.kind == kind }
    texts.append(Text(kind: kind, octets: octets))
    return true
  }

  /// What holds in a later connection, too: an update may have changed the rest.
  var lasting: PeerTexts {
    var copy = self
    copy.texts.removeAll { $0.kind == .firmware || $0.kind == .software }
    return copy
  }
}

/// A value of the peer's server that is being read, part by part, and that may be a text.
struct TextReading: Sendable {
  var handle: ATTHandle
  var octets: [UInt8]
  /// How long it is so far, what is not kept included.
  var count: Int
}

extension ConnectionState {
  /// Takes a part of a value that was read from the peer's server.
  ///
  /// - Parameters:
  ///   - room: how many octets a part can have; a shorter one is the last. 0 where that is unknown.
  mutating func noteText(
    _ part: ByteRange, at offset: Int, of handle: ATTHandle, room: Int, in bytes: Span<UInt8>
  ) {
    var reading: TextReading
    if offset == 0 {
      textReading = nil
      let type = peerDatabase.valueType(handle)
      if let type, PeerTexts.Kind(type) == nil { return }
      reading = TextReading(handle: handle, octets: [], count: 0)
    } else {
      guard let known = textReading.take(), known.handle == handle, known.count == offset else {
        return
      }
      reading = known
    }
    let kept = min(part.count, max(0, PeerTexts.most - reading.octets.count))
    reading.octets.append(ByteRange(start: part.start, end: part.start + kept), of: bytes)
    reading.count += part.originalCount
    guard let kind = textKind(of: reading) else {
      // Its service may become known before it goes on.
      if reading.isPlainText, hasRoom(forTexts: reading.octets.count) { textReading = reading }
      return
    }
    guard hasRoom(forTexts: reading.octets.count) else { return }
    let isWhole = part.originalCount < room && !part.isCut
    if peerTexts.take(reading.octets, as: kind, isWhole: isWhole) { hasNewTexts = true }
    if !isWhole, !part.isCut { textReading = reading }
  }

  /// What a value is. Of a handle that the capture lacks the type of, the service shows it: nothing
  /// else in Generic Access is text.
  private func textKind(of reading: TextReading) -> PeerTexts.Kind? {
    if let type = peerDatabase.valueType(reading.handle) { return PeerTexts.Kind(type) }
    let service = peerDatabase.services.last {
      $0.start < reading.handle && reading.handle <= $0.end
    }
    return service?.uuid == .genericAccess && reading.isPlainText ? .name : nil
  }

  /// Whether there is room for the texts, and for so many octets that are being read.
  private mutating func hasRoom(forTexts octets: Int) -> Bool {
    let more = peerTexts.octets + 2 * octets - textOctets
    if more <= 0 { return true }
    guard bounds.take(more, for: .gattEntries) else { return false }
    textOctets += more
    return true
  }

  /// Takes over what an earlier connection to the same peer has shown. The octets are shared.
  mutating func remember(_ texts: PeerTexts) {
    peerTexts = texts.lasting
    textOctets = peerTexts.octets
  }
}

extension TextReading {
  /// Printable ASCII with a letter: numbers are hardly ever that.
  fileprivate var isPlainText: Bool {
    octets.count >= 3 && octets.allSatisfy { (0x20...0x7E).contains($0) }
      && octets.contains { (0x41...0x5A).contains($0 & 0xDF) }
  }
}

extension BluetoothUUID {
  static let genericAccess = BluetoothUUID(uuid16: 0x1800)
}
