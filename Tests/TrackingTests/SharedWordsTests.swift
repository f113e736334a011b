import Framing
import Report
import Testing

@testable import Tracking

/// What two targets both list, as neither can import the other.
@Suite struct SharedWordsTests {
  @Test(arguments: FramingProtocol.allCases)
  func framings(framing: FramingProtocol) {
    #expect(Name.framing(framing.name) != framing.name)
  }
}
