import BletraceTestSupport
import BluetoothProtocol
import Testing

@testable import PacketText

@Suite("Which packets are shown")
struct PacketSelectionTests {
  /// Two connections at once, and a device that only advertises.
  private static let capture: [UInt8] = {
    var capture = CaptureBuilder()
    capture.connect(0x0040)
    capture.connect(0x0041, peer: [1, 2, 3, 4, 5, 6])
    capture.advertise([9, 9, 9, 9, 9, 9], -60)
    capture.notify(0x0025, [1], 0x0040)
    capture.notify(0x0025, [2], 0x0041)
    capture.l2cap(.tx, 0x0006, [0x05, 0x05], 0x0041)
    capture.event(0x13, [2] + octets(0x0040) + octets(1) + octets(0x0041) + octets(1))
    capture.disconnect(0x0040)
    return capture.btsnoop()
  }()

  private func shown(_ set: (inout PacketSelection) -> Void) -> [Int] {
    lines(printed(Self.capture) { set(&$0.selection) })
      .compactMap { Int($0.prefix(7).drop { $0 == " " }) }
  }

  @Test func allWithoutAWish() { #expect(shown { _ in } == Array(1...8)) }

  @Test func framesAreFoundInTheirRanges() {
    #expect(shown { $0.frames = [2...3, 6...6] } == [2, 3, 6])
    var selection = PacketSelection()
    selection.frames = [2...4, 8...8, 10...12]
    let inRanges = (1...13).filter { selection.hasFrame($0) }
    #expect(inRanges == [2, 3, 4, 8, 10, 11, 12])
    #expect(selection.lastFrame == 12)
  }

  /// The Disconnection Complete belongs to the connection that it ends, and the event about both
  /// connections to each.
  @Test func connections() {
    #expect(shown { $0.connections = [1] } == [1, 4, 7, 8])
    #expect(shown { $0.connections = [2] } == [2, 5, 6, 7])
    #expect(shown { $0.handles = [ConnectionHandle(0x0041)] } == [2, 5, 6, 7])
  }

  @Test func devices() {
    #expect(shown { $0.devices = [DeviceAddress(littleEndian48: 0x0909_0909_0909)] } == [3])
    let second = DeviceAddress(littleEndian48: 0x0605_0403_0201)
    #expect(shown { $0.devices = [second] } == [2, 5, 6])
  }

  @Test func layersHoldWhatTheyCarry() {
    #expect(shown { $0.layers = [.att] } == [4, 5])
    #expect(shown { $0.layers = [.l2cap] } == [4, 5, 6])
    #expect(shown { $0.layers = [.smp, .event] } == [1, 2, 3, 6, 7, 8])
  }

  @Test func times() {
    #expect(shown { $0.from = 2000 } == Array(3...8))
    #expect(
      shown {
        $0.from = 2000
        $0.to = 3000
      } == [3, 4])
  }

  /// As in a report, whose times leave notes out.
  @Test func timesCountFromTheFirstPacket() {
    var capture = CaptureBuilder().at(1_700_000_000_000_000).note("of the logger")
    capture = capture.at(1_700_000_005_000_000)
    capture.connect(0x0040)
    capture.notify(0x0025, [1], 0x0040)
    let shown = lines(printed(capture.packetLogger()) { $0.selection.from = 0 })
    #expect(shown.count == 2)
    #expect(shown.first?.contains(" 0.000000 ") == true, "\(shown)")
    let all = lines(printed(capture.packetLogger()) { _ in })
    #expect(all.first?.contains("-5.000000") == true, "\(all)")
    // Without a packet there is nothing else to count from.
    let notes = CaptureBuilder().at(1_700_000_000_000_000).note("one").at(1_700_000_001_000_000)
      .note("two")
    #expect(lines(printed(notes.packetLogger()) { _ in }).last?.contains(" 1.000000 ") == true)
  }

  @Test func everyWishMustBeMet() {
    #expect(
      shown {
        $0.connections = [2]
        $0.layers = [.att]
      } == [5])
    #expect(
      shown {
        $0.transfer = SelectedTransfer(
          connection: 1, handle: ATTHandle(0x0025), frames: 1...8)
      } == [4])
  }
}
