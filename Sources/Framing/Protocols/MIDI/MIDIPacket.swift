import Bytes

/// What an octet of a BLE MIDI packet is.
///
///     0          10tttttt: the high 6 bits of a time of 13 bits, in milliseconds
///     then       1ttttttt: its low 7 bits, before each message with a status
///                1sssssss: the status, which may be left out where it is that before
///                0ddddddd: data
///
/// A packet that goes on with a system exclusive message has data after its first octet. MIDI
/// Association, "Specification for MIDI over Bluetooth Low Energy (BLE-MIDI)", 1.0.
public enum MIDIOctet: Hashable, Sendable {
  case header, time
  case status(UInt8)
  case data(UInt8)
  /// What must not be there.
  case misplaced
  /// What may belong to a message whose beginning is not known.
  case unknown
}

/// Follows the octets of one direction.
public struct MIDIScanner: Sendable {
  private enum State: Sendable { case header, time, status, any, lost, unknown }

  private var state = State.header
  /// The status that data belong to; `nil` before the first one of a packet.
  private var running: UInt8?
  /// Data that the message still takes.
  private var left = 0
  /// A system exclusive message is under way.
  public private(set) var isExclusive = false
  /// A system exclusive message may be under way whose beginning is not known.
  private var isUncertain: Bool
  /// Messages that have begun, but for system exclusive ones.
  public private(set) var messages = 0

  public init(startIsKnown: Bool) { isUncertain = !startIsKnown }

  /// A packet begins.
  public mutating func begin() {
    (state, running, left) = (.header, nil, 0)
  }

  /// Octets are missing.
  public mutating func lose() { (state, isExclusive, isUncertain) = (.lost, false, true) }

  public mutating func next(_ octet: UInt8) -> MIDIOctet {
    switch state {
    case .lost: return .misplaced
    case .unknown: return .unknown
    case .header:
      guard octet & 0xC0 == 0x80 else { return fail() }
      state = isExclusive ? .any : .time
      return .header
    case .time:
      if octet >= 0x80 {
        state = .status
        return .time
      }
      guard isUncertain else { return fail() }
      state = .unknown
      return .unknown
    case .status:
      // The status before may be used again.
      return octet >= 0x80 ? status(octet) : running == nil ? fail() : data(octet)
    case .any:
      if octet < 0x80 { return data(octet) }
      // The time of a message that is put into the other, or that ends it.
      state = .status
      return .time
    }
  }

  private mutating func fail() -> MIDIOctet {
    lose()
    return .misplaced
  }

  private mutating func status(_ octet: UInt8) -> MIDIOctet {
    (state, isUncertain) = (.any, false)
    switch octet {
    case 0xF0:
      isExclusive = true
    case 0xF7: isExclusive = false
    case 0xF8...:
      // Of one octet, and within any other.
      messages += 1
    default:
      isExclusive = false
      messages += 1
      // A system message does not end the use of the status before it.
      if octet < 0xF0 { running = octet }
      left = Self.length(octet)
    }
    return .status(octet)
  }

  private mutating func data(_ octet: UInt8) -> MIDIOctet {
    state = .any
    guard !isExclusive else { return .data(octet) }
    if left == 0 {
      guard let running else { return fail() }
      messages += 1
      left = Self.length(running)
    }
    left -= 1
    return .data(octet)
  }

  /// Octets of data after a status.
  private static func length(_ status: UInt8) -> Int {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 1
    case 0xF4...: 0
    default: 2
    }
  }
}
