import BletraceTestSupport
import Foundation
import Testing

/// Redacted captures, as tshark reads them: the same packets, and nothing of what tshark calls an
/// address, a name, a key or a value.
///
/// `export --redact` searches its output for what bletrace itself has replaced. Here another
/// program says what there was to replace.
@Suite(.serialized) struct RedactionSearchTests {
  @Test(.enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"))
  func samples() throws {
    let folder = projectFolder + "/samples/"
    try check(try files(in: folder).filter { $0.contains("/capture.") }.map { folder + $0 })
  }

  @Test(
    .enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"),
    .enabled(
      if: RealCaptures.folder != nil,
      "no real captures: BLETRACE_CAPTURES names no folder; only the samples are searched"))
  func realCaptures() throws {
    let folder = try #require(RealCaptures.folder)
    try check(
      try files(in: folder).filter { $0 != "README.md" && $0 != "INDEX.tsv" }.map {
        folder + "/" + $0
      })
  }

  @Test(
    .enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"),
    .enabled(
      if: RealCaptures.airFolder != nil,
      "no folder air beside the real captures: sniffed ones are not searched"))
  func airCaptures() throws {
    let folder = try #require(RealCaptures.airFolder)
    try check(
      try files(in: folder).filter { $0.hasSuffix(".pcap") || $0.hasSuffix(".pcapng") }.map {
        folder + "/" + $0
      }, isSniffed: true)
  }

  /// Those that are decrypted without keys, as their pairing shows the key: after redaction it
  /// shows another one, which opens nothing.
  private static let opened = ["whad_ble_pairing.pcap"]

  private func check(_ captures: [String], isSniffed: Bool = false) throws {
    try #require(Tshark.path != nil, "tshark is not installed, and CI needs it")
    var (files, secrets) = (0, 0)
    for capture in captures {
      let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      let plain = folder.appending(path: "plain.pcapng").path(percentEncoded: false)
      let redacted = folder.appending(path: "redacted.pcapng").path(percentEncoded: false)
      // One that is no capture is refused.
      guard try run(["export", "-q", capture, "-o", plain]) == 0 else { continue }
      #expect(
        try run(["export", "-q", "--redact", capture, "-o", redacted]) == 0, "\(capture)")
      let isOpened = Self.opened.contains(where: capture.hasSuffix)
      #expect(
        try packets(in: redacted, isOpened: isOpened) == packets(in: plain, isOpened: isOpened),
        "\(capture)")
      // What a transfer carried differs; sniffed ones have none.
      if isSniffed, !isOpened {
        let difference = try output(of: ["diff", "-q", plain, redacted])
        #expect(difference.contains("no difference in"), "\(capture): \(difference)")
      }
      let found = try OutsideSecrets(in: plain)
      let left = found.search(try Data(contentsOf: URL(filePath: redacted)))
      #expect(left.isEmpty, "\(capture): \(left.sorted().prefix(3))")
      // The search finds them where they are.
      let there = found.search(try Data(contentsOf: URL(filePath: plain)))
      #expect(there.isEmpty == found.isEmpty, "\(capture)")
      files += 1
      secrets += found.count
    }
    #expect(files > 0 && secrets > 0)
    print("searched \(files) redacted captures for \(secrets) secrets that tshark names")
  }

  private static let fields = [
    "frame.number", "frame.time_epoch", "frame.len", "btle.advertising_header.pdu_type",
    "btle.data_header.llid", "btle.length", "btle.retransmit", "nordic_ble.direction",
    "nordic_ble.crcok", "btle_rf.flags.crc_checked", "btle_rf.flags.crc_valid",
    "btle.control_opcode", "bthci_acl.chandle", "bthci_cmd.opcode", "bthci_evt.code", "btl2cap.cid",
    "btatt.opcode", "btatt.handle", "btsmp.opcode", "btl2cap.cmd_code",
  ]
  /// Of these fields, those that stand before what a packet holds.
  private static let outer = 11

  /// What kind each packet is. On Qualcomm's handle for the log of a controller tshark sees
  /// packets where there are none.
  ///
  /// - Parameter isOpened: its encrypted packets hold something else in one of the files, or
  /// nothing that can be read.
  private func packets(in file: String, isOpened: Bool) throws -> [String] {
    var isEncrypted = false
    // tshark goes on with the start of a message also where its CRC is wrong, and then does not
    // take the one that was sent again.
    var wrongStarts: Set<Substring> = []
    return try Tshark.lines(file, fields: Self.fields, aggregator: ",").map { line in
      if line.contains("\t0x0edc\t") { return "a controller's log" }
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      let (llid, isAgain, direction) = (cells[4], cells[6] == "1", cells[7])
      let isWrong = cells[8] == "0" || cells[9...10] == ["1", "0"]
      if llid == "0x02", !isAgain {
        if isWrong { wrongStarts.insert(direction) } else { wrongStarts.remove(direction) }
      }
      if isOpened, cells[11] == "0x05" { isEncrypted = true }
      // What a packet with a wrong CRC holds is no packet any more.
      if isWrong { return cells.prefix(3).joined(separator: "\t") }
      let isOuter = isEncrypted || llid == "0x01" && wrongStarts.contains(direction)
      return isOuter ? cells.prefix(Self.outer).joined(separator: "\t") : String(line)
    }
  }

  private func output(of words: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: BuiltProgram.bletrace)
    process.arguments = words
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  private func run(_ words: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.bletrace)
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// What tshark calls an address, a name, a key or a value, in each form that it may be left in.
struct OutsideSecrets {
  private static let addresses = [
    "bthci_evt.bd_addr", "bthci_cmd.bd_addr", "bthci_evt.direct_bd_addr", "btsmp.bd_addr",
    "hci_mon.bd_addr", "btcommon.eir_ad.entry.bd_addr", "btle.advertising_address",
    "btle.initiator_address", "btle.target_address", "btle.scanning_address",
  ]
  private static let names = [
    "btcommon.eir_ad.entry.device_name", "bthci_evt.remote_name", "bthci_evt.device_name",
    "bthci_cmd.device_name", "btatt.device_name",
  ]
  private static let octets = [
    "bthci_cmd.le_long_term_key", "bthci_cmd.le_local_irk", "bthci_cmd.le_peer_irk",
    "bthci_cmd.link_key", "bthci_evt.link_key", "bthci_cmd.le_key", "btsmp.long_term_key",
    "btsmp.id_resolving_key", "btsmp.signature_key", "btsmp.random_value", "btsmp.dhkey_check",
    "btsmp.public_key_x", "btsmp.public_key_y", "bthci_evt.le_encrypted_data",
    "bthci_cmd.le_random_number", "bthci_evt.le_random_number", "bthci_evt.dhkey",
    "bthci_evt.le_local_p_256_public_key", "bthci_cmd.le_remote_p_256_public_key",
    "btcommon.eir_ad.entry.data", "btcommon.eir_ad.entry.service_data",
    "btle.control.random_number", "btle.control.master_session_key_diversifier",
    "btle.control.slave_session_key_diversifier",
  ]
  /// X of the key that the specification has for debugging begins with these.
  private static let debugKey = "e69d350e480103cc"
  private static let debugKeyY = "8bd28915d08e1c74"
  /// Of characteristics whose values have headers, which stay: MCUmgr SMP, Nordic DFU (control
  /// point and packet), Matter BTP (both), ESP BLE OTA (firmware, commands). Tests of redaction
  /// look at what these carry.
  private static let framed = [
    "da2e7828fbce4e01ae9e261174997c48", "8ec90001f3154f609fb8838830daea50",
    "8ec90002f3154f609fb8838830daea50", "18ee2ef5263d4559959f4f9c429f9d11",
    "18ee2ef5263d4559959f4f9c429f9d12", "0x8020", "0x8022",
  ]
  /// Octets that begin a form, as a number.
  private typealias Window = UInt64
  private static let window = 6

