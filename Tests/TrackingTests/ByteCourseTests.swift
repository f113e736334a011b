import CaptureFiles
import Testing

@testable import Bytes
@testable import Tracking

@Suite("The course of a link: octets over time")
struct ByteCourseTests {
  @Test("parts are joined when they reach no more, and nothing is lost")
  func widens() {
    var course = ByteCourse()
    for millisecond in 0..<1000 {
      let time = TraceTime(microseconds: 5_000_000 + Int64(millisecond) * 1000)
      course.add(millisecond, millisecond % 3 == 0 ? .tx : .rx, at: time)
    }
    // 1 s needs parts of 32.768 ms, for 32 of half that length end at 524 ms.
    #expect(course.partMicroseconds == 32_768)
    #expect(course.tx.count == 31)
    #expect(course.rx.count == 31)
    // 0, 3, ... 30 and the rest of 0 to 32.
    #expect(course.tx[0] == 165)
    #expect(course.rx[0] == 363)
    let all = course.tx + course.rx
    #expect(all.reduce(0, +) == 499_500)
  }

  @Test("a clock that steps back counts for the first part")
  func stepsBack() {
    var course = ByteCourse()
    course.add(5, .tx, at: TraceTime(microseconds: 100_000))
    course.add(7, .tx, at: TraceTime(microseconds: 0))
    #expect(course.tx == [12])
  }

  @Test("a leap to the end of time takes one part more")
  func leaps() {
    var course = ByteCourse()
    course.add(5, .rx, at: TraceTime(microseconds: 0))
    course.add(7, .rx, at: TraceTime(microseconds: .max))
    #expect(course.rx.count <= 32)
    #expect(course.rx.reduce(0, +) == 12)
  }
}
