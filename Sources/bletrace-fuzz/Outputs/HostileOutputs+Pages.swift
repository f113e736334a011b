import CaptureFiles
import Findings
import PacketText
import Rendering
import Report
import Synchronization
import Text
import Tracking

/// What a browser, a spreadsheet and the Perfetto UI open.
extension HostileOutputs {
  /// Tables that hold texts of a capture.
  private static let tables: [RowTable] = [.captures, .advertisers, .connections, .findings]

  mutating func addPages(_ name: String, of file: [UInt8], path: String) {
    let (report, plots) = Self.plotted(file, path: path)
    add(
      "\(name).html",
      Self.gathered { ReportPage.render(report, plots: [plots], handingTo: $0) },
      expected: report.findings.map(\.message))
    add(
      "\(name).perfetto",
      Self.gathered { TraceFile.render(report, plots: [plots], handingTo: $0) },
      expected: report.findings.map(\.message) + [path])
    for table in Self.tables {
      var row = RowWriter(csv: table, file: path)
      var emptied = report.captures[0]
      CaptureRows.write(&emptied, report.findings, nil, to: &row)
      guard !row.bytes.isEmpty else { continue }
      add(
        "\(name)-\(table.rawValue).csv", CSVTable.table(table).header + row.bytes,
        expected: [Self.shown(path)])
    }
    add("\(name)-rssi.csv", Self.rows(.rssi, of: file, path: path), expected: [Self.shown(path)])
  }

  private static func shown(_ text: String) -> String { Printable.escape(text, unicode: true) }

  static func gathered(_ render: (([UInt8]) -> Void) -> Void) -> [UInt8] {
    var all: [UInt8] = []
    render { all += $0 }
    return all
  }

  /// A report with all that pages and traces show beside it.
  static func plotted(
    _ file: [UInt8], path: String
  ) -> (report: ReportV1, plots: CapturePlots) {
    var options = AnalysisOptions()
    (options.keepsSeries, options.keepsRequests) = (true, true)
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      let (capture, series) = try analyzeWithSeries(
        &reader, path: path, options: options, payloads: nil, progress: { _, _ in })
      let report = Self.report(of: capture)
      var plots = CapturePlots(series: series ?? CaptureSeries())
      let frames = CapturePlots.wanted(report.findings, in: capture)
      (plots.frames, plots.hasAllFrames) = (lines(of: file, frames.ranges, plots), frames.isAll)
      return (report, plots)
    } catch {
      end("a capture that cannot be read: \(error.message)")
    }
  }

  private static func lines(
    of file: [UInt8], _ ranges: [ClosedRange<Int>], _ plots: CapturePlots
  ) -> [FrameLine] {
    guard let start = plots.series.start else { return [] }
    var frames = FrameReader(ranges, start: start)
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      var batch: [CapturedRecord] = []
      while try reader.nextBatch(into: &batch) { frames.add(batch, in: reader.window.span) }
      return frames.lines
    } catch {
      end("a capture that cannot be read: \(error.message)")
    }
  }

  static func rows(_ table: CSVTable, of file: [UInt8], path: String) -> [UInt8] {
    let sink = GatheringSink()
    var options = AnalysisOptions()
    options.rows = RowRequest(table: table, sink: sink)
    options.rows?.file = path
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      _ = try analyze(&reader, path: path, options: options, payloads: nil, progress: { _, _ in })
    } catch {
      end("a capture that cannot be read: \(error.message)")
    }
    return table.header + sink.rows
  }
}

private final class GatheringSink: RowSink {
  private let all = Mutex<[UInt8]>([])

  var rows: [UInt8] { all.withLock { $0 } }

  func take(_ rows: [UInt8]) { all.withLock { $0 += rows } }
}
