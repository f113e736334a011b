import Testing

@testable import LiveCapture

@Suite struct AttachedControllerTests {
  /// `hci_dev_info` as the kernel fills it, its first 21 octets.
  private func info(flags: UInt8, type: UInt8, address: [UInt8]) -> [UInt8] {
    [0x01, 0x00]  // controller 1
      + [0x68, 0x63, 0x69, 0x31, 0, 0, 0, 0]  // "hci1"
      + address + [flags, 0, 0, 0] + [type] + [UInt8](repeating: 0, count: 71)
  }

  @Test func aControllerIsDescribed() {
    let controller = AttachedController(
      info(flags: 0x05, type: 0x01, address: [0x06, 0x05, 0x04, 0x03, 0x02, 0xA1]))
    #expect(
      controller
        == AttachedController(
          index: 1, name: "hci1", address: "A1:02:03:04:05:06", bus: "USB", isUp: true))
  }

  @Test func oneThatIsDownHasNoAddressYet() {
    let controller = AttachedController(
      info(flags: 0x04, type: 0x10, address: [UInt8](repeating: 0, count: 6)))
    #expect(
      controller
        == AttachedController(index: 1, name: "hci1", address: nil, bus: "virtual", isUp: false))
  }

  @Test func aBusOfTheFutureIsANumber() {
    #expect(
      AttachedController(info(flags: 1, type: 0x0F, address: [1, 0, 0, 0, 0, 0]))?.bus == "bus 15")
  }

  @Test func whatIsTooShortIsNoController() {
    #expect(AttachedController([UInt8](repeating: 0, count: 20)) == nil)
  }

  @Test func theListNamesAsManyAsItSays() {
    let list: [UInt8] =
      [2, 0, 0, 0] + [0x00, 0x00, 0, 0, 1, 0, 0, 0] + [0x03, 0x00, 0, 0, 1, 0, 0, 0]
      + [0x07, 0x00, 0, 0, 0, 0, 0, 0]
    #expect(ControllerListRequest.indexes(list) == [0, 3])
    #expect(ControllerListRequest.indexes([9, 0, 0, 0] + list[4...]) == [0, 3, 7])
    #expect(ControllerListRequest.indexes([]) == [])
    #expect(ControllerListRequest.indexes(ControllerListRequest.empty).count == 64)
  }
}

@Suite struct ConnectionListTests {
  /// `hci_conn_info`.
  private func connection(
    _ handle: UInt8, type: UInt8, outgoing: UInt8 = 0, state: UInt8 = 1, mode: UInt8
  ) -> [UInt8] {
    [handle, 0] + [0x06, 0x05, 0x04, 0x03, 0x02, 0xA1] + [type, outgoing, state, 0, mode, 0, 0, 0]
  }

  @Test func connectionsThatCarryDataAreDescribed() {
    let list: [UInt8] =
      [1, 0, 5, 0]
      // The role stands in the mode: this one was begun by us, and the roles were switched.
      + connection(0x40, type: 0x80, outgoing: 1, mode: 0x04)
      + connection(0x0B, type: 0x01, mode: 0x01)
      // For voice; being set up; being asked for its features.
      + connection(0x0C, type: 0x00, mode: 0x01)
      + connection(0x41, type: 0x80, state: 5, mode: 0x01)
      + connection(0x42, type: 0x80, state: 7, mode: 0x01)
    let found = ConnectionListRequest.connections(list)
    #expect(found.map(\.handle.rawValue) == [0x40, 0x0B, 0x42])
    #expect(found.map(\.transport) == [.le, .brEDR, .le])
    #expect(found.map(\.role) == [.peripheral, .central, .central])
    #expect(found.first?.peer.description == "A1:02:03:04:05:06")
  }

  @Test func aListThatLiesAboutItsLengthIsReadAsFarAsItGoes() {
    let one = connection(0x40, type: 0x80, mode: 1)
    #expect(ConnectionListRequest.connections([0, 0, 0xFF, 0xFF] + one).count == 1)
    #expect(ConnectionListRequest.connections([0, 0, 2]).isEmpty)
    let request = ConnectionListRequest.empty(0x0102)
    #expect(request.prefix(4) == [0x02, 0x01, 0x00, 0x02] && request.count == 4 + 512 * 16)
    #expect(ConnectionListRequest.connections(request).isEmpty)
  }
}
