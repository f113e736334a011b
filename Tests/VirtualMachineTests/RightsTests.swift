import BletraceTestSupport
import Testing

/// Who may listen, and what those read who may not.
@Suite(
  "Rights to capture, in a virtual machine", .serialized,
  .enabled("there is no virtual machine", { await VirtualMachine.isThere }))
struct RightsTests {
  @Test("a user without rights reads how to get them")
  func notPermitted() async throws {
    let scenario = try await Scenario("rights")
    #expect(try scenario.text("user.status") == "2")
    #expect(try scenario.text("user.out") == "")
    let error = try scenario.text("user.errors")
    #expect(!error.contains("\n"))
    #expect(error.contains("setcap cap_net_raw"), "\(error)")
  }

  @Test("CAP_NET_RAW is enough")
  func netRaw() async throws {
    let scenario = try await Scenario("rights")
    #expect(try scenario.lines("net-raw.end") == ["status 0"])
    let records = try scenario.btsnoop("net-raw.btsnoop")
    // Notifications, seen from both ends: ATT's opcode behind the headers of ACL and L2CAP.
    let notifications = records.filter {
      [MonitorRecord.aclTX, MonitorRecord.aclRX].contains($0.opcode)
        && $0.bytes.dropFirst(8).first == 0x1B
    }
    #expect(notifications.count == 12)
  }

  @Test("what only the start needs is dropped, and the recording is its user's alone")
  func dropped() async throws {
    let scenario = try await Scenario("rights")
    for name in ["net-raw", "sudo"] {
      #expect(
        try scenario.lines("\(name).process") == [
          "Uid:\t1000\t1000\t1000\t1000", "CapPrm:\t0000000000000000",
          "CapEff:\t0000000000000000", "NoNewPrivs:\t1",
        ], "\(name)")
      #expect(try scenario.lines("\(name).file") == ["1000:1000 600"], "\(name)")
      #expect(try scenario.lines("\(name).end") == ["status 0"], "\(name)")
    }
    // Root keeps what it needs for its files, and nothing else: bit 1 is CAP_DAC_OVERRIDE.
    for (name, capabilities) in [("root", "0000000000000000"), ("closed", "0000000000000002")] {
      #expect(
        try scenario.lines("\(name).process") == [
          "Uid:\t0\t0\t0\t0", "CapPrm:\t\(capabilities)", "CapEff:\t\(capabilities)",
          "NoNewPrivs:\t1",
        ], "\(name)")
    }
    #expect(try scenario.lines("root.end") == ["status 0", "status 0"])
    // Both recorded all the while.
    #expect(
      try scenario.btsnoop("sudo.btsnoop").count >= scenario.btsnoop("net-raw.btsnoop").count - 20)
  }

  @Test("a container without Bluetooth is reported")
  func container() async throws {
    let scenario = try await Scenario("rights")
    for name in ["container", "container-interfaces"] {
      #expect(try scenario.text("\(name).status") == "2")
      let error = try scenario.text("\(name).errors")
      #expect(!error.contains("\n"))
      #expect(error.contains("container"), "\(error)")
    }
  }

  @Test("a container with the computer's network and CAP_NET_RAW can capture")
  func hostNetwork() async throws {
    let scenario = try await Scenario("rights")
    #expect(try scenario.text("host-network.status") == "0")
    let records = try scenario.btsnoop("host-network.btsnoop")
    #expect(records.contains { $0.opcode == MonitorRecord.newIndex })
  }

  @Test("a controller that is not there is reported with those that are")
  func absent() async throws {
    let scenario = try await Scenario("rights")
    #expect(try scenario.text("absent.status") == "2")
    let error = try scenario.text("absent.errors")
    #expect(!error.contains("\n"))
    for name in ["hci7", "hci0", "hci1"] { #expect(error.contains(name), "\(error)") }
  }

  @Test("interfaces are listed, for those without rights too")
  func interfaces() async throws {
    let scenario = try await Scenario("rights")
    for name in ["none-plugged", "interfaces", "user-interfaces"] {
      #expect(try scenario.text("\(name).status") == "0")
    }
    let listed = try scenario.text("interfaces.out")
    for word in ["hci0", "hci1", "00:AA:01:00:00:00", "00:AA:01:01:00:01", "virtual"] {
      #expect(listed.contains(word), "\(word) in \(listed)")
    }
    #expect(try scenario.text("none-plugged.out").contains("hci0") == false)
    let user = try scenario.text("user-interfaces.out")
    // The last line is about what may be captured.
    let controllers = listed.split(separator: "\n").dropLast()
    #expect(user.split(separator: "\n").starts(with: controllers))
    #expect(user.contains("cap_net_raw"), "\(user)")
  }

  @Test("the buffer that is in force is named")
  func buffer() async throws {
    let scenario = try await Scenario("rights")
    #expect(try scenario.text("interfaces.out").hasSuffix("receive buffer: 33,554,432 B, forced"))
    let root = try scenario.text("root-interfaces.out")
    #expect(root.contains(#""receive_buffer_bytes": 33554432"#), "\(root)")
    #expect(root.contains(#""receive_buffer_forced": true"#))
    // Twice what net.core.rmem_max says, as the kernel counts its own needs too.
    let limited = try scenario.text("net-raw-interfaces.out")
    #expect(limited.contains(#""receive_buffer_bytes": 425984"#), "\(limited)")
    #expect(limited.contains(#""receive_buffer_forced": false"#))
  }
}
