import BletraceTestSupport
import CaptureFiles
import Comparison
import Findings
import PacketText
import Redaction
import Rendering
import Report
import Text
import Tracking

/// What the commands make of a capture, in each form.
enum OutputForm: CaseIterable {
  case text, packetTimeline, coreBluetooth, json, html, trace, values, signal, tables, rows
  case lines, fields, octets, packets, live, redacted, difference

  func check(_ file: [UInt8]) {
    switch self {
    case .text: check(text: file, nil)
    case .packetTimeline: check(text: file, .packets)
    case .coreBluetooth: check(text: file, .coreBluetooth)
    case .json:
      let report = HostileOutputs.report(of: file, path: "fuzz", nil)
      ReportChecks.check(report.captures[0], as: .json(.pretty))
    case .html:
      let (report, plots) = HostileOutputs.plotted(file, path: "fuzz")
      let page = HostileOutputs.gathered {
        ReportPage.render(report, plots: [plots], handingTo: $0)
      }
      promise(page.ends(with: "</html>\n"), "a page without an end")
    case .trace:
      let (report, plots) = HostileOutputs.plotted(file, path: "fuzz")
      let trace = HostileOutputs.gathered {
        TraceFile.render(report, plots: [plots], handingTo: $0)
      }
      promise(ReportChecks.isJSON(trace), "a trace that is not JSON")
      promise(trace.count <= 4096 * (file.count + 1), "a trace of \(trace.count) octets")
    case .values: check(rows: HostileOutputs.rows(.values, of: file, path: "fuzz"))
    case .signal: check(rows: HostileOutputs.rows(.rssi, of: file, path: "fuzz"))
    case .tables: checkTables(file)
    case .rows: checkRows(file)
    case .lines: check(rows: HostileOutputs.packets(of: file, .line))
    case .fields: check(rows: HostileOutputs.packets(of: file, .fields))
    case .octets: check(rows: HostileOutputs.packets(of: file, .octets))
    case .packets: check(lines: HostileOutputs.packets(of: file, .json))
    case .live: check(lines: HostileOutputs.events(of: file, path: "fuzz").flatMap(\.json))
    case .redacted: checkRedacted(file)
    case .difference: checkDifference(file)
    }
  }

  private func check(text file: [UInt8], _ timeline: TimelineVocabulary?) {
    let report = HostileOutputs.report(of: file, path: "fuzz", timeline)
    ReportChecks.check(report.captures[0], as: .text(TextOptions()))
    let full = TextRenderer.render(report, options: TextOptions(), extent: .full)
    promise(ReportChecks.isClean(full), "what acts on a terminal, in the full text")
  }

  private func check(rows: [UInt8]) {
    promise(ReportChecks.isClean(rows.filter { $0 != 0x0D }), "what acts on a terminal, in rows")
  }

  private func check(lines: [UInt8]) {
    for line in lines.split(separator: 0x0A) {
      promise(ReportChecks.isJSON(Array(line)), "a line that is not JSON")
    }
  }

  private func checkTables(_ file: [UInt8]) {
    let report = HostileOutputs.report(of: file, path: "fuzz", nil)
    for case .table(let table) in CSVTable.all {
      var row = RowWriter(csv: table, file: "fuzz")
      var capture = report.captures[0]
      CaptureRows.write(&capture, report.findings, nil, to: &row)
      check(rows: row.bytes)
    }
  }

  private func checkRows(_ file: [UInt8]) {
    let report = HostileOutputs.report(of: file, path: "fuzz", nil)
    var row = RowWriter()
    var capture = report.captures[0]
    let identity = CaptureIdentity(sha256: "", octets: file.count, bletrace: "fuzz")
    CaptureRows.write(&capture, report.findings, identity, to: &row)
    check(lines: row.bytes)
  }

  private func checkRedacted(_ file: [UInt8]) {
    let salt = [UInt8](repeating: 1, count: 32)
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      let (capture, _) = try analyzeWithSeries(
        &reader, path: "fuzz", options: AnalysisOptions(), payloads: nil,
        filter: Redactor(salt: salt, markers: []), progress: { _, _ in })
      ReportChecks.check(capture, as: .json(.compact))
    } catch {
      end("a capture that cannot be read: \(error.message)")
    }
  }

  private func checkDifference(_ file: [UInt8]) {
    let report = HostileOutputs.report(of: file, path: "fuzz", nil)
    let runs = Run.all(in: report, of: "fuzz")
    let diff = DiffReport(bletrace: "fuzz", comparison: compare(base: runs, new: runs))
    let page = HostileOutputs.gathered {
      DiffPage.render(diff, base: runs, new: runs, handingTo: $0)
    }
    promise(page.ends(with: "</html>\n"), "a page without an end")
    promise(ReportChecks.isClean(DiffText.render(diff)), "what acts on a terminal, in a comparison")
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
