import BletraceTestSupport
import CaptureFiles
import Comparison
import Findings
import Foundation
import PacketText
import Rendering
import Report
import Text
import Tracking

/// All forms of output for captures and reports in which every text is hostile. `parse-outputs`
/// reads them with parsers that are not ours.
///
/// Each file's name ends in its form. Beside a form `FORM.expected` lists, in JSON, the texts that
/// its parser must find, in their order.
struct HostileOutputs {
  struct File {
    var name: String
    var bytes: [UInt8]
  }

  private(set) var files: [File] = []
  private var text: HostileText
  private static let story = HostileCaptures(name: Array("Harmless".utf8))
  /// Once: to find which keys are free takes a while.
  private static let base = FilledReport(json(of: story.monitor()))
  private static let new = FilledReport(json(of: story.monitor(isSlow: true)))

  init(seed: UInt64) {
    text = HostileText(seed: seed)
  }

  mutating func add(_ name: String, _ bytes: [UInt8], expected: [String]? = nil) {
    files.append(File(name: name, bytes: bytes))
    guard let expected else { return }
    let list = expected.map { FilledReport.quoted($0) }.joined(separator: [UInt8(ascii: ",")])
    files.append(File(name: name + ".expected", bytes: Array("[".utf8) + list + Array("]".utf8)))
  }

  // MARK: Reports

  /// What is made of two reports by strangers.
  mutating func addComparison(_ number: Int) {
    // One name for both sides, so that there is something to compare; the rest differs.
    let device = text.next()
    guard let base = report(Self.base, device), let new = report(Self.new, device) else { return }
    let runs = Run.all(in: new, of: text.next())
    let old = Run.all(in: base, of: text.next())
    let comparison = compare(base: old, new: runs)
    let report = DiffReport(
      bletrace: "0", comparison: comparison, budget: budget(for: device).check(runs))
    let name = "\(number)-diff"
    add("\(name).txt", DiffText.render(report))
    add("\(name).json", DiffJSON.render(report), expected: [device])
    add("\(name).sarif", DiffSARIF.render(report))
    add("\(name).github", DiffGitHub.render(report))
    add("\(name).md", DiffMarkdown.render(report), expected: Self.code(in: report))
    add("\(name).xml", DiffJUnit.render(report), expected: Self.classes(in: report))
    add(
      "\(name).html",
      Self.gathered { DiffPage.render(report, base: old, new: runs, handingTo: $0) },
      expected: comparison.entries.filter { $0.verdict != .same }.prefix(50).map {
        Printable.escape($0.statement, unicode: true)
      })
    add("\(name)-budget.txt", BudgetWriter.write(for: runs))
    addReport("\(number)-report", new, expected: [device])
  }

  private mutating func report(_ filled: FilledReport, _ device: String) -> ReportV1? {
    var texts = text
    defer { text = texts }
    guard var report = try? JSONReportReader.read(filled.filled { texts.next() }) else {
      end("a text that the report cannot hold")
    }
    for capture in report.captures.indices {
      for link in report.captures[capture].connections.indices {
        report.captures[capture].connections[link].peer.name = device
        report.captures[capture].connections[link].peer.address = "66:0D:F3:0A:7B:1C"
        for index in report.captures[capture].connections[link].transfers.indices {
          report.captures[capture].connections[link].transfers[index].uuid = "FFF4"
        }
      }
    }
    return report
  }

  private func budget(for device: String) -> Budget {
    let name = device.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let rules = "mtu >= 500\ntransfer.duration_us <= 1 us\n"
    let named = Array((rules + "device[\"\(name)\"].mtu >= 500\n").utf8)
    // A name with a line break cannot be in a budget.
    guard let budget = (try? Budget(parsing: named)) ?? (try? Budget(parsing: Array(rules.utf8)))
    else { end("a budget that cannot be read") }
    return budget
  }

  /// The text of each code span, in order.
  private static func code(in report: DiffReport) -> [String] {
    let comparison = report.comparison
    var texts: [String] = []
    for rule in BudgetGroup.all(of: report.budget ?? []).filter({ !$0.holds }).prefix(100) {
      texts += [rule.rule.text, rule.statement()]
    }
    for entry in comparison.entries.filter({ $0.verdict != .same }).prefix(100) {
      let values: (base: String, new: String) =
        switch entry.values {
        case .words(let base, let new): (base, new)
        case .numbers: ("\u{0}number", "\u{0}number")
        }
      texts += [entry.subject.text, entry.measure, values.base, values.new]
      texts.append(comparison.statement(of: entry))
    }
    texts += comparison.matchLines(limit: 8)
    texts += comparison.base.prefix(8) + comparison.new.prefix(8)
    return texts.filter { !$0.isEmpty }.map {
      $0 == "\u{0}number" ? $0 : Printable.escape($0, unicode: true)
    }
  }

  /// What each test is about.
  private static func classes(in report: DiffReport) -> [String] {
    ((report.budget ?? []).map(\.file) + report.comparison.entries.map(\.subject.text))
      .map { Printable.escape($0, unicode: true) }
  }

