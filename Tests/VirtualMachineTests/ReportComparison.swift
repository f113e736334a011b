import CaptureFiles
import Findings
import Foundation
import Tracking

@testable import Report

/// A JSON report, for comparing.
enum ReportComparison {
  /// What `bletrace analyze --format json` says of a file.
  static func analyzed(_ path: String) throws -> Any {
    var reader = try CaptureReader(try FileDescriptorSource(path: path))
    let capture = try analyze(
      &reader, path: path, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    let report = ReportV1(
      bletrace: "test", captures: [capture], findings: RuleCatalog.findings(in: [capture]))
    return try parsed(JSONRenderer.render(report))
  }

  static func parsed(_ bytes: [UInt8]) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(bytes))
  }

  /// Where two reports differ: a line for each place.
  ///
  /// - Parameter shift: microseconds from the beginning of the left capture to that of the right;
  ///   all times in a report count from there.
  static func differences(_ left: Any, _ right: Any, shift: Int, at path: String = "") -> [String] {
    switch (left, right) {
    case (let left as [String: Any], let right as [String: Any]):
      return Set(left.keys).union(right.keys).sorted().flatMap { key in
        differences(
          left[key] ?? "absent", right[key] ?? "absent", shift: shift, at: path + "." + key)
      }
    case (let left as [Any], let right as [Any]):
      guard left.count == right.count else {
        return ["\(path): \(left.count) and \(right.count) elements"]
      }
      return zip(left, right).enumerated().flatMap { index, pair in
        differences(pair.0, pair.1, shift: shift, at: "\(path)[\(index)]")
      }
    default:
      if let left = left as? NSObject, let right = right as? NSObject, left == right { return [] }
      if isTime(path), let left = left as? Int, let right = right as? Int, left - right == shift {
        return []
      }
      return ["\(path): \(left) and \(right)"]
    }
  }

  /// Whether a number counts from the beginning of the capture.
  private static func isTime(_ path: String) -> Bool {
    let key = path.split(separator: ".").last.map(String.init) ?? ""
    return ["start_us", "end_us", "time_us", "last_rx_us"].contains(key)
      || path == ".captures[0].duration_us"
  }
}
