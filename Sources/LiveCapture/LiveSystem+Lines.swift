#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// What serial lines and connections need of the operating system.
extension LiveSystem {
  static func isPermission(_ number: Int32) -> Bool { number == EACCES || number == EPERM }

  // MARK: Serial lines

  /// Bits a second, and what the system calls them.
  static let lineSpeeds: [(speed: Int, code: speed_t)] = {
    var speeds: [(Int, Int)] = [
      (9600, Int(B9600)), (19_200, Int(B19200)), (38_400, Int(B38400)), (57_600, Int(B57600)),
      (115_200, Int(B115200)), (230_400, Int(B230400)),
    ]
    #if os(Linux)
      speeds += [
        (460_800, Int(B460800)), (500_000, Int(B500000)), (576_000, Int(B576000)),
        (921_600, Int(B921600)), (1_000_000, Int(B1000000)), (1_152_000, Int(B1152000)),
        (1_500_000, Int(B1500000)), (2_000_000, Int(B2000000)), (2_500_000, Int(B2500000)),
        (3_000_000, Int(B3000000)), (3_500_000, Int(B3500000)), (4_000_000, Int(B4000000)),
      ]
    #endif
    return speeds.map { (speed: $0.0, code: speed_t($0.1)) }
  }()

  /// Octets as they come: 8 data bits, no parity, 1 stop bit, no flow control, and no notice taken
  /// of modem lines. False where it is no serial line, or does not know the speed.
  static func setUpLine(_ descriptor: Int32, speed: Int) -> Bool {
    var settings = termios()
    guard let code = lineSpeeds.first(where: { $0.speed == speed })?.code,
      unsafe tcgetattr(descriptor, &settings) == 0
    else { return false }
    unsafe cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~tcflag_t(CSTOPB)
    #if os(Linux)
      settings.c_cflag &= ~tcflag_t(CRTSCTS)
    #endif
    return unsafe cfsetispeed(&settings, code) == 0 && cfsetospeed(&settings, code) == 0
      && tcsetattr(descriptor, TCSANOW, &settings) == 0
  }

  // MARK: Connections

  enum Connection {
    case connected(Int32)
    case stopped
    case failure(String)
  }

  /// Tries the addresses of the host one after the other.
  ///
  /// - Parameters:
  ///   - stop: can be read when it is no longer wanted.
  ///   - limit: milliseconds for all of them.
  static func connect(_ address: NetworkAddress, stop: Int32, _ limit: Int) -> Connection {
    var hints = unsafe addrinfo()
    #if canImport(Glibc)
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    unsafe hints.ai_flags = AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    let status = unsafe getaddrinfo(address.host, String(address.port), &hints, &list)
    guard status == 0 else {
      return .failure(
        status == EAI_SYSTEM
          ? describe(errno)
          : unsafe gai_strerror(status).map { unsafe String(cString: $0) } ?? "no such host")
    }
    defer { unsafe freeaddrinfo(list) }
    let deadline = now + Int64(limit) * 1000
    var failure = Connection.failure("the host has no address")
    var next = unsafe list
    while let candidate = unsafe next?.pointee {
      failure = unsafe connect(candidate, stop, deadline)
      guard case .failure = failure else { return failure }
      unsafe next = candidate.ai_next
    }
    return failure
  }

  private static func connect(
    _ candidate: addrinfo, _ stop: Int32, _ deadline: Int64
  ) -> Connection {
    let descriptor = unsafe socket(
      candidate.ai_family, candidate.ai_socktype, candidate.ai_protocol)
    guard descriptor >= 0 else { return .failure(describe(errno)) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    watchOver(descriptor)
    #if canImport(Glibc)
      let status = unsafe Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen)
    #elseif canImport(Musl)
      let status = unsafe Musl.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen)
    #else
      let status = unsafe Darwin.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen)
    #endif
    if status == 0 { return .connected(descriptor) }
    guard errno == EINPROGRESS || errno == EINTR else {
      let number = errno
      close(descriptor)
      return .failure(describe(number))
    }
    let result = finishConnecting(descriptor, stop, deadline)
    if case .connected = result { return result }
    close(descriptor)
    return result
  }

  /// Waits until the connection is there, or is not to be.
  private static func finishConnecting(
    _ descriptor: Int32, _ stop: Int32, _ deadline: Int64
  ) -> Connection {
    while true {
      let left = (deadline - now) / 1000
      guard left > 0 else { return .failure("no answer in time") }
      var requests = [
        pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe requests.withUnsafeMutableBufferPointer {
        unsafe poll($0.baseAddress, nfds_t($0.count), Int32(clamping: left))
      }
      if requests[1].revents != 0 { return .stopped }
      guard requests[0].revents != 0 else { continue }
      var number: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else {
        return .failure(describe(errno))
      }
      return number == 0 ? .connected(descriptor) : .failure(describe(number))
    }
  }

  /// A peer that is gone without a word is noticed within about a minute.
  private static func watchOver(_ descriptor: Int32) {
    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
      var value = value
      _ = unsafe setsockopt(
        descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    #if os(Linux)
      set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
      set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
      set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
    #endif
  }
}
