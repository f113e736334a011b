import BletraceTestSupport
import CaptureFiles
import LiveCapture
import Rendering
import Report
import Testing
import Tracking

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
    #expect(longTime("0.5s") == 500_000)
    #expect(longTime("500ms") == 500_000)
    #expect(longTime("5min") == 300_000_000)
    #expect(longTime("2h") == 7_200_000_000)
    #expect(longTime("3d") == 259_200_000_000)
    for text in ["", "s", "-1", "0", "90", "0.5", "1y", "5 min", "1000000h"] {
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

  @Test func addresses() {
    #expect(NetworkAddress("localhost:8872")?.host == "localhost")
    #expect(NetworkAddress("localhost:8872")?.port == 8872)
    #expect(NetworkAddress("[::1]:8872")?.host == "::1")
    #expect(NetworkAddress("[::1]:8872")?.text == "[::1]:8872")
    #expect(NetworkAddress("10.0.0.7:1")?.text == "10.0.0.7:1")
    for text in [
      "", ":1", "a", "a:", "a:0", "a:65536", "a:+1", "a:1x", "::1:8872", "[::1]", "[]:1", "[a:1",
    ] {
      #expect(NetworkAddress(text) == nil, "\(text)")
    }
  }

  // MARK: What cannot be

  @Test(
    "slips on the command line",
    arguments: [
      (
        ["-", "--follow", "log"],
        """
        one capture at a time: '--iface NAME', '--follow FILE', '--tty DEVICE', \
        '--connect HOST:PORT' or '-' for standard input
        """
      ),
      (
        ["capture.btsnoop"],
        "'capture.btsnoop' is not '-' for standard input; a file that grows is read with "
          + "'--follow capture.btsnoop', a finished one with 'bletrace analyze capture.btsnoop'"
      ),
      (
        ["--iface", "bluetooth0"],
        "'bluetooth0' is not a controller; write hci0, or any for all of them"
      ),
      (["--follow", "-"], "standard input is read with 'bletrace live -'"),
      (
        ["-", "--rotate", "1MB"],
        "'--rotate' needs '--write FILE'"
      ),
      (
        ["-", "--write", "x", "--rotate", "1"],
        "'1' is not a size or time for '--rotate'; write 10MB, 10min or 10MB,10min, with a "
          + "size of at least 4kB and a time of at least 1s"
      ),
      (
        ["-", "--duration", "soon"],
        "'soon' is not a time for '--duration'; write its unit, as in 90s, 5min or 2h"
      ),
      (["-", "--count", "0"], "'0' is not a number of records for '--count'"),
      (
        ["-", "--until", "transfer completed"],
        "'transfer completed' is not an event for '--until'; did you mean "
          + "'transfer complete'?"
      ),
      (
        ["-", "--until", "xyzzy"],
        "'xyzzy' is not an event for '--until'; 'bletrace live --help' lists the events"
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
      (
        ["-", "--exit-on-unplug"],
        "'--exit-on-unplug' is for controllers and serial lines of this computer"
      ),
    ])
  func slips(words: [String], message: String) {
    let result = bletrace(["live"] + words)
    #expect(result.code == .trouble)
    #expect(result.errors == "bletrace: \(message)\n")
  }

  @Test func linesAndAddressesThatAreNone() {
    let address = bletrace(["live", "--connect", "localhost"])
    #expect(address.code == .trouble)
    #expect(address.errors.hasPrefix("bletrace: 'localhost' is not an address for '--connect'; "))
    for word in ["/dev/ttyACM0,1", "/dev/ttyACM0,", ",9600"] {
      let line = bletrace(["live", "--tty", word])
      #expect(line.code == .trouble)
      #expect(line.errors.hasPrefix("bletrace: '\(word)' has no speed that '--tty' supports; "))
      #expect(line.errors.hasSuffix(", 4000000\n"))
    }
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
    #expect(
      explanation(of: .noBluetooth).hasPrefix("no Bluetooth sockets: the kernel module is missing"))
    for error in [MonitorError.notPermitted, .noBluetooth] {
      #expect(explanation(of: error).contains("--network host --cap-add NET_RAW"))
    }
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
      interfacesAsText([up, down], .success(ReceiveBuffer(octets: 33_554_432, isForced: true)))
        == """
        hci0  A1:02:03:04:05:06  USB      up
        hci1  -                  virtual  down
        receive buffer: 33,554,432 B, forced

        """)
    let limited = MonitorAccess.success(ReceiveBuffer(octets: 425_984, isForced: false))
    #expect(
      interfacesAsText([], limited) == """
        no Bluetooth controller is attached
        receive buffer: 425,984 B, limited by net.core.rmem_max; more records are kept for a slow \
        reader with: sudo setcap cap_net_raw,cap_net_admin+ep "$(command -v bletrace)"

        """)
    #expect(
      interfacesAsText([], .failure(.notPermitted))
        == "no Bluetooth controller is attached\n" + explanation(of: .notPermitted) + "\n")
    #expect(
      String(decoding: interfacesAsJSON([up, down], .failure(.notPermitted)), as: UTF8.self) == """
        {
          "interfaces": [
            {"name": "hci0", "index": 0, "address": "A1:02:03:04:05:06", "bus": "USB", "state": "up"},
            {"name": "hci1", "index": 1, "address": null, "bus": "virtual", "state": "down"}
          ],
          "may_capture": false,
          "receive_buffer_bytes": null,
          "receive_buffer_forced": null
        }

        """)
  }

  @Test func programsReadTheReceiveBuffer() {
    let json = String(
      decoding: interfacesAsJSON([], .success(ReceiveBuffer(octets: 425_984, isForced: false))),
      as: UTF8.self)
    #expect(json.contains(#""may_capture": true"#))
    #expect(json.contains(#""receive_buffer_bytes": 425984"#))
    #expect(json.contains(#""receive_buffer_forced": false"#))
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

  @Test func theClockOfTheRecordsGoesOnBehindTheLast() {
    var clock = RecordClock()
    let all = records([(.event, 0), (.event, 0), (.event, 0), (.event, 0)])
    clock.pass(Array(all[..<2]), now: 100)
    clock.pass(Array(all[2...]), now: 200)
    #expect(clock.elapsed(1200) == 4000)
    #expect(clock.latest == 5_003_000 && clock.estimate(1200) == 5_004_000)
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
    var all = PluggedControllers(wanted: nil, endsWithLast: false)
    #expect(all.pass(records([(.newIndex, 0), (.newIndex, 1), (.deleteIndex, 0)])) == [])
    #expect(
      all.pass(records([(.deleteIndex, 1)]))
        == ["hci1, the last controller, was unplugged; waiting for one"])
    #expect(all.pass(records([(.newIndex, 0), (.newIndex, 1)])) == ["hci0 is there now"])
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
