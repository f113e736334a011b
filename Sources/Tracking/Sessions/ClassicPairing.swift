import BluetoothProtocol
import Bytes
import Report

/// A step of a pairing over BR/EDR, as HCI shows it. The Link Managers pair; the controller asks
/// its host for what they need, and says what the other side has. Core Vol 2, Part F, 4.2; Vol 4,
/// Part E, 7.7.40 to 7.7.49.
package struct ClassicPairingStep: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// IO Capability Request, or PIN Code Request: the controller of this host needs it.
    case begin(isPIN: Bool)
    /// IO Capability Request Reply, or IO Capability Response.
    case features(ClassicFeatures)
    /// Something is asked or answered, such as the number that a person compares.
    case exchange
    /// This host said no.
    case refusal
    /// Simple Pairing Complete.
    case complete(HCIStatus)
    /// Link Key Notification: the type of the key.
    case key(UInt8)
    /// Authentication Complete.
    case authenticated(HCIStatus)
  }

  package var kind: Kind
  /// The command or the event.
  package var name: String
  /// Whose doing it is; `nil` where the controllers went on.
  package var side: Side?

  /// Nothing but the rest of what the controller reports comes after it.
  package var isLast: Bool {
    switch kind {
    case .complete, .key, .authenticated: true
    case .begin, .features, .exchange, .refusal: false
    }
  }
}

/// What a side can do and asks for. Core Vol 4, Part E, 7.1.29.
package struct ClassicFeatures: Hashable, Sendable {
  /// 0 display only, 1 display and yes/no, 2 keyboard only, 3 none.
  package var ioCapability: UInt8
  package var hasOOBData: Bool
  /// Authentication_Requirements: bit 0 protection against a man in the middle, above it the kind
  /// of bonding.
  package var requirements: UInt8

  package var mitm: Bool { requirements & 1 != 0 }
  package var bonding: Bool { requirements > 1 }
}

/// What is known of a pairing over BR/EDR.
package struct ClassicPairing: Hashable, Sendable {
  var local: ClassicFeatures?
  var peer: ClassicFeatures?
  var isPIN = false
  /// The type of the link key; `nil` until it came.
  var keyType: UInt8?
  /// This host asked for the authentication that it is part of, and Authentication Complete is due.
  var awaitsAuthentication = false
  /// This host said no.
  var isRefused = false

  /// How the two sides prove themselves to each other. Core Vol 3, Part C, 5.2.2.6, table 5.7.
  var method: String? {
    if isPIN { return "pin" }
    guard let local, let peer else { return nil }
    if local.hasOOBData || peer.hasOOBData { return SMPPairingMethod.outOfBand.rawValue }
    guard local.mitm || peer.mitm else { return SMPPairingMethod.justWorks.rawValue }
    let sides = [local.ioCapability, peer.ioCapability]
    guard sides.allSatisfy({ $0 <= 3 }) else { return nil }
    if sides.contains(3) { return SMPPairingMethod.justWorks.rawValue }
    if sides.contains(2) { return SMPPairingMethod.passkeyEntry.rawValue }
    // With no buttons on one side, that side accepts whatever number it shows.
    return (sides == [1, 1] ? SMPPairingMethod.numericComparison : .justWorks).rawValue
  }

  /// Whether the key protects against a man in the middle, as its type says. Core Vol 4, Part E,
  /// 7.7.24.
  var isAuthenticated: Bool? {
    switch keyType {
    case 0x05, 0x08: true
    case 0x04, 0x07: false
    default: nil
    }
  }

  /// Whether the key is of P-256, which is Secure Connections over BR/EDR.
  var isSecureConnections: Bool? {
    switch keyType {
    case 0x07, 0x08: true
    case 0x04, 0x05: false
    default: nil
    }
  }
}

