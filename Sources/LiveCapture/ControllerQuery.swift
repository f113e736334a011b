#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks the kernel which controllers there are. Needs no rights.
package func attachedControllers() throws(MonitorError) -> [AttachedController] {
  #if os(Linux)
    // AF_BLUETOOTH and BTPROTO_HCI.
    let descriptor = socket(31, Int32(SOCK_RAW.rawValue), 1)
    guard descriptor >= 0 else {
      switch errno {
      case EAFNOSUPPORT, EPROTONOSUPPORT: throw .noBluetooth
      case EPERM, EACCES: throw .notPermitted
      default: throw .other(LiveSystem.describe(errno))
      }
    }
    defer { close(descriptor) }
    var list = ControllerListRequest.empty
    guard query(descriptor, 0x8004_48D2, &list) else {
      throw .other(LiveSystem.describe(errno))
    }
    var found: [AttachedController] = []
    for index in ControllerListRequest.indexes(list) {
      var answer = AttachedController.request(index)
      // One that goes in this moment is none.
      guard query(descriptor, 0x8004_48D3, &answer) else { continue }
      if let controller = AttachedController(answer) { found.append(controller) }
    }
    return found.sorted { $0.index < $1.index }
  #else
    throw .unsupported
  #endif
}

#if os(Linux)
  private func query(_ descriptor: Int32, _ request: UInt, _ bytes: inout [UInt8]) -> Bool {
    unsafe bytes.withUnsafeMutableBytes { unsafe ioctl(descriptor, request, $0.baseAddress!) } == 0
  }
#endif
