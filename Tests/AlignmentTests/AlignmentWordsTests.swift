import Testing

@testable import Alignment
@testable import Report
@testable import Tracking

@Suite("What an alignment says")
struct AlignmentWordsTests {
  private func report(
    _ sent: Int, lost: [(AlignmentReport.Place, Int)] = [], a: String = "h4", b: String = "h4"
  ) -> AlignmentReport {
    AlignmentReport {
      $0.a.linkType = a
      $0.b.linkType = b
      $0.links = [
        AlignmentReport.Link {
          $0.aToB.sent = sent
          for (place, count) in lost {
            $0.aToB.lostCount += count
            $0.aToB.lostByPlace.append(place.rawValue, count)
          }
        }
      ]
    }
  }

  @Test("one PDU, and many")
  func counts() {
    #expect(AlignmentWords.answer(report(1))[0] == "The only PDU sent by A arrived at B.")
    #expect(
      AlignmentWords.answer(report(1200))[0]
        == "All 1,200 PDUs sent by A arrived at B: none was lost below the hosts.")
    #expect(
      AlignmentWords.answer(report(90, lost: [(.receiver, 1), (.undecidable, 80)]))[0]
        == "Of 90 PDUs sent by A, 81 are not in the capture of B: 1 acknowledged by the controller of "
        + "B, and lost between it and its log; 80 whose place the captures do not show.")
  }

  @Test("a sniffer is none of the devices")
  func sniffer() {
    #expect(
      AlignmentWords.answer(report(133, b: "le-ll-phdr"))
        == ["All 133 PDUs sent by A were heard by the sniffer."])
    #expect(
      AlignmentWords.answer(report(133, a: "nordic-ble"))
        == ["All 133 PDUs on the air arrived at B."])
    #expect(
      AlignmentWords.answer(report(133, lost: [(.receiverLog, 1)], b: "le-ll"))
        == ["Of 133 PDUs sent by A, 1 is not in the capture of B: 1 missed by the sniffer."])
  }

  @Test("names of PDUs are those of the specification")
  func names() {
    func name(_ opcode: UInt8) -> String {
      AlignmentWords.name(
        of: ExchangedPDU(frame: 1, time: 0, hash: 0, isSent: true, opcode: opcode))
    }
    #expect(name(0xD2) == "Signed Write Command")
    #expect(name(0x23) == "Multiple Handle Value Notification")
    #expect(name(0) == "L2CAP")
  }
}
