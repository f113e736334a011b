import BluetoothProtocol
import Testing

@Suite("IEEE 11073 numbers")
struct IEEE11073Tests {
  @Test(
    "SFLOAT",
    arguments: [
      (0x0072, "114"), (0xF16C, "36.4"), (0xFFFF, "-0.1"), (0x0FFF, "-1"), (0xB069, "0.00105"),
      (0x87FD, "0.00002045"), (0x1005, "50"), (0x7001, "10000000"), (0x0000, "0"),
      (0xF000, "0.0"), (0x3000, "0"), (0x07FF, "NaN"), (0x0800, "NRes"), (0x07FE, "+INFINITY"),
      (0x0802, "-INFINITY"), (0x0801, "reserved value"), (0x0803, "-2045"), (0x07FD, "2045"),
    ])
  func sfloat(bits: Int, text: String) {
    #expect(IEEE11073Number(sfloat: UInt16(bits)).text == text)
  }

  @Test(
    "FLOAT",
    arguments: [
      (0xFF00_016C, "36.4"), (0xFFFF_FE94, "-36.4"), (0xFE00_0E38, "36.40"), (0x0000_0072, "114"),
      (0x0200_0003, "300"), (0x7F00_0001, "1E127"), (0x80FF_FFFF, "-1E-128"),
      (0x007F_FFFF, "NaN"), (0x0080_0000, "NRes"), (0x007F_FFFE, "+INFINITY"),
      (0x0080_0002, "-INFINITY"), (0x0080_0001, "reserved value"), (0x0080_0003, "-8388605"),
      (0xFA7F_FFFD, "8.388605"),
    ])
  func float(bits: Int, text: String) {
    #expect(IEEE11073Number(float: UInt32(bits)).text == text)
  }

  @Test func everySfloatHasText() {
    for bits in UInt16.min...UInt16.max {
      #expect(!IEEE11073Number(sfloat: bits).text.isEmpty)
    }
  }
}
