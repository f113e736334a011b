import Report

/// By what connections of two captures were found to be with one device, the surest first.
package enum MatchBasis: String, CaseIterable, Comparable, Sendable {
  /// The address that the device is known by, whatever it calls itself on the air.
  case identity
  case address
  case name
  /// They offer the same services or characteristics.
  case services
  /// Nothing is known of either.
  case nothing

  package static func < (a: Self, b: Self) -> Bool { a.order < b.order }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// - Parameter pass: of the keys that `matchingKeys` gives a connection.
  init(pass: Int, _ connections: [ReportV1.Connection]) {
    switch pass {
    case 0, 1:
      let areIdentities = connections.allSatisfy {
        ["public-identity", "random-identity"].contains($0.peer.addressType)
      }
      self = areIdentities ? .identity : .address
    case 2, 3: self = .name
    case 4: self = .services
    default: self = .nothing
    }
  }

  /// As the end of a sentence: `matched by name`.
  package var words: String {
    switch self {
    case .identity: "by identity address"
    case .address: "by address"
    case .name: "by name"
    case .services: "by the services they offer"
    case .nothing: "by their order, as nothing is known of either"
    }
  }
}
