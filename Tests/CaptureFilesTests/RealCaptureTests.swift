import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

/// Real captures, each against its entry in the folder's index: the number of records, or why it is
/// not read.
@Suite(.enabled(if: RealCaptures.folder != nil, "set BLETRACE_CAPTURES to a folder with INDEX.tsv"))
struct RealCaptureTests {
  private struct Entry {
    var path: String
    var linkType: String
    var records: Int
    var isBtsnooz: Bool
  }

  private func entries() throws -> [Entry] {
    let folder = try #require(RealCaptures.folder)
    let text = try String(contentsOfFile: folder + "/INDEX.tsv", encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = try #require(lines.first)
    func value(_ name: String, _ line: [String]) throws -> String {
      let column = try #require(columns.firstIndex(of: name))
      return column < line.count ? line[column] : ""
    }
    return try lines.dropFirst().map { line in
      Entry(
        path: folder + "/" + (try value("path", line)),
        linkType: String(try value("link_type", line).prefix { $0 != " " }),
        records: Int(try value("records", line)) ?? 0,
        isBtsnooz: try value("notes", line).contains("btsnooz"))
    }
  }

  private func outcome(_ path: String) -> Result<ReadCapture, CaptureFileError> {
    do throws(CaptureFileError) {
      return .success(try read(FileDescriptorSource(path: path)))
    } catch {
      return .failure(error)
    }
  }

  @Test func everyFileGivesItsRecordsOrSaysWhyNot() throws {
    for entry in try entries() {
      switch outcome(entry.path) {
      case .success(let capture):
        #expect(capture.records.count == entry.records, "\(entry.path)")
        #expect(!capture.cutShort && capture.unreadable == nil, "\(entry.path)")
        #expect(capture.dropped == 0 && capture.skipped == 0, "\(entry.path)")
        #expect((capture.format == .btsnooz) == entry.isBtsnooz, "\(entry.path)")
        #expect(capture.timeOfDayIsKnown != entry.isBtsnooz, "\(entry.path)")
      case .failure(.unsupportedLinkType(_, let number)):
        #expect(entry.linkType == "1" && number == 1, "\(entry.path)")
      case .failure(.foreign(.otherUSB)):
        #expect(entry.linkType == "249", "\(entry.path)")
      case .failure(.notACapture):
        #expect(entry.linkType.isEmpty, "\(entry.path)")
      case .failure(let error):
        Issue.record("\(entry.path): \(error.message)")
      }
    }
  }

  /// Cuts of a real capture: the records before the cut stay.
  @Test func cutAnywhere() throws {
    for entry in try entries() where entry.records > 0 && entry.records < 200 {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: entry.path)))
      guard readError(bytes) == nil else { continue }
      let whole = try read(bytes)
      for count in stride(from: 64, to: bytes.count, by: 13) {
        let cut = try read(Array(bytes[..<count]))
        #expect(cut.unreadable == nil, "\(entry.path) cut at \(count)")
        let before = cut.cutShort ? cut.records.dropLast() : cut.records[...]
        #expect(whole.records.starts(with: before), "\(entry.path) cut at \(count)")
      }
    }
  }
}