  private var originals: Set<[UInt8]> = []
  private var forms: [Window: [(form: [UInt8], name: String)]] = [:]
  /// By the last bits of windows, whether forms begin with one: most octets need no more.
  private var isBeginning = [Bool](repeating: false, count: 1 << 20)

  var isEmpty: Bool { originals.isEmpty }
  var count: Int { originals.count }

  init(in file: String) throws {
    let fields =
      ["bthci_acl.chandle", "btatt.opcode", "btatt.uuid128", "btatt.uuid16", "btatt.value"]
      + Self.addresses + Self.names + Self.octets
    // A name may hold a comma.
    let lines = try Tshark.lines(file, fields: fields, aggregator: "\u{1F}")
    for line in lines {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells.count == fields.count, cells[0] != "0x0edc" else { continue }
      // Requests by value, and answers by type, hold the UUIDs of declarations.
      let isOpen = cells[1] == "0x06" || cells[1] == "0x09"
      let isFramed = Self.framed.contains { cells[2].contains($0) || cells[3].contains($0) }
      if !isOpen, !isFramed { add(cells[4], fields[4]) }
      for index in 5..<fields.count { add(cells[index], fields[index]) }
    }
  }

  private mutating func add(_ cell: Substring, _ field: String) {
    for text in cell.split(separator: "\u{1F}") where !text.contains("\u{FFFD}") {
      var (octets, least) = (Array(text.utf8), 5)
      if !Self.names.contains(field) {
        let digits = (text.hasPrefix("0x") ? text.dropFirst(2) : text).split(separator: ":")
          .joined()
        if digits.hasPrefix(Self.debugKey) || digits.hasPrefix(Self.debugKeyY) { continue }
        octets = stride(from: 0, to: digits.count - 1, by: 2).compactMap { start in
          let first = digits.index(digits.startIndex, offsetBy: start)
          return UInt8(digits[first..<digits.index(first, offsetBy: 2)], radix: 16)
        }
        least = Self.addresses.contains(field) ? 6 : 8
      }
      // Markers stay; octets of few kinds occur by chance.
      guard octets.count >= least, Set(octets).count >= 4, octets != Array("TEXT_END".utf8),
        originals.insert(octets).inserted
      else { continue }
      for order in [octets, octets.reversed()] { addForms(order, "\(field) \(text)") }
    }
  }

