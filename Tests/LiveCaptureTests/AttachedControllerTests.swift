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
