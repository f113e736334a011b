import BluetoothProtocol
import CPcap
import CaptureFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the monitor of this computer's Bluetooth cannot be read.
package enum MonitorError: Error, Hashable, Sendable {
  /// Not Linux, or a libpcap that was built without Bluetooth.
  case unsupported
  /// The kernel has no Bluetooth, or not for this container.
  case noBluetooth
  case notPermitted
  case other(String)

  /// - Parameter number: the system's error.
  init(_ number: Int32) {
    switch number {
    case EAFNOSUPPORT, EPROTONOSUPPORT: self = .noBluetooth
    case EPERM, EACCES: self = .notPermitted
    default: self = .other(LiveSystem.describe(number))
    }
  }
}

/// What the kernel keeps for a reader that is late.
package struct ReceiveBuffer: Hashable, Sendable {
  /// Memory for records and for what the kernel keeps beside each of them, in octets: `SO_RCVBUF`.
  package var octets: Int
  /// Larger than `net.core.rmem_max` allows, which takes CAP_NET_ADMIN.
  package var isForced: Bool

  package init(octets: Int, isForced: Bool) {
    self.octets = octets
    self.isForced = isForced
  }
}

/// libpcap's `bluetooth-monitor`: what all controllers of a Linux computer and their host say to
/// each other. Its `bluetooth0` and so on are never used: without rights they open all the same,
/// and show a part of the traffic without saying so.
@safe final class MonitorDevice: MonitorRecords {
  /// Can be read when a record is there.
  let descriptor: Int32
  private let handle: OpaquePointer
  /// nil where the kernel does not say.
  let receiveBuffer: ReceiveBuffer?
  /// nil where there are too many open files.
  let query: ControllerQuery?

  /// More than any packet has.
  private static let snapLength: Int32 = 1 << 18
  /// Room for the records of about a second at full speed, so that none is lost while the
  /// computer does something else.
  private static let wantedBuffer: Int32 = 16 << 20

  init() throws(MonitorError) {
    #if os(Linux)
      var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
      guard let handle = unsafe pcap_create("bluetooth-monitor", &message) else {
        throw .unsupported
      }
      unsafe pcap_set_snaplen(handle, Self.snapLength)
      let status = unsafe pcap_activate(handle)
      guard status >= 0 else {
        let text = unsafe String(cString: pcap_geterr(handle))
        unsafe pcap_close(handle)
        if status == PCAP_ERROR_NO_SUCH_DEVICE { throw .unsupported }
        throw Self.reason() ?? .other(text.isEmpty ? "libpcap error \(status)" : text)
      }
      unsafe self.handle = handle
      query = try? ControllerQuery()
      descriptor = unsafe pcap_get_selectable_fd(handle)
      receiveBuffer = Self.growReceiveBuffer(descriptor)
    #else
      throw .unsupported
    #endif
  }

  deinit { unsafe pcap_close(handle) }

  /// Whether a record can be taken without waiting.
  var isReadable: Bool { LiveSystem.wait([descriptor], milliseconds: 0)[0] }

  /// Takes one record, after `isReadable`, and appends it to a stream in btsnoop's format, if it is
  /// wanted.
  func take(_ stream: inout MonitorStream) throws(MonitorError) -> Int? {
    var header: UnsafeMutablePointer<pcap_pkthdr>?
    var octets: UnsafePointer<UInt8>?
    let status = unsafe pcap_next_ex(handle, &header, &octets)
    guard status >= 0 else {
      throw .other(unsafe String(cString: pcap_geterr(handle)))
    }
    guard status == 1, let header = unsafe header, let octets = unsafe octets else {
      return nil
    }
    let held = unsafe header.pointee
    // libpcap takes its own header off a packet that it does not look at: of one that is shorter
    // nearly 4 GB would be left.
    guard held.caplen <= Self.snapLength + 4 else { return 0 }
    let bytes = unsafe UnsafeBufferPointer(start: octets, count: Int(held.caplen))
    stream.append(
      unsafe bytes.span, originalCount: Int(held.len), seconds: Int64(held.ts.tv_sec),
      microseconds: Int64(held.ts.tv_usec))
    return Int(held.len)
  }

  /// What the kernel says of the socket: what is queued, and how many records it could not keep for
  /// this reader since it was opened; nil where the kernel does not say (before Linux 4.12).
  /// libpcap's own statistics always say 0.
  ///
  /// `SO_MEMINFO` gives nine numbers of 32 bits: the first is the memory of what is queued, the
  /// last counts the lost records.
  var state: SocketState? {
    #if os(Linux)
      var numbers = [UInt32](repeating: 0, count: 9)
      var length = socklen_t(numbers.count * 4)
      let status = unsafe numbers.withUnsafeMutableBytes {
        unsafe getsockopt(descriptor, SOL_SOCKET, 55, $0.baseAddress, &length)
      }
      guard status == 0, length == 36 else { return nil }
      return SocketState(queued: numbers[0], drops: numbers[8])
    #else
      return nil
    #endif
  }

  /// One octet is read of each.
  func discard(_ most: Int) -> Int {
    var octet: UInt8 = 0
    var count = 0
    while count < most, unsafe recv(descriptor, &octet, 1, Self.doNotWait) >= 0 { count += 1 }
    return count
  }

  private static let doNotWait = Int32(MSG_DONTWAIT)

  func connections(of controller: UInt16) -> [KernelConnectionNote] {
    query?.connections(of: controller) ?? []
  }

  #if os(Linux)
    /// libpcap's buffer size has no effect here. The larger buffer takes CAP_NET_ADMIN; without it
    /// the kernel gives as much as it gives everybody.
    private static func growReceiveBuffer(_ descriptor: Int32) -> ReceiveBuffer? {
      var size = wantedBuffer
      var length = socklen_t(MemoryLayout<Int32>.size)
      let isForced =
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &size, length) == 0
      if !isForced { _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, length) }
      guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, &length) == 0 else {
        return nil
      }
      return ReceiveBuffer(octets: Int(size), isForced: isForced)
    }

    /// Why the monitor channel cannot be opened, from the kernel itself: libpcap gives it only in
    /// words. nil if it can.
    ///
    ///     sockaddr_hci   family u16   device u16   channel u16, in the computer's own order
    private static func reason() -> MonitorError? {
      let (family, protocolHCI, allDevices, monitorChannel): (UInt16, Int32, UInt16, UInt16) =
        (31, 1, 0xFFFF, 2)
      let descriptor = socket(Int32(family), Int32(SOCK_RAW.rawValue), protocolHCI)
      guard descriptor >= 0 else { return MonitorError(errno) }
      defer { close(descriptor) }
      let address = [family, allDevices, monitorChannel]
      let status = unsafe address.withUnsafeBytes { bytes in
        unsafe bind(
          descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
          socklen_t(bytes.count))
      }
      return status == 0 ? nil : MonitorError(errno)
    }
  #endif
}
