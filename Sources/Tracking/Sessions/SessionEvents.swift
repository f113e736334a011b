import BluetoothProtocol
import Bytes
import CaptureFiles

/// When something happened: the record, by its number and its time.
@frozen public struct Moment: Hashable, Sendable {
  public var frame: Int
  public var time: TraceTime

  @inlinable public init(frame: Int, time: TraceTime) {
    self.frame = frame
    self.time = time
  }

  @inlinable init(_ record: CapturedRecord) {
    self.init(frame: record.number, time: record.time)
  }
}

/// A value that one side pushed to the other: what streams and transfers are made of.
@frozen public struct AttributeValue: Sendable {
  @frozen public enum Kind: UInt8, Sendable {
    case notification, indication
    /// Write Command, Signed Write Command.
    case writeCommand
    case writeRequest
    /// Prepared and executed parts, put together.
    case longWrite

    /// Whether the server sent it.
    public var isFromServer: Bool { self == .notification || self == .indication }

    /// Whether the next one waits for its answer.
    var isConfirmed: Bool { self != .notification && self != .writeCommand }
  }

  public var moment: Moment
  public var connection: Int
  public var handle: ATTHandle
  public var kind: Kind
  public var direction: RecordDirection
  public var value: ByteRange
  /// The bearer's ATT_MTU at that moment; 0 where it cannot be known.
  public var mtu: Int

  @inlinable init(
    moment: Moment, connection: Int, handle: ATTHandle, kind: Kind, direction: RecordDirection,
    value: ByteRange, mtu: Int
  ) {
    self.moment = moment
    self.connection = connection
    self.handle = handle
    self.kind = kind
    self.direction = direction
    self.value = value
    self.mtu = mtu
  }
}

/// What follows from packets and is no value, for measures that keep time with a connection.
package enum SessionEvent: Sendable {
  /// A connection is there: from its beginning, or taken up in the middle.
  case opened(connection: Int, controller: Int, Moment, fromBeginning: Bool)
  /// The connection ended, or the capture did.
  case closed(connection: Int, Moment, isCaptureEnd: Bool)
  /// The connection interval in force from now on, in microseconds.
  case interval(connection: Int, Int)
  /// A subscription of `value` began or ended: 0 off, bit 0 notifications, bit 1 indications.
  case subscribed(connection: Int, Moment, value: ATTHandle, bits: UInt16, server: Side)
  /// It is known now what a value or a descriptor is: from discovery, or from an earlier
  /// connection.
  case typeLearned(connection: Int, ATTHandle, BluetoothUUID, server: Side)
  /// A transaction came to its end.
  ///
  /// - Parameter latency: nil where a sniffer may have missed the answer, and heard another one.
  case answered(connection: Int, by: Side, latency: Int64?)
  /// A response came without the request that it answers.
  case unasked(connection: Int, Moment, ATTOpcode, server: Side)
  /// The peer of a sniffed connection said that it had nothing more to send.
  case rested(connection: Int, TraceTime)
  /// How many packets of outgoing LE data the controller holds.
  case buffers(controller: Int, count: Int)
  case rssi(connection: Int, Moment, dBm: Int8)
  /// The same of a quality report of the controller.
  case qualityRSSI(connection: Int, Moment, dBm: Int8)
  /// An SDU of a channel that carries no ATT.
  case data(connection: Int, Moment)
  /// - Parameter octets: what the packet holds of a value, if it holds one: all after the headers
  ///   with which a value's PDU begins.
  case aclSent(connection: Int, Moment, octets: Int)
  case aclCompleted(connection: Int, Moment, count: Int)
  /// An attempt to connect begins, or is over as far as can be known yet.
  case attempt(AttemptKey, DeviceAddress, AddressType, Moment, isEnd: Bool)
}

/// Which side of a connection: the host that captured, or the device at the other end.
package enum Side: UInt8, Hashable, Sendable {
  case local, peer

  package var other: Side { self == .local ? .peer : .local }
}

/// One advertising report.
@frozen public struct Advertisement: Sendable {
  public var moment: Moment
  public var controller: Int
  public var address: DeviceAddress
  public var addressType: AddressType
  /// `nil` where the controller had none.
  public var rssi: Int8?
  public var txPower: Int8?
  /// Whether it can be connected to; `nil` where the report does not say.
  public var isConnectable: Bool?
  public var data: ByteRange
}

extension Advertisement {
  @inlinable @inline(__always)
  public init(_ report: LEAdvertisingReport, from controller: Int, at moment: Moment) {
    self.moment = moment
    self.controller = controller
    address = report.address
    addressType = report.addressType
    rssi = report.rssi
    txPower = nil
    isConnectable = report.isConnectable
    data = report.data
  }

  /// The one report of an event that holds no more.
  @inlinable @inline(__always)
  public init(alone record: CapturedRecord, from controller: Int, in bytes: Span<UInt8>) {
    self.init(
      LEAdvertisingReport(alone: record.bytes, in: bytes), from: controller,
      at: Moment(frame: record.number, time: record.time))
  }
}
