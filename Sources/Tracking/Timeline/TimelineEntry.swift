import BluetoothProtocol
import CaptureFiles

/// One thing that happened, without words yet.
struct TimelineEntry: Sendable {
  var moment: Moment
  /// Index among the connections.
  var connection: Int?
  var content: Content

  enum Content: Sendable {
    case step(SessionStep)
    case heard(HeardDevice)
    case transaction(TimelineTransaction)
    case run(ValueRun)
  }
}

/// A device that was heard in one scan: its first report, and what the others of that scan add up
/// to.
struct HeardDevice: Sendable {
  /// Index of the controller that heard it.
  var controller: Int
  var address: DeviceAddress
  var type: AddressType
  /// What the report itself said.
  var name: [UInt8]
  var services: [BluetoothUUID]
  var txPower: Int8?
  var company: UInt16?
  var rssi: Int8?
  /// The first report that held the name, where it was not the first of all: the scan response.
  var isScanResponse: Bool
  var further: Further

  /// The reports of this scan that follow.
  struct Further: Sendable {
    var count = 0
    var last: Moment
    /// Of the first one, too.
    var range: ClosedRange<Int8>?

    init(_ first: Advertisement) {
      last = first.moment
      range = first.rssi.map { $0...$0 }
    }

    mutating func add(_ report: Advertisement) {
      count &+= 1
      last = report.moment
      guard let rssi = report.rssi else { return }
      range = range.map { min($0.lowerBound, rssi)...max($0.upperBound, rssi) } ?? rssi...rssi
    }
  }
}

/// A request or an indication that was answered, and what the answer held.
struct TimelineTransaction: Sendable {
  var request: Moment
  var answer: Moment
  var latency: Int64
  var opcode: ATTOpcode
  var handle: ATTHandle?
  var end: ATTHandle?
  var type: BluetoothUUID?
  var isOfDescriptor: Bool
  var subscription: UInt16?
  /// Octets that were written, or read.
  var octets: Int
  var server: Side
  var error: ATTErrorCode?
  /// What a discovery found.
  var found: [FoundAttribute] = []
  var mtu: Int

  init(_ transaction: ATTTransaction) {
    request = transaction.request
    answer = transaction.answer
    latency = transaction.latency
    opcode = transaction.opcode
    handle = transaction.handle
    end = transaction.end
    type = transaction.type
    isOfDescriptor = transaction.isOfDescriptor
    subscription = transaction.subscription
    octets = transaction.octets
    server = transaction.server
    error = transaction.error
    mtu = transaction.mtu
  }
}

/// A service, a characteristic, an included service or a descriptor, as a response describes it.
struct FoundAttribute: Sendable {
  var handle: ATTHandle
  /// The end of a service's handles; the value's handle of a characteristic.
  var other: ATTHandle?
  var uuid: BluetoothUUID?
}

/// Values that follow one another on one characteristic. Up to three are listed; more are
/// reported as one.
struct ValueRun: Sendable {
  enum Kind: Hashable, Sendable {
    case notification, indication, writeCommand
    case read, writeRequest
    /// Parts of a long value, after the first one of a read.
    case readOn, writePrepared
    case rssi
    /// The controller had no buffer left, has one again, and the host went on with notifications,
    /// or with writes without response.
    case roomForNotifications, roomForWrites
    /// Responses whose requests are not in the capture.
    case unaskedResponse(ATTOpcode)
  }

  struct Key: Hashable, Sendable {
    var kind: Kind
    var handle: ATTHandle
    var server: Side
  }

  struct Item: Sendable {
    /// For what is asked for: when it was asked.
    var asked: Moment
    var moment: Moment
    var octets: Int
    var dBm: Int8 = 0
  }

  static let fewest = 4

  let key: Key
  /// Runs of a connection have the same number that nothing else came between.
  let stretch: Int
  /// The first ones; later ones are only counted.
  private(set) var items: [Item]
  private(set) var last: Item
  private(set) var count = 1
  private(set) var octets: Int
  private(set) var range: ClosedRange<Int8>

  init(_ key: Key, _ item: Item, stretch: Int) {
    self.key = key
    self.stretch = stretch
    items = [item]
    last = item
    octets = item.octets
    range = item.dBm...item.dBm
  }

  mutating func add(_ item: Item) {
    count &+= 1
    octets &+= item.octets
    last = item
    range = min(range.lowerBound, item.dBm)...max(range.upperBound, item.dBm)
    if items.count < Self.fewest - 1 { items.append(item) }
  }

  var isFolded: Bool { count >= Self.fewest }
}

extension TimelineEntry.Content {
  /// Octets that it takes beside what every entry does: its lists, and the words made of them.
  var octets: Int {
    switch self {
    case .heard(let device): device.name.count + 64 * device.services.count
    case .transaction(let transaction): 128 * transaction.found.count
    case .step, .run: 0
    }
  }
}