  private mutating func addReport(_ name: String, _ report: ReportV1, expected: [String]? = nil) {
    add("\(name).txt", TextRenderer.render(report))
    add("\(name)-ascii.txt", TextRenderer.render(report, options: TextOptions(unicode: false)))
    add("\(name).json", JSONRenderer.render(report), expected: expected)
    add("\(name).jsonl", JSONRenderer.render(report, layout: .compact), expected: expected)
  }

  // MARK: Captures

  /// What is made of captures in which a device, a logger and a file have such a name.
  mutating func addCaptures(_ number: Int) {
    let story = HostileCaptures(name: Array(text.next().utf8))
    for (kind, file) in [
      ("monitor", story.monitor()), ("apple", story.packetLogger()), ("pcapng", story.pcapng()),
    ] {
      let name = "\(number)-\(kind)"
      let path = text.next()
      addReport(name, Self.report(of: file, path: path, .packets))
      add("\(name)-cb.txt", TextRenderer.render(Self.report(of: file, path: path, .coreBluetooth)))
      for (form, ending) in [
        (PacketOptions.Format.line, "line.txt"), (.fields, "fields.txt"), (.octets, "octets.txt"),
        (.json, "decode.jsonl"),
      ] {
        add("\(name)-\(ending)", Self.packets(of: file, form))
      }
      addEvents(name, Self.events(of: file, path: path))
      addPages(name, of: file, path: path)
    }
  }

  private mutating func addEvents(_ name: String, _ events: [LiveEvent]) {
    add("\(name)-live.jsonl", events.flatMap(\.json))
    add("\(name)-live.txt", events.flatMap { Array(($0.line(unicode: true) + "\n").utf8) })
  }

  static func events(of file: [UInt8], path: String) -> [LiveEvent] {
    var analysis = RunningAnalysis(
      options: AnalysisOptions(), payloads: nil, keepsEvents: true)
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      var batch: [CapturedRecord] = []
      while try reader.nextBatch(into: &batch) { analysis.add(batch, in: reader.window.span) }
      analysis.close()
    } catch {
      end("a capture that cannot be read: \(error.message)")
    }
    var findings = PrintedFindings()
    return analysis.takeEvents(losses: [])
      + findings.events(in: report(of: file, path: path, .packets), now: 0, isFinal: true)
  }

  private static func json(of file: [UInt8]) -> [UInt8] {
    JSONRenderer.render(report(of: file, path: "Harmless", .packets))
  }

  static func report(of capture: ReportV1.Capture) -> ReportV1 {
    ReportV1 {
      $0.bletrace = "0"
      $0.captures = [capture]
      $0.findings = RuleCatalog.findings(in: [capture])
    }
  }

  static func report(
    of file: [UInt8], path: String, _ timeline: TimelineVocabulary?
  ) -> ReportV1 {
    var options = AnalysisOptions()
    options.timeline = timeline
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      let capture = try analyze(
        &reader, path: path, options: options, payloads: nil, progress: { _, _ in })
      return report(of: capture)
    } catch {
      end("a capture that cannot be read: \(error.message)")
    }
  }

  static func packets(of file: [UInt8], _ format: PacketOptions.Format) -> [UInt8] {
    var options = PacketOptions()
    options.format = format
    var printer = PacketPrinter(options)
    var text = TextBuffer()
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      var batch: [CapturedRecord] = []
      while try reader.nextBatch(into: &batch) {
        printer.add(batch, in: reader.window.span, losses: reader.losses, to: &text)
      }
      printer.end(CaptureFacts(reader), to: &text)
      return text.bytes
    } catch {
      end("a capture that cannot be read: \(error.message)")
    }
  }
}

/// `bletrace-fuzz outputs FOLDER SEED COUNT`
enum OutputsCommand {
  /// Captures are slow to make and to read, and hold fewer texts: one for so many reports.
  private static let reportsForACapture = 8

  static func files(seed: UInt64, count: Int) -> [HostileOutputs.File] {
    (0..<count).flatMap { number in
      var outputs = HostileOutputs(seed: seed &* 1_000_003 &+ UInt64(number))
      outputs.addComparison(number)
      if number % reportsForACapture == 0 { outputs.addCaptures(number) }
      return outputs.files
    }
  }

  static func write(_ files: [HostileOutputs.File], to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in files { try Data(file.bytes).write(to: URL(filePath: "\(folder)/\(file.name)")) }
  }

  static func run(_ folder: String, _ seed: String, _ count: String) -> Int32 {
    guard let seed = UInt64(seed), let count = Int(count), (1...100_000).contains(count) else {
      return FuzzCommands.complain(FuzzCommands.usage)
    }
    do {
      try write(files(seed: seed, count: count), to: folder)
      return 0
    } catch {
      return FuzzCommands.complain("\(folder): \(error.localizedDescription)")
    }
  }
}
