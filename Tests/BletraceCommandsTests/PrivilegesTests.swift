import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// What is created, and for whom. That privileges are dropped can only be seen where there are
/// some: in the virtual machine.
struct PrivilegesTests {
  @Test(
    "the calling user is known under sudo alone",
    arguments: [
      (0, "1000", "100", true), (0, "0", "0", false), (1000, "1000", "100", false),
      (0, "-1", "100", false), (0, "4294967295", "100", false), (0, "x", "100", false),
      (0, "1000", nil, false), (0, nil, "100", false),
    ] as [(UInt32, String?, String?, Bool)])
  func callingUser(effective: UInt32, user: String?, group: String?, isKnown: Bool) {
    let caller = CallingUser(effectiveUser: effective) { name in
      switch name {
      case "SUDO_UID": user
      case "SUDO_GID": group
      default: nil
      }
    }
    #expect(caller.map { [$0.user, $0.group] } == (isKnown ? [1000, 100] : nil))
  }

  @Test("recordings and payloads are their owner's alone")
  func modes() throws {
    let folder = try TemporaryFolder()
    let sample = projectFolder + "/samples/bizcard-central/capture.btsnoop"
    #expect(bletrace(["analyze", "--extract", folder["payloads"], sample]).code == .success)
    let payloads = try FileManager.default.contentsOfDirectory(atPath: folder["payloads"])
    #expect(payloads.count == 1)
    for name in payloads {
      #expect(try permissions(folder["payloads"] + "/" + name) == 0o600)
    }
    let file = try FileHandle(forReadingFrom: URL(filePath: sample))
    let live = bletrace(
      ["live", "-", "--write", folder["walk.btsnoop"], "--rotate", "4kB"],
      standardInput: file.fileDescriptor)
    #expect(live.code == .success)
    for name in ["walk.btsnoop", "walk.2.btsnoop"] {
      #expect(try permissions(folder[name]) == 0o600)
    }
  }

  private func permissions(_ path: String) throws -> UInt32 {
    try POSIX.status(Array(path.utf8)).permissions
  }
}
