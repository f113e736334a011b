import CaptureFiles
import Report
import Text

/// The files of a directory that are no captures, as they are said to be.
struct SkippedFiles: Sendable {
  /// Why it was passed over.
  enum Reason: String, Sendable {
    case empty
    case text
    case json = "JSON"
    case xml = "XML or HTML"
    case program
    case btmonText = "btmon's text without HCI packets"
    case appLog = "log of an app"
    case eventTrace = "event trace of Windows"
    case espLog = "BLE log of ESP-IDF without HCI packets"
    case damagedLog = "text with a log that is damaged"
    case bugreport = "bug report without a log"
    case otherUSB = "USB without Bluetooth"
    case otherNetwork = "not of Bluetooth"
    case packed = "packed in a way that is not read"
    case damaged = "cannot be unpacked"
    case archive = "archive without a capture"
    case unknown = "unknown format"
    case link = "symbolic link"
    case noFile = "not a file"
  }

  let folder: Argument
  private(set) var files: [(name: Argument, reason: Reason)] = []

  init(folder: Argument) { self.folder = folder }

  mutating func add(_ name: Argument, _ reason: Reason) { files.append((name, reason)) }

  /// Files that are named in a line.
  private static let mostNamed = 5
  private static let longestName = 60

  /// `runs: 3 files are no captures: a.txt (text), b (empty), c (unknown format)`
  var line: String {
    let named = files.prefix(Self.mostNamed).map { file in
      "\(within(file.name).cut(to: Self.longestName)) (\(file.reason.rawValue))"
    }
    return "\(folder.text): \(Self.count(files.count)): " + named.joined(separator: ", ")
      + (files.count > named.count ? ", ..." : "")
  }

  /// This is the line without what a redacted report must not have.
  func line(as alias: String) -> String { "\(alias): \(Self.count(files.count))" }

  static func count(_ files: Int) -> String {
    files == 1 ? "1 file is no capture" : "\(grouped(files)) files are no captures"
  }

  /// ` (3 files: 2 text, 1 empty)`; nothing where there are none.
  var summary: String {
    guard !files.isEmpty else { return "" }
    var counts: [(reason: Reason, count: Int)] = []
    for file in files {
      if let index = counts.firstIndex(where: { $0.reason == file.reason }) {
        counts[index].count += 1
      } else {
        counts.append((file.reason, 1))
      }
    }
    let kinds = counts.map { "\(grouped($0.count)) \($0.reason.rawValue)" }
    let noun = files.count == 1 ? "file" : "files"
    return " (\(grouped(files.count)) \(noun): \(kinds.joined(separator: ", ")))"
  }

  /// The message in a row of a table.
  static func message(_ reason: Reason) -> String { "is no capture: \(reason.rawValue)" }

  private func within(_ name: Argument) -> String {
    let rest = name.bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") }
    return String(decoding: rest, as: UTF8.self)
  }
}

extension SkippedFiles.Reason {
  /// Nil where it is a capture, but cannot be read.
  init?(_ error: CaptureFileError) {
    switch error {
    case .empty: self = .empty
    case .notACapture, .noRecords: self = .unknown
    case .unsupportedLinkType, .foreignPPI: self = .otherNetwork
    case .cannotUnpack: self = .damaged
    case .foreign(let content): self.init(content)
    // Found in text, which may be about such logs.
    case .headerCut(.btsnooz), .unsupportedVersion(.btsnooz, _): self = .damagedLog
    case .cannotOpen, .isDirectory, .cannotRead, .sourceFailed, .headerCut, .mangled,
      .unsupportedVersion, .notYet:
      return nil
    }
  }

  private init(_ content: ForeignContent) {
    switch content {
    case .json: self = .json
    case .xml: self = .xml
    case .elf: self = .program
    case .text: self = .text
    case .btmonText: self = .btmonText
    case .appLog: self = .appLog
    case .eventTrace: self = .eventTrace
    case .espLogWithoutHCI: self = .espLog
    case .bugreportText, .finishedBugreport: self = .bugreport
    case .otherUSB: self = .otherUSB
    case .snoop: self = .otherNetwork
    case .zip, .gzip, .bzip2, .xz, .zstd, .sevenZip, .rar, .modifiedPcap: self = .packed
    }
  }
}
