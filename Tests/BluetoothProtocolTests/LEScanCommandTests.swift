import BletraceTestSupport
import BluetoothProtocol
import Testing

@Suite("Commands about scanning")
struct LEScanCommandTests {
  @Test func setScanParameters() throws {
    let vector = hex(
      """
      01      // active
      A0 00   // interval 160: 100 ms
      50 00   // window 80: 50 ms
      01      // own address: random
      00      // all advertisers
      """)
    let command = try decode(vector, LESetScanParameters.init)
    #expect(command.scanType == .active)
    #expect(command.scanType.name == "active")
    #expect(command.scanInterval.microseconds == 100_000)
    #expect(command.scanWindow.microseconds == 50_000)
    #expect(command.ownAddressType == .randomDevice)
    #expect(command.filterPolicy == 0)
    sweep(vector, LESetScanParameters.init)
  }

  @Test func scanTypeThatIsReserved() {
    #expect(LEScanType(2) == .unrecognized(2))
    #expect(LEScanType(2).name == nil)
    #expect(LEScanType(0).name == "passive")
  }

  @Test func setScanEnable() throws {
    let vector = hex("01 01  // on, filter duplicates")
    let command = try decode(vector, LESetScanEnable.init)
    #expect(command.isEnabled && command.filtersDuplicates)
    let off = try decode(hex("00 00"), LESetScanEnable.init)
    #expect(!off.isEnabled && !off.filtersDuplicates)
    sweep(vector, LESetScanEnable.init)
  }

  @Test func setExtendedScanParameters() throws {
    let vector = hex(
      """
      01               // own address: random
      00               // all advertisers
      05               // on 1M and Coded
      01 A0 00 50 00   // 1M: active, interval 100 ms, window 50 ms
      00 E0 01 F0 00   // Coded: passive, interval 300 ms, window 150 ms
      """)
    let command = try decode(vector, LESetExtendedScanParameters.init)
    #expect(command.ownAddressType == .randomDevice)
    #expect(command.filterPolicy == 0)
    #expect(command.scanningPHYs == [.le1M, .leCoded])
    #expect(command.le1M?.scanType == .active)
    #expect(command.le1M?.scanInterval.microseconds == 100_000)
    #expect(command.le1M?.scanWindow.microseconds == 50_000)
    #expect(command.leCoded?.scanType == .passive)
    #expect(command.leCoded?.scanInterval.microseconds == 300_000)
    #expect(command.leCoded?.scanWindow.microseconds == 150_000)
    sweep(vector, LESetExtendedScanParameters.init)
  }

  @Test func setExtendedScanParametersOfCodedOnly() throws {
    let vector = hex("00 00 04 01 A0 00 A0 00")
    let command = try decode(vector, LESetExtendedScanParameters.init)
    #expect(command.le1M == nil)
    #expect(command.leCoded?.scanType == .active)
    sweep(vector, LESetExtendedScanParameters.init)
  }

  @Test func setExtendedScanEnable() throws {
    let vector = hex(
      """
      01      // on
      02      // filter duplicates, anew in each period
      2C 01   // for 300: 3 s
      05 00   // each 5: 6.4 s
      """)
    let command = try decode(vector, LESetExtendedScanEnable.init)
    #expect(command.isEnabled && command.filtersDuplicates)
    #expect(command.duration == 300)
    #expect(command.period == 5)
    sweep(vector, LESetExtendedScanEnable.init)
  }
}
