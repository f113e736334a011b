import CaptureFiles
import Report
import Testing

@Suite("Link types")
struct LinkTypeTests {
  @Test(
    "the report takes those of sniffers for sniffed, and no others", arguments: LinkType.allCases)
  func air(type: LinkType) {
    var capture = ReportV1.Capture()
    capture.linkType = type.rawValue
    #expect(capture.isAir == type.isAir)
  }
}
