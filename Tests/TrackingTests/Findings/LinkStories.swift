import BletraceTestSupport

/// Packets about links and their ends, for the tests of the rules about them.
extension CaptureBuilder {
  /// LE Create Connection, to a device with a random address.
  ///
  /// - Parameters:
  ///   - window: of 60 ms, how long the controller listens, in units of 0.625 ms.
  ///   - usesList: any device of the Filter Accept List will do.
  mutating func askToConnect(
    _ peer: [UInt8] = CaptureBuilder.peer, status: UInt8 = 0, window: UInt16 = 48,
    usesList: Bool = false
  ) {
    command(
      0x200D,
      octets(96) + octets(window) + [usesList ? 1 : 0, 1] + peer + [0] + octets(24) + octets(40)
        + octets(0)
        + octets(500) + octets(0) + octets(0))
    commandStatus(0x200D, status)
  }

  /// LE Connection Complete of an attempt that failed.
  mutating func failToConnect(_ status: UInt8, _ peer: [UInt8] = CaptureBuilder.peer) {
    event(
      0x3E, [1, status] + octets(0) + [0, 1] + peer + octets(0) + octets(0) + octets(0) + [0])
  }

  /// Create Connection over BR/EDR, and what comes of it.
  mutating func page(_ peer: [UInt8] = CaptureBuilder.peer, status: UInt8 = 0x04) {
    command(0x0405, peer + octets(0xCC18) + [1, 0] + octets(0) + [1])
    commandStatus(0x0405, 0)
    wait(by: 5_000_000)
    event(0x03, [status] + octets(0x41) + peer + [1, 0])
  }

  /// Disconnect, which the controller takes.
  mutating func hangUp() {
    command(0x0406, octets(Self.handle) + [0x13])
    commandStatus(0x0406, 0)
  }

  /// A Read Request, answered after a while.
  mutating func read(_ attribute: UInt16 = 3, after microseconds: Int64 = 0) {
    att(.tx, [0x0A] + octets(attribute))
    wait(by: microseconds)
    att(.rx, [0x0B, 1])
  }

  /// Write Commands of 20 octets.
  mutating func write(_ count: Int, to attribute: UInt16 = 0x20) {
    for _ in 0..<count {
      att(.tx, [0x52] + octets(attribute) + [UInt8](repeating: 7, count: 20))
    }
  }

  /// A legacy pairing that our side begins, up to the encryption.
  ///
  /// - Parameters:
  ///   - ours: IO capability: 2 keyboard only, 3 none, 4 keyboard and display.
  ///   - authentication: bit 0 bonding, bit 2 protection against a man in the middle.
  mutating func pair(
    _ ours: UInt8 = 3, _ theirs: UInt8 = 3, authentication: UInt8 = 1,
    typing microseconds: Int64 = 0
  ) {
    l2cap(.tx, 6, [1, ours, 0, authentication, 16, 1, 1])
    l2cap(.rx, 6, [2, theirs, 0, authentication, 16, 1, 1])
    wait(by: microseconds)
    l2cap(.tx, 6, [3] + [UInt8](repeating: 9, count: 16))
    l2cap(.rx, 6, [3] + [UInt8](repeating: 8, count: 16))
    encrypt()
  }

  mutating func encrypt(status: UInt8 = 0) {
    event(0x08, [status] + octets(Self.handle) + [status == 0 ? 1 : 0])
  }
}
