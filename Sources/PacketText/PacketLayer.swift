import CaptureFiles

/// What a packet is: the highest layer that is shown of it.
public enum PacketLayer: String, CaseIterable, Sendable {
  case command, event, acl, l2cap, signalling, att, smp, sco, iso, monitor, note
  /// Sniffed packets: of advertising, and of connections.
  case advertising, ll
  /// A record that is none of these.
  case unknown

  /// As it is in a line, five columns wide between spaces.
  var label: StaticString {
    switch self {
    case .command: "  cmd   "
    case .event: "  evt   "
    case .acl: "  acl   "
    case .l2cap: "  l2cap "
    case .signalling: "  sig   "
    case .att: "  att   "
    case .smp: "  smp   "
    case .sco: "  sco   "
    case .iso: "  iso   "
    case .monitor: "  mon   "
    case .note: "  note  "
    case .advertising: "  adv   "
    case .ll: "  ll    "
    case .unknown: "  ?     "
    }
  }

  /// `cmd` of `command`: the word in a line, if it is another one than the name.
  package var shortName: String? {
    switch self {
    case .command: "cmd"
    case .event: "evt"
    case .signalling: "sig"
    case .monitor: "mon"
    case .advertising: "adv"
    case .acl, .l2cap, .att, .smp, .sco, .iso, .note, .ll, .unknown: nil
    }
  }

  /// By its name, or the word in a line.
  package init?(named word: String) {
    guard let layer = Self.allCases.first(where: { $0.rawValue == word || $0.shortName == word })
    else { return nil }
    self = layer
  }

  /// Whether a packet of this layer travels in that one, too.
  func isCarried(by layer: PacketLayer) -> Bool {
    if self == layer { return true }
    return switch self {
    case .att, .smp, .signalling: layer == .l2cap || layer == .acl || layer == .ll
    case .l2cap: layer == .acl || layer == .ll
    default: false
    }
  }
}
