import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("ATT: requests and answers")
struct ATTBearerTests {
  @Test("requests are paired with their responses, in both directions at once")
  func bothClients() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))  // 1 ms
      story.att(.rx, hex("0A 03 00"))  // 2
      story.att(.tx, hex("0B 01"))  // 3, answers the peer's
      story.att(.rx, hex("0B 02"))  // 4, answers ours
    }
    let connection = heard.connections[0]
    #expect(connection.transactions == TransactionCounts(count: 2, errors: 0, unanswered: 0))
    #expect(heard.observed.latencies == [1000, 3000])
    #expect(connection.pdus.count(.readRequest, .tx) == 1)
    #expect(connection.pdus.count(.readRequest, .rx) == 1)
    #expect(connection.pdus.count(.readResponse, .rx) == 1)
    #expect(connection.pdus.count(.readResponse, .tx) == 1)
  }

  @Test("a response to something else answers nothing")
  func otherResponse() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))
      story.att(.rx, hex("13"))
      story.att(.rx, hex("01 12 13 00 03"))
      story.att(.rx, hex("0B 01"))
    }
    #expect(heard.observed.latencies == [3000])
    #expect(heard.connections[0].errors.count == 1)
  }

  @Test("a request without an answer has an age, up to the end")
  func unanswered() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))
      story.wait(by: 4_999_000)
      story.att(.tx, hex("0A 15 00"))
      story.wait(by: 29_999_000)
      story.disconnect()
    }
    let connection = heard.connections[0]
    #expect(connection.transactions == TransactionCounts(count: 2, errors: 0, unanswered: 2))
    #expect(connection.unanswered.map(\.ageMicroseconds) == [35_000_000, 30_000_000])
    #expect(connection.unanswered.map(\.handle?.rawValue) == [0x13, 0x15])
    #expect(connection.unanswered.map(\.moment.frame) == [2, 3])
    #expect(connection.unanswered.map(\.opcode) == [.readRequest, .readRequest])
  }

  @Test("an age is never negative, though the clock steps back")
  func clockStepsBack() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))
      story.wait(by: -60_000_000)
      story.disconnect()
    }
    #expect(heard.connections[0].unanswered.map(\.ageMicroseconds) == [0])
  }

  @Test("an error ends the request that it names")
  func error() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))
      story.att(.rx, hex("01 0A 13 00 05"))
    }
    let connection = heard.connections[0]
    #expect(connection.transactions == TransactionCounts(count: 1, errors: 1, unanswered: 0))
    #expect(connection.errors.map(\.code) == [.insufficientAuthentication])
    #expect(connection.errors.map(\.frame) == [3])
    #expect(connection.errors.map(\.handle.rawValue) == [0x13])
    #expect(heard.observed.latencies == [1000])
  }

  @Test("an indication waits for its confirmation, beside a request the same way")
  func indication() {
    let heard = Followed { story in
      story.connect()
      story.att(.rx, hex("1D 15 00 61"))
      story.att(.rx, hex("0A 03 00"))
      story.att(.tx, hex("1E"))
      story.att(.tx, hex("0B 00"))
      story.att(.rx, hex("1D 15 00 62"))
      story.att(.tx, hex("1E"))
      story.att(.tx, hex("1E"))  // of nothing
      story.att(.rx, hex("1D 15 00 63"))
    }
    let connection = heard.connections[0]
    #expect(connection.transactions == TransactionCounts(count: 4, errors: 0, unanswered: 1))
    #expect(heard.observed.latencies == [2000, 2000, 1000])
    #expect(heard.values.map(\.kind) == [.indication, .indication, .indication])
    #expect(connection.unanswered.map(\.opcode) == [.handleValueIndication])
  }

  @Test("a request whose parameters were cut still waits")
  func cutRequest() {
    let heard = Followed { story in
      story.connect()
      story.l2cap(.tx, 0x0004, hex("0A 13 00"), keeping: 9)
      story.att(.rx, hex("0B 01"))
    }
    #expect(heard.observed.latencies == [1000])
    #expect(heard.tracker.sessions.undecodableRecords == 1)
  }

  @Test("an opcode that is not known changes nothing")
  func unknownOpcode() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))
      story.att(.tx, hex("7F 01 02"))
      story.att(.rx, hex("0B 01"))
      story.att(.rx, [])
    }
    #expect(heard.observed.latencies == [2000])
    #expect(heard.tracker.sessions.undecodableRecords == 1)
  }

  // MARK: - MTU

  @Test("the MTU is the lower of the two, from the response on")
  func exchange() {
    let heard = Followed { story in
      story.connect()
      story.notify(0x15, "a")
      story.exchangeMTU(517, 185)
      story.notify(0x15, "b")
    }
    #expect(
      heard.connections[0].mtuExchange
        == ReportV1.MTU(client: 517, server: 185, effective: 185, frame: 4))
    #expect(heard.values.map(\.mtu) == [23, 185])
  }

  @Test("an MTU below 23 counts as 23")
  func tooSmall() {
    let heard = Followed { story in
      story.connect()
      story.exchangeMTU(5, 0)
    }
    #expect(heard.connections[0].mtuExchange.effective == 23)
  }

  @Test("it is 23 on a fresh connection, and unknown on one that is older than the capture")
  func unexchanged() {
    let heard = Followed { story in
      story.connect(0x0040)
      story.notify(0x15, [1], 0x0041)
    }
    #expect(heard.connections.map(\.mtuExchange.effective) == [23, nil])
    #expect(heard.values.map(\.mtu) == [0])
  }

  @Test("a refused exchange changes nothing")
  func refused() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("02 B9 00"))
      story.att(.rx, hex("01 02 00 00 06"))
    }
    #expect(heard.connections[0].mtuExchange == ReportV1.MTU(effective: 23))
  }

  // MARK: - Values

  @Test("writes are values when they are accepted, and have the request's frame")
  func writes() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("12 18 00 61"))  // 2
      story.att(.rx, hex("13"))
      story.att(.tx, hex("12 18 00 62"))
      story.att(.rx, hex("01 12 18 00 03"))  // refused
      story.att(.tx, hex("52 18 00 63"))  // 6
      story.att(.tx, hex("D2 18 00 64 000000000000000000000000"))  // 7
      story.att(.tx, hex("12 18 00 65"))  // not answered
    }
    #expect(heard.texts == ["a", "c", "d"])
    #expect(heard.values.map(\.frame) == [2, 6, 7])
    #expect(heard.values.map(\.kind) == [.writeRequest, .writeCommand, .writeCommand])
    #expect(heard.values.allSatisfy { $0.direction == .tx && $0.handle == 0x18 })
  }

  @Test("a notification of several handles is several values")
  func multiple() {
    let heard = Followed { story in
      story.connect()
      story.att(.rx, hex("23 15 00 01 00 61 18 00 00 00 1B 00 02 00 62 63"))
    }
    #expect(heard.texts == ["a", "", "bc"])
    #expect(heard.values.map(\.handle) == [0x15, 0x18, 0x1B])
  }
}
