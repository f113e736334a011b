/// Why a capture cannot be read at all. Trouble further inside a capture is not an error but a
/// `CaptureDamage`: what was read before it stays.
package enum CaptureFileError: Error, Hashable, Sendable {
  case cannotOpen(path: String, reason: String)
  case isDirectory(path: String)
  case cannotRead(reason: String)
  /// What is packed, or the archive it is packed in, does not make sense; a clause about "it".
  case cannotUnpack(reason: String)
  /// A live source that ended in a way it should not; the reason is all there is to say.
  case sourceFailed(reason: String)
  case empty
  /// Content of a kind that is known, and that is not a capture.
  case foreign(ForeignContent)
  /// Content of no known kind; the first octets of it.
  case notACapture(firstBytes: [UInt8])
  /// A capture of a known format whose header ends too early.
  case headerCut(CaptureFormat)
  /// A capture whose octets were saved as text; whether they can be had back.
  case mangled(CaptureFormat, isReversible: Bool)
  case unsupportedVersion(CaptureFormat, version: Int)
  /// Nothing is there at the moment, and more may come: only of a capture that is still being made.
  /// What was read so far stays; the same call may be made again.
  case notYet
  /// A capture of something other than HCI, or of HCI in a framing that is not read.
  case unsupportedLinkType(CaptureFormat, number: Int)
  /// A capture of PPI, read to its end, with that link type in it, and none that is read.
  case foreignPPI(CaptureFormat, number: Int)
  /// What was said to be of that format does not have a single record in so many octets.
  case noRecords(CaptureFormat, octets: Int)

  /// One line for the user: what is wrong and, where there is a way out, what to do.
  package var message: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
    case .isDirectory(let path): "\(path) is a directory; name a capture file in it"
    case .cannotRead(let reason): "cannot read: \(reason)"
    case .cannotUnpack(let reason): "cannot unpack: \(reason)"
    case .sourceFailed(let reason): reason
    case .empty: "the file is empty (0 bytes): nothing was captured, or the copy failed"
    case .notYet: "nothing was captured yet"
    case .foreign(let content): content.message
    case .notACapture(let firstBytes):
      "unknown format; the file starts with the bytes " + spacedHex(firstBytes)
    case .mangled(let format, isReversible: false):
      "this was a \(format.name) file, but some program saved it as UTF-8 text: every byte from "
        + "0x80 on was replaced, and is lost; copy the original again, as a binary file"
    case .mangled(let format, isReversible: true):
      "this was a \(format.name) file, but some program saved it as text: every byte from 0x80 on "
        + "became two; copy the original again, or recover it with: iconv -f utf-8 -t latin1 FILE "
        + "> FIXED"
    case .headerCut(let format): "the \(format.name) file ends inside its header"
    case .unsupportedVersion(let format, let version):
      "\(format.name) version \(version) is not supported"
    case .unsupportedLinkType(let format, let number):
      "this \(format.name) file contains " + linkTypeDescription(format, number)
    case .foreignPPI(let format, let number):
      "this \(format.name) file contains " + ppiDescription(number)
    case .noRecords(_, let octets):
      "no record of Zephyr's monitor, and no packet of a log as text, in the first \(octets) "
        + "bytes; check the baud rate, and that a firmware of Zephyr's has "
        + "CONFIG_BT_DEBUG_MONITOR_UART or CONFIG_BT_DEBUG_MONITOR_RTT"
    }
  }
}

/// What a file that is not a readable capture turns out to be.
package enum ForeignContent: Hashable, Sendable, CaseIterable {
  case zip, gzip, bzip2, xz, zstd, sevenZip, rar
  /// Without a log in it, as far as it was looked for.
  case bugreportText
  /// Of which no more will come.
  case finishedBugreport
  case btmonText, modifiedPcap, snoop
  /// A trace of Windows's event tracing.
  case eventTrace
  /// The log of nRF Connect has what an app did, and no packets.
  case appLog
  case json, xml, elf, text
  /// Read to its end.
  case espLogWithoutHCI
  /// A capture of USB, read to its end.
  case otherUSB

  package var message: String {
    switch self {
    case .zip:
      "this is a zip archive where a capture was expected; unpack it first (unzip), and name the "
        + "capture that was in it"
    case .gzip: "this is a gzip file where a capture was expected; unpack it first (gunzip)"
    case .bzip2: "this is a bzip2 file; unpack it first (bunzip2)"
    case .xz: "this is an xz file; unpack it first (unxz)"
    case .zstd: "this is a zstd file; unpack it first (unzstd)"
    case .sevenZip: "this is a 7z archive; unpack it first (7z x), and name the capture in it"
    case .rar: "this is a rar archive; unpack it first (unrar x), and name the capture in it"
    case .bugreportText:
      "this is text of an Android bug report without a Bluetooth log in it (BTSNOOP_LOG_SUMMARY); "
        + "newer phones put the log into the report's zip, as btsnoop_hci.log or btsnooz_hci.log "
        + "under FS/data/misc/bluetooth/logs"
    case .finishedBugreport:
      "this is the text of a finished Android bug report; 'bletrace analyze' reads the log in it"
    case .btmonText:
      "this is btmon's text without HCI packets in it; while it runs, something has to use "
        + "Bluetooth; btmon -w FILE records all octets"
    case .modifiedPcap: "modified pcap (magic a1b2cd34) is not supported; save it as pcapng"
    case .eventTrace:
      "this is an event trace of Windows (ETL); 'btetlparse -pcapng OUT FILE' of Microsoft's "
        + "Bluetooth Test Platform takes the HCI packets out of it"
    case .snoop: "this is a snoop file of Solaris, which contains no Bluetooth"
    case .otherUSB:
      "this is a capture of USB without a Bluetooth controller in it; capture on the bus that it "
        + "is on, from before it is plugged in or switched on"
    case .espLogWithoutHCI:
      "this is a BLE log of ESP-IDF in which the host logged no HCI packets, and what the "
        + "controller logs of them has no published layout; switch the host's on "
        + "(CONFIG_BLE_LOG_HOST_HCI_LOG_ENABLED)"
    case .appLog:
      "this is the log of the app nRF Connect, which has no packets; 'analyze --merge-log' shows "
        + "it beside a capture of the same time"
    case .json: "this is JSON, not a capture"
    case .xml: "this is XML or HTML, not a capture; was a web page saved instead?"
    case .elf: "this is a program (ELF), not a capture"
    case .text:
      "this is text without HCI packets in a form that bletrace reads: that of btmon, ESP-IDF, "
        + "BTstack, ArduinoBLE, NimBLE, hcidump -R or tshark -x"
    }
  }
}

/// Where a capture stops making sense. Reading ends there, but for a format that can be read on
/// after it; what was read before it stays.
package struct CaptureDamage: Hashable, Sendable {
  /// Counted from the start of the file.
  package var offset: Int
  /// What is wrong there, as a clause: "record length 4294967295 is over 1048576".
  package var reason: String
  /// Nothing is wrong with what was read: it is the source that gave no more.
  package var sourceFailed: Bool
  /// How much was skipped in all, the first of it there, where reading went on after it; else 0.
  package var skippedOctets: Int

  package init(
    offset: Int, reason: String, sourceFailed: Bool = false, skippedOctets: Int = 0
  ) {
    self.offset = offset
    self.reason = reason
    self.sourceFailed = sourceFailed
    self.skippedOctets = skippedOctets
  }
}

private func spacedHex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
