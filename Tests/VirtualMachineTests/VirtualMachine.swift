import BletraceTestSupport
import Foundation

/// The scenarios of `Guest`, run one after the other in one virtual machine, once for all tests.
enum VirtualMachine {
  static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

  /// On a developer's machine the tests are skipped where the machine cannot be made: without qemu,
  /// or the first time without the network. In CI that is a failure. On arm64 they are skipped
  /// everywhere: Debian's kernel has no virtual controllers there.
  static var isThere: Bool {
    get async { await preparation.value }
  }

  private static let preparation = Task<Bool, Never> {
    #if !arch(x86_64)
      return missing("Debian's kernel has virtual Bluetooth controllers on amd64 only")
    #else
      return await prepare()
    #endif
  }

  private static func prepare() async -> Bool {
    if isCI { return true }
    guard isInPath("qemu-system-x86_64") else {
      return missing("qemu-system-x86_64 is not installed")
    }
    let (status, text) = await call(["prepare"])
    return status == 0 || missing(text)
  }

  private static func missing(_ why: String) -> Bool {
    print("There is no virtual machine, so live capture is not tested: \(why)")
    return false
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// What each scenario left, in a folder of its name.
  static var results: URL {
    get async throws { try await run.value }
  }

  private static let run = Task<URL, any Error> {
    let guest = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Guest")
    // Stays there, so that a developer can see what went wrong.
    let out = URL(filePath: BuiltProgram.path("virtual-machine-results"))
    try? FileManager.default.removeItem(at: out)
    var words = ["run", guest.path() + "/run-all.sh", "--timeout", "10800", "--out", out.path()]
    let others = ["gatt-session", "numbered-records"].map(BuiltProgram.path)
    for program in [BuiltProgram.bletrace] + others { words += ["--program", program] }
    let scripts = (try? FileManager.default.contentsOfDirectory(atPath: guest.path())) ?? []
    for script in scripts where script != "run-all.sh" {
      words += ["--file", guest.path() + "/" + script]
    }
    words += ["--file", try remoteLine().path()]
    let (status, text) = await call(words)
    guard status == 0 else { throw Failure(description: "status \(status): \(text)") }
    return out
  }

  /// The README's line for the controller of another computer, where a shell of the guest stands
  /// for ssh.
  private static func remoteLine() throws -> URL {
    let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    let beginning = "    ssh board 'btmon "
    let lines = try String(contentsOf: readme, encoding: .utf8).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(beginning) }) else {
      throw Failure(description: "the README has no line that begins with \(beginning)")
    }
    let command = line.dropFirst(4).replacing("ssh board", with: "sh -c", maxReplacements: 1)
    let words = command.range(of: "    ").map { command[..<$0.lowerBound] } ?? command[...]
    let file = FileManager.default.temporaryDirectory
      .appending(path: "bletrace-\(UUID().uuidString)").appending(path: "remote-line.sh")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("\(words) \"$@\"\n".utf8).write(to: file)
    return file
  }

  /// On a thread of its own, for this takes half a minute, in which other tests can run.
  private static func call(_ words: [String]) async -> (status: Int32, text: String) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: callNow(words)) }
    }
  }

  private static func callNow(_ words: [String]) -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "VirtualMachine/vm")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    } catch {
      return (-1, "\(error)")
    }
  }

  private static func isInPath(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}

/// What one scenario left.
struct Scenario {
  let folder: URL

  /// Throws where the machine or the scenario failed, with what it printed.
  init(_ name: String) async throws {
    folder = try await VirtualMachine.results.appending(path: name)
    let status = try text("status")
    guard status == "0" else {
      throw VirtualMachine.Failure(
        description: "scenario \(name) ended with \(status): \(try text("log"))")
    }
  }

  func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: file)))
  }

  /// Without the line's end.
  func text(_ file: String) throws -> String {
    var text = String(decoding: try bytes(file), as: UTF8.self)
    while text.last == "\n" { text.removeLast() }
    return text
  }

  func lines(_ file: String) throws -> [Substring] { try text(file).split(separator: "\n") }

  func write(_ bytes: [UInt8], to file: String) throws {
    try Data(bytes).write(to: folder.appending(path: file))
  }

  func path(_ file: String) -> String { folder.appending(path: file).path() }

  func btsnoop(_ file: String) throws -> [MonitorRecord] {
    try MonitorRecord.btsnoop(try bytes(file))
  }
}
