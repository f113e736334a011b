import Rendering
import Report

/// What two sides were found to have in common, and what not.
package struct Comparison: Equatable, Sendable {
  /// The files of each side, in their order.
  package var base: [String]
  package var new: [String]
  /// Everything that was compared, worst first; the order is the same each time. Of more than
  /// `entryLimit` the first.
  package var entries: [Entry]
  /// How many of each kind were compared beyond those.
  package var omitted: [Verdict: Int] = [:]
  /// The connections that both sides have, with how they were matched. Without one there is nothing
  /// to compare.
  package var matches: [Match]
  /// Connections that have no partner on the other side, device by device.
  package var unmatched: [Unmatched] = []
  /// Whether the new side tried to connect, and each attempt failed.
  package var onlyFailed = false
  /// The findings of the new side, and those that only the base side has.
  package var findings: [ComparedFinding]
  /// The new side's files, as they are named beside a difference.
  var runNames = RunNames(EmptyCollection())

  package var worse: [Entry] { entries.filter { $0.verdict == .worse } }
  package var hasRegression: Bool { entries.contains { $0.verdict == .worse } }
  /// Whether nothing was compared: that a device can no longer be connected to says much, and so
  /// does that it can be now.
  package var isEmpty: Bool {
    matches.isEmpty && !entries.contains { $0.verdict == .worse || $0.verdict == .better }
  }

  package func count(_ verdict: Verdict) -> Int {
    entries.count { $0.verdict == verdict } + omitted[verdict, default: 0]
  }

  /// Things compared of which all is kept; two captures of a hundred connections have some
  /// thousand.
  package static let entryLimit = 50_000
  package var omittedCount: Int { omitted.values.reduce(0, +) }

  /// One thing that was compared.
  package struct Entry: Equatable, Sendable {
    package var subject: Subject
    /// As budgets name it: `transfer.duration_us`; `gatt` and `finding.RULE` beside those.
    package var measure: String
    package var verdict: Verdict
    package var weight: Weight
    package var values: Values
    /// A sentence without its full stop: `slower by 18 %, 95 % interval 11 to 24 %, 5 against 5
    /// runs`.
    package var statement: String
    /// How the connections that it is about were matched; `nil` for captures as a whole.
    package var match: MatchBasis?
    /// Which of the new side's files shows it, or shows it most.
    package var run: Int?
  }

  /// A connection that is on both sides.
  package struct Match: Equatable, Sendable {
    package var subject: Subject
    /// What the new side calls the device, where that is another name.
    package var newDevice: String?
    package var basis: MatchBasis
    /// Whether what is worse on it counts.
    package var counts: Bool
    package var base: [Partner] = []
    package var new: [Partner] = []
  }

  /// A connection of one capture.
  package struct Partner: Equatable, Sendable {
    /// Which of its side's files it is in.
    package var run: Int
    /// Its `id` in the report on that capture.
    package var connection: Int
  }

  /// Connections with one device that only one side has.
  package struct Unmatched: Equatable, Sendable {
    package var device: String?
    package var isNew: Bool
    package var connections: [Partner] = []
    /// How many of them were attempts that failed.
    package var failed = 0
  }

  package enum Values: Equatable, Sendable {
    case numbers(NumberChange)
    case words(base: String, new: String)
  }

  package enum Verdict: String, CaseIterable, Sendable {
    case worse, better
    /// Not the same, and neither worse nor better.
    case different
    /// More than the tolerance apart, but not more than chance would bring about.
    case unclear
    case same
    /// Worse, if the two sides are one device: their connections were matched by a guess.
    case unsure
  }

  /// What is at stake. The most first.
  package enum Weight: Int, Comparable, Sendable {
    /// Data or a connection was lost.
    case loss
    /// Time was lost, or a request failed.
    case time
    /// What may lead to either.
    case cause

    package static func < (a: Weight, b: Weight) -> Bool { a.rawValue < b.rawValue }
  }
}

/// What a difference is about.
package struct Subject: Hashable, Sendable {
  /// The peer, by its name or address; `nil` for the capture as a whole. From the air.
  package var device: String?
  /// The how-manieth connection with this device, where there are several.
  package var connection: Int?
  /// `transfer 2 of 2A37`, `notifications of 2A37`; `nil` for the connection itself.
  package var part: String?

  package init(device: String? = nil, connection: Int? = nil, part: String? = nil) {
    self.device = device
    self.connection = connection
    self.part = part
  }

  /// In the place of a name.
  static let unknown = "unknown device"

  static func device(of peers: [ReportV1.Peer]) -> String {
    peers.lazy.compactMap(\.name).first ?? peers.lazy.compactMap(\.address).first ?? unknown
  }

  /// `"BCS", connection 2, transfer 1 of 2A37`. Names are in quotes, and not escaped otherwise.
  package var text: String {
    let words = [
      device.map { Self.isAddress($0) || $0 == Self.unknown ? $0 : Self.quoted($0) },
      connection.map { "connection \($0)" }, part,
    ].compactMap(\.self)
    return words.isEmpty ? "the capture" : words.joined(separator: ", ")
  }

  /// `66:0D:F3:0A:7B:1C`
  static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count == 6
      && parts.allSatisfy { $0.count == 2 && $0.allSatisfy { Unicode.Scalar($0).isHexDigit } }
  }

  /// Such that a name cannot pretend to end.
  static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}

extension Unicode.Scalar {
  /// Whether it is one of ASCII.
  var isHexDigit: Bool { isASCII && properties.isASCIIHexDigit }
}

/// A finding, and on which sides it is.
package struct ComparedFinding: Equatable, Sendable {
  package enum Presence: String, Sendable { case new, unchanged, absent }

  package var presence: Presence
  package var subject: Subject
  /// The capture that it was made in.
  package var file: String
  /// Whether it is about a device that is on both sides for certain, or about the capture.
  package var counts: Bool
  package var finding: ReportV1.Finding
}
