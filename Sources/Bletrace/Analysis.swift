import CaptureFiles
import Findings
import Rendering
import Report
import Tracking

/// One object of the report, as the JSON of `bletrace analyze` has it: `duration_us` there is
/// `durationUs` here. `bletrace schema` prints its description.
public typealias Report = ReportV1

/// What is in a capture, and what went wrong in it.
///
/// ```swift
/// let analysis = try Analysis(contentsOf: "capture.btsnoop")
/// for finding in analysis.findings { print(finding.severity, finding.message) }
/// ```
public struct Analysis: Sendable {
  /// The same facts as the JSON report, with this one capture.
  public let report: Report

  /// Reads a capture file to its end, in any format that `bletrace analyze` reads. Archives are not
  /// searched.
  ///
  /// - Throws: ``BletraceError/cannotRead(_:)`` and ``BletraceError/notACapture(_:)``, if nothing
  ///   can be read; ``BletraceError/invalidSetting(_:)``. A file that is damaged further on is
  ///   analyzed to there: see `capture.damage`.
  public init(
    contentsOf path: String, settings: AnalysisSettings = AnalysisSettings()
  ) throws(BletraceError) {
    let source: FileDescriptorSource
    do throws(CaptureFileError) {
      source = try FileDescriptorSource(path: path)
    } catch {
      throw BletraceError(error)
    }
    try self.init(source, path: path, settings)
  }

  /// Reads a capture file that is in memory.
  ///
  /// - Parameters:
  ///   - octets: those of the file, from its first.
  ///   - name: is repeated in the report.
  ///   - settings: what markers end transfers, what is a gap, which rules are run.
  /// - Throws: as ``init(contentsOf:settings:)``.
  public init(
    of octets: [UInt8], name: String = "capture", settings: AnalysisSettings = AnalysisSettings()
  ) throws(BletraceError) {
    try self.init(MemorySource(octets), path: name, settings)
  }

  private init(
    _ source: any ByteSource, path: String, _ settings: AnalysisSettings
  ) throws(BletraceError) {
    let options = try settings.options()
    let rules = try settings.chosenRules()
    do throws(CaptureFileError) {
      var reader = try CaptureReader(source)
      let capture = try analyze(
        &reader, path: path, options: options, payloads: nil, progress: { _, _ in })
      self.init(capture, rules, settings)
    } catch {
      throw BletraceError(error)
    }
  }

  init(_ capture: ReportV1.Capture, _ rules: [any Rule.Type], _ settings: AnalysisSettings) {
    report = ReportV1 {
      $0.bletrace = Version.number
      $0.captures = [capture]
      $0.findings = RuleCatalog.findings(in: $0.captures, rules: rules, asked: settings.rules)
    }
  }

  /// The capture itself: controllers, scans, advertisers, connections.
  public var capture: Report.Capture { report.captures[0] }

  /// What went wrong and why, the worst first.
  public var findings: [Report.Finding] { report.findings }

  /// In the order in which they began.
  public var connections: [Report.Connection] { capture.connections }

  /// The transfers of all connections.
  public var transfers: [Report.Transfer] { connections.flatMap(\.transfers) }

  /// The findings of one rule, such as `mtu-not-exchanged`.
  public func findings(of rule: String) -> [Report.Finding] {
    findings.filter { $0.rule == rule }
  }

  /// The JSON report.
  public func json() -> [UInt8] { JSONRenderer.render(report) }

  /// The text report, without colour.
  public func text() -> String { String(decoding: TextRenderer.render(report), as: UTF8.self) }
}
