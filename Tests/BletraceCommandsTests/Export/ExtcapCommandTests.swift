import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

@Suite struct ExtcapCommandTests {
  @Test func itAnswersWireshark() {
    let list = bletrace("extcap", "--extcap-interfaces", "--extcap-version=4.0")
    #expect(list.code == .success)
    for name in ["bletrace", "bletrace-live"] {
      #expect(list.output.contains("\ninterface {value=\(name)}{display="))
    }
    let live = bletrace("extcap", "--extcap-interface", "bletrace-live", "--extcap-dlts")
    #expect(live.output.hasPrefix("dlt {number=254}") && live.output.utf8.count { $0 == 10 } == 1)
    let options = bletrace("extcap", "--extcap-interface", "bletrace-live", "--extcap-config")
    #expect(options.code == .success && options.output == "")
    for (question, answer) in [
      ("--extcap-dlts", "dlt {number=201}{name=BLUETOOTH_HCI_H4_WITH_PHDR}{display="),
      ("--extcap-config", "arg {number=0}{call=--file}{display="),
    ] {
      let result = bletrace("extcap", "--extcap-interface", "bletrace", question)
      #expect(result.code == .success && result.output.hasPrefix(answer))
    }
    for (words, message) in [
      (["--extcap-interface", "eth0", "--extcap-dlts"], "unknown interface 'eth0'"),
      ([], "is run by Wireshark"), (["--capture", "--fifo", "/tmp/x"], "needs --file"),
      (["--extcap-interface", "bletrace-live", "--capture"], "needs --fifo"),
    ] {
      let result = bletrace(["extcap"] + words)
      #expect(result.code == .trouble && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func thePacketsComeWithTheirFindings() throws {
    let folder = try TemporaryFolder()
    let sample = projectFolder + "/samples/fault-att-error/capture.btsnoop"
    let result = bletrace(
      "extcap", "--extcap-interface", "bletrace", "--capture", "--fifo", folder["out"], "--file",
      sample)
    #expect(result.code == .success && result.errors == "")
    let export = bletrace(
      "export", "-q", "--findings", sample, "-o", folder["export.pcapng"])
    #expect(export.code == .success)
    #expect(try folder.read("out") == folder.read("export.pcapng"))
  }
}
