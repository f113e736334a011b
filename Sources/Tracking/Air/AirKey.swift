import BluetoothProtocol
import Report

/// A key of encrypted connections. It is used, and never shown: not in a report, an error or an
/// export, and not where a value is printed whole.
package struct AirKey: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A long term key, or a short term key, from which each session has a key of its own.
    case longTerm
    /// The key of one session.
    case session
    /// One of the two.
    case any
  }

  /// Where it comes from.
  package typealias Source = ReportV1.AirKeyOrigin

  package var kind: Kind
  package var source: Source
  /// The most significant octet first, as the specification prints keys.
  let value: UInt128
  /// Those that it is of, as far as that is known: at most two.
  package var devices: [DeviceAddress] = []
  /// What LL_ENC_REQ names it by; nil where that is not known.
  package var identity: Identity?

  package struct Identity: Hashable, Sendable {
    package var rand: UInt64
    package var diversifier: UInt16

    package init(rand: UInt64, diversifier: UInt16) {
      self.rand = rand
      self.diversifier = diversifier
    }

    /// Those of a short term key, and of a key of LE Secure Connections. Core Vol 3, Part H,
    /// 2.4.4.
    var isZero: Bool { rand == 0 && diversifier == 0 }
  }

  package init(_ value: UInt128, kind: Kind, source: Source) {
    self.value = value
    self.kind = kind
    self.source = source
  }

  /// Whether both are the same key, whatever else is known of them.
  func isSame(as other: AirKey) -> Bool { value == other.value && kind == other.kind }
}

extension AirKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "a key" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// What is at hand to decrypt connections.
package struct AirKeys: Sendable {
  /// A capture of years of one host has fewer.
  package static let most = 4096
  /// In legacy pairing: a passkey, or what came out of band.
  package static let mostTemporaryKeys = 256

  package private(set) var keys: [AirKey] = []
  private(set) var temporaryKeys: [UInt128] = []
  /// Temporary keys that are no passkeys, or may be none, in either order of their octets.
  private(set) var outOfBandKeys: [UInt128] = []
  /// Whether passkeys of six digits are guessed.
  package var guessesPasskeys = false

  package init() {}

  package var isEmpty: Bool { keys.isEmpty && temporaryKeys.isEmpty && outOfBandKeys.isEmpty }

  /// - Returns: whether there was room.
  @discardableResult
  package mutating func add(_ key: AirKey) -> Bool {
    if keys.contains(where: { $0.isSame(as: key) && $0.devices == key.devices }) { return true }
    guard keys.count < Self.most else { return false }
    keys.append(key)
    return true
  }

  /// Adds a temporary key of legacy pairing.
  @discardableResult
  package mutating func add(temporaryKey: UInt128) -> Bool {
    if temporaryKeys.contains(temporaryKey) { return true }
    guard temporaryKeyCount < Self.mostTemporaryKeys else { return false }
    temporaryKeys.append(temporaryKey)
    return true
  }

  /// Adds a temporary key that was written as 16 octets: people write them in either order.
  @discardableResult
  package mutating func add(outOfBand key: UInt128) -> Bool {
    if outOfBandKeys.contains(key) { return true }
    guard temporaryKeyCount < Self.mostTemporaryKeys else { return false }
    outOfBandKeys.append(key)
    if key.otherOrder != key { outOfBandKeys.append(key.otherOrder) }
    return true
  }

  /// How many were given, each in one order.
  var temporaryKeyCount: Int { temporaryKeys.count + (outOfBandKeys.count + 1) / 2 }
}

extension AirKeys: CustomStringConvertible, CustomReflectable {
  package var description: String { "keys" }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension UInt128 {
  /// Its octets in the other order.
  var otherOrder: UInt128 { byteSwapped }
}
