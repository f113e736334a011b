import Report

/// The command that opens Wireshark at a finding. It is for files of their own: what is packed, in
/// an archive or came by a pipe has no name that Wireshark opens at a frame.
package enum WiresharkCommand {
  private static let mostFrames = 8
  /// What Wireshark opens; it knows neither btsnooz nor the streams of Zephyr and ESP-IDF.
  private static let formats: Set<String> = [
    "btsnoop", "pcap", "pcapng", "packetlogger", "hcidump",
  ]

  /// `wireshark -r capture.btsnoop -g 54 -Y '...'`; nil where it has no frame to go to, or
  /// Wireshark cannot open the file.
  package static func text(for finding: ReportV1.Finding, in capture: ReportV1.Capture) -> String? {
    guard let first = finding.frames.first, canOpen(capture) else { return nil }
    let connection = capture.connections.first { $0.id == finding.connection }
    return "wireshark -r \(shellQuoted(capture.path)) -g \(first) -Y "
      + "'\(filter(finding.frames, connection))'"
  }

  /// Standard input cannot be opened again, nor can a name that is not known exactly; and of
  /// btsnoop, what BlueZ's simulator writes.
  package static func canOpen(_ capture: ReportV1.Capture) -> Bool {
    formats.contains(capture.format) && !(capture.format == "btsnoop" && capture.isAir)
      && capture.path != "-"
      && !capture.path.unicodeScalars.contains("\u{FFFD}")
  }

  /// The packets of a connection, as controllers use a handle again later, and the frames
  /// themselves: some are of no connection.
  private static func filter(_ frames: [Int], _ connection: ReportV1.Connection?) -> String {
    var terms = frames.prefix(mostFrames).map { "frame.number == \($0)" }
    if let connection {
      let handles = ["acl.chandle", "evt.connection_handle", "cmd.connection_handle"].map {
        "bthci_\($0) == \(connection.handle)"
      }
      terms.append(
        "(frame.number >= \(connection.firstFrame) && frame.number <= \(connection.lastFrame) && "
          + "(\(handles.joined(separator: " || "))))")
    }
    return terms.joined(separator: " || ")
  }

  /// A word of a shell that stands for exactly this text, in printable ASCII: nothing in it is
  /// escaped once more when it is printed.
  package static func shellQuoted(_ text: String) -> String {
    let octets = Array(text.utf8)
    if !octets.isEmpty, octets.allSatisfy(isPlain) { return text }
    if octets.allSatisfy({ isPlain($0) || harmless.contains($0) }) { return "'\(text)'" }
    // ANSI-C quoting, which POSIX.1-2024 has: three octal digits an octet.
    var quoted = "$'"
    for octet in octets {
      if isPlain(octet) || octet == UInt8(ascii: " ") {
        quoted.unicodeScalars.append(Unicode.Scalar(octet))
      } else {
        let digits = String(octet, radix: 8)
        quoted += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }
    }
    return quoted + "'"
  }

  private static let harmless = Set(" =%()[]{}*?&;|<>$`~!^\"\\".utf8)

  private static func isPlain(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-+,@:".utf8.contains(octet)
    }
  }
}
