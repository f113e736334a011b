import Report

/// By what connections of two captures were found to be with one device. The surest is least: by
/// identity, then address, recording, name, services, handles, and nothing.
public enum MatchBasis: String, CaseIterable, Comparable, Sendable {
  /// The address that the device is known by, whatever it calls itself on the air.
  case identity
  /// The address that it had on the air.
  case address
  /// Both captures are of the same recording: all their connections have the same frames and times.
  case recording
  /// The name that it advertises, or shows.
  case name
  /// They offer the same services or characteristics.
  case services
  /// They used the same attribute handles; what these are is not known.
  case handles
  /// Nothing is known of either.
  case nothing

  public static func < (a: Self, b: Self) -> Bool { a.order < b.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  init(pass: Int, _ connections: [ReportV1.Connection]) {
    switch MatchPass(rawValue: pass) {
    case .recording: self = .recording
    case .addressAndAll, .addressAndBulk, .addressAndCarried, .addressAndOffered, .address:
      let areIdentities = connections.allSatisfy {
        ["public-identity", "random-identity"].contains($0.peer.addressType)
      }
      self = areIdentities ? .identity : .address
    case .nameAndAll, .nameAndBulk, .nameAndCarried, .nameAndOffered, .name: self = .name
    case .services: self = .services
    case .handles: self = .handles
    case .order, nil: self = .nothing
    }
  }

  /// The word of `--match` with which it counts.
  var option: String {
    switch self {
    case .recording, .identity, .address: "address"
    case .name, .services: rawValue
    case .handles, .nothing: "any"
    }
  }

  /// As the end of a sentence: `matched by name`.
  public var words: String {
    switch self {
    case .recording: "by frames and times, because both captures are of the same recording"
    case .identity: "by identity address"
    case .address: "by address"
    case .name: "by name"
    case .services: "by their services"
    case .handles: "by the attribute handles they used, because nothing else is known about them"
    case .nothing: "by their order, because nothing else is known about them"
    }
  }
}
