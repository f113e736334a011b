import BluetoothProtocol
import LinkLayer

/// The connections that sniffers follow, by their access addresses, and what is remembered of
/// advertising until one begins.
package struct AirLinks: Sendable {
  package internal(set) var links: [AirLink] = []
  /// Isochronous streams and periodic trains, and where they are by their access addresses; those
  /// of the responses to a train are marked.
  var streams: [AirStream] = []
  var streamPlaces: [Key: (index: Int, isResponse: Bool)] = [:]
  /// The encryption of those that are encrypted.
  var ciphers: [AirCipher] = []
  /// What the user has given.
  var keys = AirKeys()
  /// Those that one side handed to the other, decrypted.
  var distributed: [AirKey] = []
  /// How often a key may still be tried with a counter, and a passkey be guessed.
  var keyBudget = 1 << 21
  var passkeySearches = 8
  var signalSign = SignalSign()
  private(set) var heard = Heard()
  private var clocks: [SnifferClock] = []
  /// Packets that a tool wrote down: their times are when it did.
  private var arrivals = 0
  private var clockIndices: [Sniffer: Int] = [:]
  private var latestClock = (sniffer: Sniffer(), index: -1)
  private var counters = PacketCounters()
  /// Packets that sniffers counted, and the file does not have.
  private(set) var leftOut = 0
  private var byAddress: [Key: Int] = [:]
  /// Most packets are of the same one as the packet before.
  private var latest = (key: Key(sniffer: Sniffer(), address: 0), index: -1)
  /// Devices that were heard to advertise last, the latest one at `next - 1`.
  private var advertisers: [Advertiser] = []
  private var next = 0

  /// Two sniffers in one file may hear the same connection: each is followed on its own.
  struct Key: Hashable, Sendable {
    var sniffer: Sniffer
    var address: UInt32
  }

  /// Each has a clock, and counts, of its own.
  struct Sniffer: Hashable, Sendable {
    var interface: UInt16 = 0
    /// Of those that write into one interface.
    var board: UInt8 = 0
  }

  /// All packets, and their CRCs.
  struct Heard: Sendable {
    var packets = 0
    var crcFailed = 0
    var crcFits = 0
    var firstFailed: Int?
  }

  mutating func count(_ packet: AirPacket, at frame: Int, in bytes: Span<UInt8>) {
    heard.packets += 1
    guard packet.crc == .bad else { return }
    heard.crcFailed += 1
    if heard.firstFailed == nil { heard.firstFailed = frame }
    if heard.crcFailed <= Self.mostChecked, packet.hasCRCOfAdvertising(in: bytes) {
      heard.crcFits += 1
    }
  }

  /// That a mark is wrong shows soon.
  private static let mostChecked = 1000

  private struct Advertiser: Sendable {
    var address: DeviceAddress
    var type: AddressType
    var usesChannelSelection2: Bool
  }

  private static let mostDistributed = 64
  /// A request comes right after the packet that it answers.
  private static let mostAdvertisers = 16

  @inline(__always)
  mutating func index(of key: Key) -> Int? {
    if latest.index >= 0, latest.key == key { return latest.index }
    guard let index = byAddress[key] else { return nil }
    latest = (key, index)
    return index
  }

  /// The connection with an access address, open or ended, as long as no other one has it.
  ///
  /// - Parameter address: of the packet itself, or the one that it hands out.
  package func connection(
    of address: UInt32, _ packet: AirPacket, from interface: UInt16
  ) -> Int? {
    let sniffer = Sniffer(interface: interface, board: packet.board)
    return byAddress[Key(sniffer: sniffer, address: address)].flatMap { links[$0].connection }
  }

  /// How many packets a sniffer counted, right before this one, that the file does not have; nil
  /// where it does not count.
  mutating func leftOut(before packet: AirPacket, from sniffer: Sniffer) -> Int? {
    guard let counter = packet.packetCounter else { return nil }
    let missing = counters.take(counter, from: sniffer)
    leftOut &+= missing
    return missing
  }

  /// When a packet was on the air: by the sniffer's own clock, if its header has that.
  ///
  /// - Returns: the moment, and how often that clock was lost until then.
  mutating func moment(
    of packet: AirPacket, from sniffer: Sniffer, _ now: Moment
  ) -> (moment: Moment, breaks: Int) {
    guard let reading = SnifferClock.Reading(packet) else {
      if packet.isOfTool { arrivals &+= 1 }
      return (now, arrivals)
    }
    if latestClock.index < 0 || latestClock.sniffer != sniffer {
      latestClock = (sniffer, clockIndices[sniffer] ?? clocks.count)
    }
    if latestClock.index == clocks.count {
      clocks.append(SnifferClock())
      clockIndices[sniffer] = latestClock.index
    }
    let time = clocks[latestClock.index].time(reading, written: now.time)
    return (Moment(frame: now.frame, time: time), clocks[latestClock.index].breaks)
  }

  mutating func append(_ link: AirLink, _ key: Key) -> Int {
    links.append(link)
    byAddress[key] = links.count - 1
    return links.count - 1
  }

  /// Its address may be another connection's from now on.
  mutating func forget(_ key: Key) {
    byAddress[key] = nil
    latest.index = -1
  }

  /// Keeps a key that one side handed to the other: the latest ones, each once.
  mutating func keep(distributed key: AirKey) {
    distributed.removeAll { $0.isSame(as: key) && $0.devices == key.devices }
    if distributed.count == Self.mostDistributed { distributed.removeFirst() }
    distributed.append(key)
  }

  // MARK: - Advertising

  /// Notes whether a device that can be connected to knows Channel Selection Algorithm #2.
  mutating func noteAdvertiser(_ address: DeviceAddress, _ type: AddressType, _ selects: Bool) {
    let entry = Advertiser(address: address, type: type, usesChannelSelection2: selects)
    if let position = position(of: address, type) {
      advertisers[position] = entry
    } else if advertisers.count < Self.mostAdvertisers {
      advertisers.append(entry)
    } else {
      advertisers[next] = entry
      next = (next + 1) % Self.mostAdvertisers
    }
  }

  /// Whether a device said that it knows Channel Selection Algorithm #2; nil where it was not
  /// heard.
  func knowsChannelSelection2(_ address: DeviceAddress, _ type: AddressType) -> Bool? {
    position(of: address, type).map { advertisers[$0].usesChannelSelection2 }
  }

  private func position(of address: DeviceAddress, _ type: AddressType) -> Int? {
    advertisers.firstIndex { $0.address == address && $0.type == type }
  }
}