extension PairingFact {
  /// A step of a pairing over BR/EDR.
  mutating func step(_ step: ClassicPairingStep, at moment: Moment) {
    let waited = Int(reported: max(0, moment.time.since(last)))
    if waited > report.longestWaitUs ?? 0 {
      report.longestWaitUs = waited
      report.waitFrame = moment.frame
      report.waitSide = step.side?.reported
    }
    if !step.isLast {
      report.lastStep = step.name
      report.lastStepFrame = moment.frame
      report.lastStepBy = step.side?.reported
    }
    report.lastFrame = moment.frame
    last = moment.time
    switch step.kind {
    case .begin(let isPIN): classic?.isPIN = isPIN
    case .features(let features):
      if step.side == .local { classic?.local = features } else { classic?.peer = features }
    case .exchange: break
    case .refusal: classic?.isRefused = true
    case .complete(let status): finish(status, waited)
    case .key(let type):
      classic?.keyType = type
      if report.result == .unfinished { report.result = .completed }
    case .authenticated(let status):
      classic?.awaitsAuthentication = false
      if report.result == .unfinished { finish(status, waited) }
    }
  }

  private mutating func finish(_ status: HCIStatus, _ waited: Int) {
    report.result = status == .success ? .completed : .failed
    guard status != .success else { return }
    report.reasonName = status.name ?? "status \(status)"
    report.failedBy = classic?.isRefused == true ? .local : nil
    report.failedAfterUs = waited
  }

  /// What follows from the features and the key.
  func takeClassic(to report: inout ReportV1.Pairing) {
    guard let classic else { return }
    let isLocal = report.initiator == .local
    let (one, other) = isLocal ? (classic.local, classic.peer) : (classic.peer, classic.local)
    report.ioCapabilityInitiator = one.flatMap { Self.ioCapability($0.ioCapability) }
    report.ioCapabilityResponder = other.flatMap { Self.ioCapability($0.ioCapability) }
    report.method = classic.method
    report.secureConnections = classic.isSecureConnections
    if let one, let other {
      report.bonding = one.bonding && other.bonding
      report.mitm = one.mitm || other.mitm
      if report.result == .completed {
        report.authenticated =
          classic.isAuthenticated ?? report.method.map { $0 != SMPPairingMethod.justWorks.rawValue }
      }
    }
  }

  /// Core Vol 3, Part H, 2.3.2; BR/EDR has the first four.
  static func ioCapability(_ code: UInt8) -> String? {
    let names = [
      "display-only", "display-yes-no", "keyboard-only", "no-input-no-output", "keyboard-display",
    ]
    return Int(code) < names.count ? names[Int(code)] : nil
  }
}

extension ConnectionState {
  /// A pairing begins with what the controller or the peer asks first, and ends with Simple Pairing
  /// Complete, the key, and Authentication Complete where this host asked for that.
  mutating func pair(
    _ step: ClassicPairingStep, _ context: inout SessionContext<some SessionObserver>
  ) {
    guard let position = place(of: step, context.moment) else { return }
    pairings[position].step(step, at: context.moment)
    context.observer.observe(.classicPairing(connection: index, step), at: context.moment)
  }

  /// The pairing that a step belongs to, begun by it where it may begin one.
  private mutating func place(of step: ClassicPairingStep, _ moment: Moment) -> Int? {
    let last = pairings.indices.last
    let known = last.flatMap { pairings[$0].classic }
    let isUnderWay = last.map { known != nil && pairings[$0].report.result == .unfinished } ?? false
    switch step.kind {
    case .begin(let isPIN):
      let isSame = known?.isPIN == isPIN || known?.peer != nil
      if isUnderWay, known?.local == nil, isSame { return last }
      // The controller asks the host of the responder after the features of the initiator came.
      return begin(at: moment, by: !isPIN || isAuthenticating ? .local : .peer)
    case .features where step.side == .peer && (!isUnderWay || known?.peer != nil):
      return begin(at: moment, by: .peer)
    case .features, .exchange, .refusal, .complete: return isUnderWay ? last : nil
    case .key: return known != nil && known?.keyType == nil ? last : nil
    case .authenticated:
      isAuthenticating = false
      return known?.awaitsAuthentication == true ? last : nil
    }
  }

  private mutating func begin(at moment: Moment, by initiator: Side) -> Int? {
    let report = ReportV1.Pairing {
      $0.firstFrame = moment.frame
      $0.initiator = initiator.reported
    }
    var fact = PairingFact(report: report, start: moment.time, last: moment.time)
    fact.classic = ClassicPairing(awaitsAuthentication: isAuthenticating)
    return pairings.append(fact, within: .pairings, &bounds) ? pairings.count - 1 : nil
  }
}
