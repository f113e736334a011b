import BletraceTestSupport
import CaptureFiles
import Foundation

@testable import Report
@testable import Tracking

/// The captures that come with the project.
enum Samples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")

  /// `bizcard-central/capture.btsnoop` and so on.
  static let files: [String] = {
    let list = FileManager.default
    let stories = (try? list.contentsOfDirectory(atPath: folder.path())) ?? []
    return stories.sorted().flatMap { story in
      let files = (try? list.contentsOfDirectory(atPath: folder.path() + "/" + story)) ?? []
      return files.filter { $0.hasPrefix("capture.") }.map { "\(story)/\($0)" }
    }
  }()

  /// Those whose file holds its records whole: all but the ones that a faulty logger wrote.
  static let sound = files.filter { file in
    !["capture-cut", "capture-drops", "capture-truncated", "undecodable"].contains {
      file.hasPrefix("fault-\($0)/")
    }
  }

  static func bytes(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: file)))
  }

  /// The report on the capture of a story.
  static func report(_ story: String) throws -> ReportV1.Capture {
    guard let file = files.first(where: { $0.hasPrefix(story + "/") }) else {
      throw CaptureFileError.cannotOpen(path: story, reason: "no such sample")
    }
    return try report(of: bytes(file))
  }

  static func report(
    of bytes: [UInt8], _ options: AnalysisOptions = AnalysisOptions()
  ) throws -> ReportV1.Capture {
    var reader = try CaptureReader(MemorySource(bytes))
    return try analyze(&reader, path: "", options: options, payloads: nil, progress: { _, _ in })
  }

  /// A capture's records, to be recorded in another way.
  static func story(_ file: String) throws -> CaptureBuilder {
    try CaptureBuilder(reading: bytes(file))
  }
}

/// A report as JSON, for comparisons that leave some of it out.
indirect enum Tree: Equatable, CustomStringConvertible {
  case leaf(String)
  case list([Tree])
  case object([String: Tree])

  /// - Parameter leavesOut: whether a key does not count.
  private init(_ capture: ReportV1.Capture, leavesOut: (String) -> Bool) throws {
    let json = JSONRenderer.render(ReportV1(bletrace: "", captures: [capture]))
    self.init(try JSONSerialization.jsonObject(with: Data(json)), leavesOut)
  }

  private init(_ value: Any, _ leavesOut: (String) -> Bool) {
    switch value {
    case let object as [String: Any]:
      self = .object(
        Dictionary(
          uniqueKeysWithValues: object.filter { !leavesOut($0.key) }
            .map { ($0.key, Tree($0.value, leavesOut)) }))
    case let list as [Any]: self = .list(list.map { Tree($0, leavesOut) })
    default: self = .leaf("\(value)")
    }
  }

  var description: String {
    switch self {
    case .leaf(let text): text
    case .list(let list): "\(list)"
    case .object(let members):
      members.keys.sorted().map { "\($0): \(members[$0]!)" }
        .joined(separator: "; ")
    }
  }

  /// Where two reports part; `nil` for those that are equal but for what is left out.
  static func difference(
    _ one: ReportV1.Capture, _ other: ReportV1.Capture, leavesOut: (String) -> Bool
  ) throws -> String? {
    // Most are equal, which is seen in a tenth of the time.
    if one == other { return nil }
    return difference(
      try Tree(one, leavesOut: leavesOut), try Tree(other, leavesOut: leavesOut))
  }

  /// Where two trees part, for a message that can be read.
  private static func difference(
    _ one: Tree?, _ other: Tree?, at path: String = ""
  ) -> String? {
    if one == other { return nil }
    switch (one, other) {
    case (.object(let a), .object(let b)):
      for key in Set(a.keys).union(b.keys).sorted() {
        if let found = difference(a[key], b[key], at: "\(path).\(key)") { return found }
      }
      return nil
    case (.list(let a), .list(let b)) where a.count == b.count:
      for (index, pair) in zip(a, b).enumerated() {
        if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
      }
      return nil
    default:
      return "\(path): \(one.map { "\($0)" } ?? "-") or \(other.map { "\($0)" } ?? "-")"
    }
  }
}
