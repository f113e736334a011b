import Testing

@testable import PacketText

@Suite struct PacketSelectionTests {
  @Test func framesAreFoundInTheirRanges() {
    var selection = PacketSelection()
    #expect(selection.hasFrame(7))
    selection.frames = [2...4, 8...8, 10...12]
    let shown = (1...13).filter { selection.hasFrame($0) }
    #expect(shown == [2, 3, 4, 8, 10, 11, 12])
    #expect(selection.lastFrame == 12)
  }
}
