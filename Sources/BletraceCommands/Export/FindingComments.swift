import Rendering
import Report
import Text

/// The findings of a capture as comments on its packets, for Wireshark.
struct FindingComments {
  /// Octets of a comment, and comments of a packet: a pcapng block has a limited length.
  static let longest = 2000
  static let mostOfFrame = 32

  private let findings: [ReportV1.Finding]
  /// Findings, and the position of the frame in each.
  private var byFrame: [Int: [Mark]] = [:]
  /// On findings without a frame.
  private(set) var ofFile: [String] = []

  private struct Mark {
    enum Place {
      /// Of the frames of the finding, from 1.
      case frame(Int)
      /// The finding names no frame of a connection that it covers: this one begins it.
      case beginning(of: Int)
    }

    var finding: Int
    var place: Place
  }

  /// - Parameter connections: of the capture.
  init(_ findings: [ReportV1.Finding], _ connections: [ReportV1.Connection] = []) {
    self.findings = findings
    let spans = Dictionary(
      connections.indices.map { (connections[$0].id, connections[$0].frameSpan) },
      uniquingKeysWith: { first, _ in first })
    for (index, finding) in findings.enumerated() {
      if finding.frames.isEmpty, ofFile.count < Self.mostOfFrame {
        ofFile.append(Self.text(finding, at: nil))
      }
      for (position, frame) in finding.frames.enumerated() {
        byFrame[frame, default: []].append(Mark(finding: index, place: .frame(position + 1)))
      }
      for connection in finding.covered where finding.covered.count > 1 {
        guard let span = spans[connection], !finding.frames.contains(where: span.contains)
        else { continue }
        byFrame[span.lowerBound, default: []].append(
          Mark(finding: index, place: .beginning(of: connection)))
      }
    }
  }

  /// Packets that have one.
  var frames: Int { byFrame.count }

  /// The comments of a packet; where there are too many, the last one says how many are left out.
  func of(_ frame: Int) -> [String] {
    guard let marks = byFrame[frame] else { return [] }
    guard marks.count > Self.mostOfFrame else { return marks.map(text) }
    let shown = Self.mostOfFrame - 1
    return marks.prefix(shown).map(text)
      + ["bletrace: \(grouped(marks.count - shown)) more findings name this packet"]
  }

  private func text(_ mark: Mark) -> String {
    Self.text(findings[mark.finding], at: mark.place)
  }

  /// `bletrace credit-stall (warning, connection 1, packet 1 of 2): ...`, without what acts on a
  /// terminal: a finding may quote a name, and tshark prints a comment as it is.
  private static func text(_ finding: ReportV1.Finding, at place: Mark.Place?) -> String {
    var facts = [finding.severity.rawValue]
    if let connections = finding.connectionWords() { facts.append(connections) }
    switch place {
    case .frame(let position) where finding.frames.count > 1:
      facts.append("packet \(grouped(position)) of \(grouped(finding.frames.count))")
    case .beginning(let connection): facts.append("connection \(connection) begins here")
    default: break
    }
    let head = "bletrace \(finding.rule) (\(facts.joined(separator: ", "))): "
    let sentences = [finding.message, finding.advice].compactMap(\.self)
    return (head + sentences.joined(separator: " ")).printable.cut(to: longest)
  }
}

extension ReportV1.Connection {
  fileprivate var frameSpan: ClosedRange<Int> { firstFrame...max(firstFrame, lastFrame) }
}
