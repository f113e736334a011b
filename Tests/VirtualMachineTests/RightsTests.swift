import BletraceTestSupport
import Testing

/// Who may listen, and what those are told who may not.
@Suite(
  "Rights to capture, in a virtual machine", .serialized,
  .enabled("there is no virtual machine", { await VirtualMachine.isThere }))
struct RightsTests {
  @Test("a user without rights is told how to get them")
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

  @Test("a container without Bluetooth is told so")
  func container() async throws {
    let scenario = try await Scenario("rights")
    for name in ["container", "container-interfaces"] {
      #expect(try scenario.text("\(name).status") == "2")
      let error = try scenario.text("\(name).errors")
      #expect(!error.contains("\n"))
      #expect(error.contains("container"), "\(error)")
    }
  }

  @Test("a controller that is not there is told with those that are")
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
    #expect(user.hasPrefix(listed))
    #expect(user.contains("cap_net_raw"), "\(user)")
  }
}
