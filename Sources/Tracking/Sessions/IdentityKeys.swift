import BluetoothProtocol
import SystemLibraries

/// An Identity Resolving Key, and the address of the device that makes its resolvable private
/// addresses with it. Core Vol 3, Part H, 2.4.2.1.
struct IdentityKey: Hashable, Sendable {
  let value: UInt128
  let identity: DeviceAddress

  /// Whether the key made this address. Its upper 24 bits are a random number, the lower ones what
  /// the key makes of that: `ah`, Core Vol 3, Part H, 2.2.2.
  static func made(_ address: DeviceAddress, _ cipher: AES128) -> Bool {
    let random = UInt128(address.rawValue >> 24)
    return cipher.encrypt(random) & 0xFF_FFFF == UInt128(address.rawValue & 0xFF_FFFF)
  }
}

/// The keys that pairings handed out, and that the host gave to its controllers.
struct IdentityKeys: Sendable {
  private(set) var all: [IdentityKey] = []

  /// Hosts have few bonds.
  private static let most = 64

  /// A key of zero stands for none.
  mutating func add(_ value: UInt128, of identity: DeviceAddress) {
    let key = IdentityKey(value: value, identity: identity)
    guard value != 0, all.count < Self.most, !all.contains(key) else { return }
    all.append(key)
  }

  mutating func add(_ key: IdentityKey) { add(key.value, of: key.identity) }
}

/// Recognizes devices by the keys of a capture.
struct IdentityResolver {
  private let keys: [(cipher: AES128, identity: DeviceAddress)]

  init(_ keys: IdentityKeys) {
    self.keys = keys.all.map { (AES128(key: $0.value), $0.identity) }
  }

  /// `nil` of an address that no key made. That one of 64 keys fits by chance happens with one
  /// address in 260,000.
  func identity(_ address: DeviceAddress, _ type: AddressType) -> DeviceAddress? {
    guard !keys.isEmpty, type == .randomDevice, address.rawValue >> 46 == 0b01 else { return nil }
    return keys.first { IdentityKey.made(address, $0.cipher) }?.identity
  }
}

/// The Resolving List of a controller: the devices whose resolvable private addresses it is to
/// recognize.
struct ResolvingList: Sendable {
  private var devices: [LEFilterAcceptListDevice] = []
  private var isEnabled = false

  private static let most = 255

  mutating func add(_ device: LEFilterAcceptListDevice) {
    if devices.count < Self.most, !devices.contains(device) { devices.append(device) }
  }

  mutating func remove(_ device: LEFilterAcceptListDevice) {
    devices.removeAll { $0 == device }
  }

  mutating func clear() { devices.removeAll() }

  mutating func enable(_ isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Whether the controller is to recognize the device. The lower bit of a type says whether the
  /// address is a random one.
  func resolves(_ address: DeviceAddress, _ type: AddressType) -> Bool {
    isEnabled
      && devices.contains {
        $0.address == address && $0.addressType.rawValue & 1 == type.rawValue & 1
      }
  }
}
