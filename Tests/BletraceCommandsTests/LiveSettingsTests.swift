import BletraceTestSupport
import CaptureFiles
import LiveCapture
import Reports
import Testing

@testable import BletraceCommands

@Suite struct LiveSettingsTests {
  // MARK: Words

  @Test func sizes() {
    #expect(byteSize("10MB") == 10_000_000)
    #expect(byteSize("512kB") == 512_000)
    #expect(byteSize("1g") == 1_000_000_000)
    #expect(byteSize("65536") == 65_536)
    #expect(byteSize("4000b") == 4000)
    for text in ["", "MB", "-1MB", "1.5MB", "100", "99999999999999999999", "9999999999999999GB"] {
      #expect(byteSize(text) == nil, "\(text)")
    }
  }

  @Test func times() {
    #expect(longTime("90s") == 90_000_000)
    #expect(longTime("90") == 90_000_000)
    #expect(longTime("0.5") == 500_000)
    #expect(longTime("500ms") == 500_000)
    #expect(longTime("5min") == 300_000_000)
    #expect(longTime("2h") == 7_200_000_000)
    #expect(longTime("3d") == 259_200_000_000)
    for text in ["", "s", "-1", "0", "1y", "5 min", "1000000h"] {
      #expect(longTime(text) == nil, "\(text)")
    }
  }

  @Test func controllers() {
    #expect(controllerNumber("hci0") == 0)
    #expect(controllerNumber("hci12") == 12)
    for name in ["hci", "0", "hci-1", "hci01", "hci65535", "hci99999", "HCI0", "bluetooth0"] {
      #expect(controllerNumber(name) == nil, "\(name)")
    }
  }

  // MARK: What cannot be

  @Test(
    "slips on the command line",
    arguments: [
      (
        ["-", "--follow", "log"],
        "one capture at a time: '--iface NAME', '--follow FILE' or '-' for standard input"
      ),
      (
        ["capture.btsnoop"],
        "'capture.btsnoop' is not '-' for standard input; a file that grows is read with "
          + "'--follow capture.btsnoop', a finished one with 'bletrace analyze capture.btsnoop'"
      ),
      (
        ["--iface", "bluetooth0"],
        "'bluetooth0' is no controller; it is written as hci0, or any for all of them"
      ),
      (["--follow", "-"], "standard input is read with 'bletrace live -'"),
      (
        ["-", "--rotate", "1MB"],
        "'--rotate' needs '--write FILE', which says what to rotate"
      ),
      (
        ["-", "--write", "x", "--rotate", "1"],
        "'1' is no size for '--rotate'; it is written as 10MB or 512kB, and is at least 4kB"
      ),
      (
        ["-", "--duration", "soon"],
        "'soon' is no time for '--duration'; it is written as 90s, 5min or 2h"
      ),
      (["-", "--count", "0"], "'0' is no number of records for '--count'"),
      (
        ["-", "--until", "transfer completed"],
        "'transfer completed' is nothing to wait for with '--until'; did you mean "
          + "'transfer complete'?"
      ),
      (
        ["-", "--until", "xyzzy"],
        "'xyzzy' is nothing to wait for with '--until'; 'bletrace live --help' lists what there is"
      ),
      (
        ["-", "--write", "-"],
        "'--write' needs the name of a file: standard output has the events and the report"
      ),
      (
        ["-", "--write", "x", "--report", "x"], "'--write' and '--report' name the same file: x"
      ),
      (
        ["--follow", "x", "--write", "x"], "'--write' and '--follow' name the same file: x"
      ),
      (["-", "--exit-on-unplug"], "'--exit-on-unplug' is for controllers of this computer"),
    ])
  func slips(words: [String], message: String) {
    let result = bletrace(["live"] + words)
    #expect(result.code == .trouble)
    #expect(result.errors == "bletrace: \(message)\n")
  }

  @Test func everyEventCanBeWaitedFor() {
    for kind in LiveEvent.Kind.allCases {
      for name in [kind.rawValue, String(kind.rawValue.map { $0 == " " ? "-" : $0 })] {
        let result = bletrace(
          ["live", "--follow", "/", "--until", name])
        #expect(result.errors == "bletrace: /: is a directory; name a capture file in it\n")
      }
    }
  }

  // MARK: Controllers

  private let up = AttachedController(
    index: 0, name: "hci0", address: "A1:02:03:04:05:06", bus: "USB", isUp: true)
  private let down = AttachedController(
    index: 1, name: "hci1", address: nil, bus: "virtual", isUp: false)

  @Test func whatStandsInTheWayIsExplained() {
    #expect(explanation(of: .notPermitted).contains("setcap cap_net_raw+ep"))
    #expect(explanation(of: .noBluetooth).contains("no Bluetooth in this kernel"))
    #expect(explanation(of: .other("bad luck")) == "cannot capture: bad luck")
  }