  private mutating func addForms(_ octets: [UInt8], _ name: String) {
    add(octets, name)
    let pairs = octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    for separator in ["", ":"] {
      let text = pairs.joined(separator: separator)
      add(Array(text.utf8), name)
      add(Array(text.uppercased().utf8), name)
    }
    for skipped in 0..<3 {
      let rest = octets.dropFirst(skipped)
      let whole = Data(rest.prefix(rest.count / 3 * 3))
      add(Array(whole.base64EncodedString().utf8), name)
    }
  }

  private mutating func add(_ form: [UInt8], _ name: String) {
    guard form.count >= Self.window else { return }
    let window = form.prefix(Self.window).reduce(0) { $0 << 8 | Window($1) }
    forms[window, default: []].append((form, name))
    isBeginning[Int(window & 0xFFFFF)] = true
  }

  /// Those that are there.
  func search(_ data: Data) -> Set<String> {
    let octets = [UInt8](data)
    var found: Set<String> = []
    var window: Window = 0
    // Written for unoptimised builds, in which a step of a `for` loop costs much.
    var end = 0
    while end < octets.count {
      window = (window << 8 | Window(octets[end])) & 0xFFFF_FFFF_FFFF
      end &+= 1
      guard isBeginning[Int(truncatingIfNeeded: window & 0xFFFFF)], end >= Self.window,
        let candidates = forms[window]
      else { continue }
      let rest = octets[(end - Self.window)...]
      for (form, name) in candidates where rest.starts(with: form) { found.insert(name) }
    }
    return found
  }
}
