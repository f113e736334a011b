import Rendering
import Report

/// What two sides were found to have in common, and what not.
public struct Comparison: Equatable, Sendable {
  /// The files of each side, in their order.
  public var base: [String]
  public var new: [String]
  /// Everything that was compared, worst first; the order is the same each time. Of more than
  /// `entryLimit` the first.
  public var entries: [Entry]
  /// How many of each kind were compared beyond those.
  public var omitted: [Verdict: Int] = [:]
  /// The connections that both sides have, with how they were matched. Without one there is nothing
  /// to compare.
  public var matches: [Match]
  /// Connections that have no partner on the other side, device by device.
  public var unmatched: [Unmatched] = []
  /// Whether the new side tried to connect, and each attempt failed.
  public var onlyFailed = false
  /// The findings of the new side, and those that only the base side has.
  public var findings: [ComparedFinding]
  /// The new side's files, as they are named beside a difference.
  var runNames = RunNames(EmptyCollection())

  /// What got worse by more than its tolerance and by more than chance, of devices that are on both
  /// sides for certain.
  public var worse: [Entry] { entries.filter { $0.verdict == .worse } }
  /// Whether anything got worse. It is false, too, where nothing was compared: see `isEmpty` and
  /// `matches`.
  public var hasRegression: Bool { entries.contains { $0.verdict == .worse } }
  /// Whether nothing was compared: that a device can no longer be connected to says much, and so
  /// does that it can be now.
  public var isEmpty: Bool {
    matches.isEmpty && !entries.contains { $0.verdict == .worse || $0.verdict == .better }
  }

  public func count(_ verdict: Verdict) -> Int {
    entries.count { $0.verdict == verdict } + omitted[verdict, default: 0]
  }

  /// Things compared of which all is kept; two captures of a hundred connections have some
  /// thousand.
  public static let entryLimit = 50_000
  public var omittedCount: Int { omitted.values.reduce(0, +) }

  /// One thing that was compared.
  public struct Entry: Equatable, Sendable {
    public var subject: Subject
    /// As budgets name it: `transfer.duration_us`; `gatt` and `finding.RULE` beside those.
    public var measure: String
    public var verdict: Verdict
    public var weight: Weight
    public var values: Values
    /// A sentence without its full stop: `longer by 18 %, 95 % interval 11 to 24 %, 5 against 5
    /// runs`.
    public var statement: String
    /// How the connections that it is about were matched; `nil` for captures as a whole.
    public var match: MatchBasis?
    /// Which of the new side's files shows it, or shows it most.
    public var run: Int?
    /// How often a rule found something.
    package var isOfRule = false
  }

  /// A connection that is on both sides.
  public struct Match: Equatable, Sendable {
    public var subject: Subject
    /// What the new side calls the device, where that is another name.
    public var newDevice: String?
    public var basis: MatchBasis
    /// Whether what is worse on it counts.
    public var counts: Bool
    public var base: [Partner] = []
    public var new: [Partner] = []
  }

  /// A connection of one capture.
  public struct Partner: Equatable, Sendable {
    /// Which of its side's files it is in.
    public var run: Int
    /// Its `id` in the report on that capture.
    public var connection: Int
  }

  /// Connections with one device that only one side has.
  public struct Unmatched: Equatable, Sendable {
    public var device: String?
    public var isNew: Bool
    public var connections: [Partner] = []
    /// How many of them were attempts that failed.
    public var failed = 0
  }

  public enum Values: Equatable, Sendable {
    case numbers(NumberChange)
    case words(base: String, new: String)
  }

  public enum Verdict: String, CaseIterable, Sendable {
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
  public enum Weight: Int, Comparable, Sendable {
    /// Data or a connection was lost.
    case loss
    /// Time was lost, or a request failed.
    case time
    /// What may lead to either.
    case cause

    public static func < (a: Weight, b: Weight) -> Bool { a.rawValue < b.rawValue }
  }
}

/// What a difference is about.
public struct Subject: Hashable, Sendable {
  /// The peer, by its name or address; `nil` for the capture as a whole. From the air.
  public var device: String?
  /// The how-manieth connection with this device, where there are several.
  public var connection: Int?
  /// `transfer 2 of 2A37`, `notifications of 2A37`; `nil` for the connection itself.
  public var part: String?

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
  public var text: String {
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
public struct ComparedFinding: Equatable, Sendable {
  public enum Presence: String, Sendable {
    /// On the new side alone.
    case new
    /// On both sides.
    case unchanged
    /// On the base's side alone.
    case absent
  }

  public var presence: Presence
  public var subject: Subject
  /// The capture that it was made in.
  public var file: String
  /// Whether it is about a device that is on both sides for certain, or about the capture.
  public var counts: Bool
  public var finding: ReportV1.Finding
}
