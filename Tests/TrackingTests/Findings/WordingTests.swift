import Testing

@testable import Findings
@testable import Report

@Suite("Wording of rules")
struct WordingTests {
  @Test func shares() {
    #expect(Wording.share(0, of: 10) == "0 %")
    #expect(Wording.share(1, of: 0) == "0 %")
    #expect(Wording.share(1, of: 100_000) == "under 0.1 %")
    #expect(Wording.share(4, of: 1004) == "0.4 %")
    #expect(Wording.share(291, of: 2496) == "12 %")
    #expect(Wording.share(10, of: 1000) == "1 %")
    #expect(Wording.share(7, of: 7) == "100 %")
    #expect(Wording.share(.max - 1, of: .max) == "100 %")
  }

  @Test func namesOfNumbers() {
    #expect(Wording.code(5) == "0x05")
    #expect(Wording.named("Unlikely Error", 14) == "Unlikely Error (0x0E)")
    #expect(Wording.named(nil, 0x7F) == "0x7F")
    #expect(Wording.request(.exchangeMTURequest) == "exchange MTU request")
    #expect(Wording.request(nil) == "request")
    #expect(Wording.handles([]) == "an unknown handle")
    #expect(Wording.handles([16]) == "handle 0x0010")
    #expect(Wording.handles([16, 17]) == "handles 0x0010 and 0x0011")
    #expect(Wording.handles([1, 2, 3, 4, 5]) == "5 handles")
    #expect(Wording.times(1) == "once")
    #expect(Wording.times(2) == "twice")
    #expect(Wording.times(3) == "3 times")
    #expect(Wording.handful([9, 3, 3, 1, 12, 5, 4, 8]) == [1, 3, 4, 5, 8])
  }
}
