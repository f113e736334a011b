import BluetoothProtocol

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks the kernel about controllers and connections. Needs no rights.
///
/// The kernel writes a Control Open record into every monitor when such a socket is used for the
/// first time, and a Control Close record when it is closed: so there is one for the whole run.
package final class ControllerQuery: Sendable {
  private let descriptor: Int32

  package init() throws(MonitorError) {
    #if os(Linux)
      // AF_BLUETOOTH and BTPROTO_HCI.
      descriptor = socket(31, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 1)
      guard descriptor >= 0 else { throw MonitorError(errno) }
    #else
      throw .unsupported
    #endif
  }

  deinit { LiveSystem.closeFile(descriptor) }

  /// Which controllers there are.
  package func controllers() throws(MonitorError) -> [AttachedController] {
    var list = ControllerListRequest.empty
    // HCIGETDEVLIST
    guard query(0x8004_48D2, &list) else { throw .other(LiveSystem.describe(errno)) }
    var found: [AttachedController] = []
    for index in ControllerListRequest.indexes(list) {
      var answer = AttachedController.request(index)
      // HCIGETDEVINFO. One that goes in this moment is none.
      guard query(0x8004_48D3, &answer) else { continue }
      if let controller = AttachedController(answer) { found.append(controller) }
    }
    return found.sorted { $0.index < $1.index }
  }

  /// The connections of a controller; none where it has gone.
  func connections(of controller: UInt16) -> [KernelConnectionNote] {
    var list = ConnectionListRequest.empty(controller)
    // HCIGETCONNLIST
    guard query(0x8004_48D4, &list) else { return [] }
    return ConnectionListRequest.connections(list)
  }

  private func query(_ request: UInt, _ bytes: inout [UInt8]) -> Bool {
    #if os(Linux)
      unsafe bytes.withUnsafeMutableBytes { unsafe ioctl(descriptor, request, $0.baseAddress!) }
        == 0
    #else
      false
    #endif
  }
}