  @Test func aControllerThatIsMissingNamesThoseThatAreThere() throws {
    func failure(_ wanted: UInt16, _ controllers: [AttachedController]) -> String? {
      do throws(CommandFailure) {
        _ = try advice(on: wanted, controllers)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(failure(2, [up, down]) == "no controller hci2; there are hci0, hci1")
    #expect(failure(2, [up]) == "no controller hci2; there is hci0")
    #expect(
      failure(0, []) == "no controller hci0; none is attached ('--iface any' waits for one)")
    #expect(failure(0, [up]) == nil)
    #expect(try advice(on: 0, [up]) == nil)
    #expect(try advice(on: nil, [up]) == nil)
    #expect(try advice(on: 1, [up, down])?.hasPrefix("hci1 is switched off") == true)
    #expect(
      try advice(on: nil, []) == "no Bluetooth controller is attached; waiting for one")
  }

  @Test func controllersAreListed() {
    #expect(
      interfacesAsText([up, down], problem: nil) == """
        hci0  A1:02:03:04:05:06  USB      up
        hci1  -                  virtual  down

        """)
    #expect(
      interfacesAsText([], problem: .notPermitted)
        == "no Bluetooth controller is attached\n" + explanation(of: .notPermitted) + "\n")
    #expect(
      String(decoding: interfacesAsJSON([up, down], mayCapture: false), as: UTF8.self) == """
        {
          "interfaces": [
            {"name": "hci0", "index": 0, "address": "A1:02:03:04:05:06", "bus": "USB", "state": "up"},
            {"name": "hci1", "index": 1, "address": null, "bus": "virtual", "state": "down"}
          ],
          "may_capture": false
        }

        """)
  }

  // MARK: Keeping time

  @Test func reportsTakeATenthOfTheTimeAtMost() {
    var pace = ReportPace()
    #expect(pace.isDue(0))
    pace.spent(1000, at: 50_000)
    #expect(pace.next == 150_000)
    pace.spent(300_000, at: 1_000_000)
    #expect(!pace.isDue(3_999_999))
    #expect(pace.isDue(4_000_000))
  }

  private func records(_ kinds: [(RecordKind, UInt16)]) -> [CapturedRecord] {
    var story = CaptureBuilder(time: 5_000_000)
    for (kind, controller) in kinds { story.add(kind, .unknown, [], controller: controller) }
    return story.records().records
  }

  @Test func timesOfRecordsAreKnownUntilTheyAreForgotten() {
    var clock = RecordClock()
    let all = records([(.event, 0), (.event, 0), (.event, 0), (.event, 0)])
    clock.pass(Array(all[..<2]), now: 100)
    clock.pass(Array(all[2...]), now: 200)
    #expect((1...4).map { clock.time(of: $0) } == [0, 1000, 2000, 3000])
    #expect(clock.time(of: 5) == nil)
    #expect(clock.time(of: 0) == nil)
    #expect(clock.elapsed(1200) == 4000)
    clock.forget(upTo: 3)
    #expect((1...4).map { clock.time(of: $0) } == [nil, nil, nil, 3000])
  }

  @Test func howThingsStoodAtTheStartIsNoNews() {
    var opening = OpeningState(endsAtPause: true)
    opening.pass(records([(.systemNote, 0xFFFF), (.newIndex, 0), (.openIndex, 0)]))
    #expect(opening.frames == 3)
    opening.pause()
    opening.pass(records([(.newIndex, 1)]))
    #expect(opening.frames == 3)
    var pipe = OpeningState(endsAtPause: false)
    pipe.pause()
    pipe.pass(records([(.newIndex, 0), (.command, 0), (.newIndex, 1)]))
    #expect(pipe.frames == 1)
  }

  @Test func aControllerThatIsUnpluggedIsWaitedFor() {
    var one = PluggedControllers(wanted: 0, endsWithLast: false)
    #expect(one.pass(records([(.newIndex, 0), (.newIndex, 1), (.deleteIndex, 1)])) == [])
    #expect(
      one.pass(records([(.deleteIndex, 0)]))
        == ["hci0 was unplugged; waiting for it to come back"])
    #expect(one.pass(records([(.newIndex, 0)])) == ["hci0 is back"])
    #expect(!one.isOver)
  }

  @Test func orEndsTheCapture() {
    var one = PluggedControllers(wanted: 0, endsWithLast: true)
    _ = one.pass(records([(.newIndex, 0), (.newIndex, 1), (.deleteIndex, 1)]))
    #expect(!one.isOver)
    #expect(one.pass(records([(.deleteIndex, 0)])) == [])
    #expect(one.isOver)
    var all = PluggedControllers(wanted: nil, endsWithLast: true)
    _ = all.pass(records([(.newIndex, 0), (.newIndex, 1), (.deleteIndex, 0)]))
    #expect(!all.isOver)
    _ = all.pass(records([(.deleteIndex, 1)]))
    #expect(all.isOver)
  }
}
