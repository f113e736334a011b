import Testing

@testable import Framing

@Suite struct FramingSubjectTests {
  @Test("each kind has words of its own, with its number")
  func words() {
    let all = FramingSubjectKind.allCases.map { FramingSubject($0, number: 7).words }
    #expect(Set(all).count == all.count)
    #expect(FramingSubject.sector(1).words == "sector 1")
    #expect(FramingSubject.request("image upload").words == "image upload")
  }

  @Test("an object that the device has a part of")
  func part() {
    var subject = FramingSubject(.firmwareObject, number: 4096)
    #expect(subject.words == "firmware object at 4096")
    subject.octets = 10
    subject.heldOctets = 8
    #expect(subject.words == "firmware object at 4096 (the device has 8 of its 10 octets)")
  }
}
