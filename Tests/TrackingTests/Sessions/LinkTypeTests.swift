import CaptureFiles
import Report
import Testing

@Suite("Link types")
struct LinkTypeTests {
  @Test("the report takes those of sniffers for sniffed, and no others", arguments: LinkType.allCases)
  func air(type: LinkType) {
    #expect(ReportV1.Capture(linkType: type.rawValue).isAir == type.isAir)
  }
}
