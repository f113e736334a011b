import CPrivileges
import LiveCapture

#if canImport(Glibc)
  import CMalloc
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The operating system's calls, in Swift's terms. This is the one file of the target that may say
// `unsafe`: every pointer lives only for the length of a call.

extension SystemError {
  static let notFound = SystemError(number: ENOENT)
  static let notPermitted = SystemError(number: EACCES)
  static let isDirectory = SystemError(number: EISDIR)
  static let notDirectory = SystemError(number: ENOTDIR)
  static let exists = SystemError(number: EEXIST)
  static let diskFull = SystemError(number: ENOSPC)
  static let brokenPipe = SystemError(number: EPIPE)
  static let fileTooLarge = SystemError(number: EFBIG)
  static let tooManyFiles = SystemError(number: EMFILE)
  static let nameTooLong = SystemError(number: ENAMETOOLONG)
  static let interrupted = SystemError(number: EINTR)

  /// The error of the last call that failed.
  static var last: SystemError { SystemError(number: errno) }
}

/// What kind of thing a name or descriptor stands for.
struct FileStatus: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case regular, directory, other }
  let kind: Kind
  let isNamedPipe: Bool
  let size: Int
  let device: UInt64
  let inode: UInt64
  let permissions: UInt32
  let owner: UInt32
  let group: UInt32
  /// Whether no name leads to it any more.
  let isRemoved: Bool

  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    default: kind = .other
    }
    isNamedPipe = status.st_mode & S_IFMT == S_IFIFO
    size = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    permissions = UInt32(status.st_mode & 0o777)
    owner = status.st_uid
    group = status.st_gid
    isRemoved = status.st_nlink == 0
  }

  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

// Inside of `POSIX` its own functions have these names.
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func endProcess(_ code: Int32) -> Never { exit(code) }

package enum POSIX {
  /// The directory that relative names start from.
  static let currentDirectory: Int32 = AT_FDCWD

  // MARK: Opening

  static func openForReading(_ path: [UInt8]) throws(SystemError) -> Int32 {
    try openAt(currentDirectory, path, O_RDONLY | O_NOCTTY)
  }

  static func openDirectory(_ path: [UInt8]) throws(SystemError) -> Int32 {
    try openAt(currentDirectory, path, O_RDONLY | O_DIRECTORY)
  }

  /// Opens for writing what is there already: a terminal, a pipe, a device. A pipe is waited for
  /// until something reads it, or a signal comes that is watched for. No write to it waits.
  static func openExisting(_ path: [UInt8]) throws(SystemError) -> Int32 {
    repeat {
      if let descriptor = try openPipe(path) { return descriptor }
      _ = poll(nil, 0, 50)
    } while !SignalWatch.isInterrupted
    throw .interrupted
  }

  /// Opens a named pipe for writing; nil while no program reads it. It is not waited for.
  static func openPipe(_ path: [UInt8]) throws(SystemError) -> Int32? {
    do {
      return try openAt(currentDirectory, path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
    } catch {
      guard error.number == ENXIO else { throw error }
      return nil
    }
  }

  /// Who may use a file that is created.
  enum Audience: mode_t {
    /// Its owner: it holds packets, and so keys, names and values.
    case owner = 0o600
    /// Whom the user's umask lets.
    case others = 0o666
  }

  /// Makes a new file; a name that is taken, by a link too, is an error. Under sudo it belongs to
  /// the calling user.
  static func create(
    _ name: [UInt8], in directory: Int32, for audience: Audience, readsBack: Bool = false
  ) throws(SystemError) -> Int32 {
    let access = readsBack ? O_RDWR : O_WRONLY
    let descriptor = try openAt(
      directory, name, access | O_CREAT | O_EXCL | O_NOFOLLOW, audience.rawValue)
    giveToCaller(descriptor)
    return descriptor
  }

  /// File systems without owners refuse it, which does no harm.
  static func giveToCaller(_ descriptor: Int32) {
    guard let caller = Privileges.caller else { return }
    _ = fchown(descriptor, caller.user, caller.group)
  }

  /// Opens a file made by `create` to write on at its end.
  static func openToAppend(_ name: [UInt8], in directory: Int32) throws(SystemError) -> Int32 {
    try openAt(directory, name, O_WRONLY | O_APPEND | O_NOFOLLOW)
  }

  private static func openAt(
    _ directory: Int32, _ path: [UInt8], _ flags: Int32, _ mode: mode_t = 0
  ) throws(SystemError) -> Int32 {
    while true {
      let descriptor = unsafe LiveSystem.withName(path) {
        unsafe openat(directory, $0, flags | O_CLOEXEC, mode)
      }
      if descriptor >= 0 { return descriptor }
      let error = SystemError.last
      if error.number != EINTR || SignalWatch.isInterrupted { throw error }
    }
  }

  /// Some file systems report only here that the disk is full.
  static func close(_ descriptor: Int32) throws(SystemError) {
    if closeFile(descriptor) != 0 && errno != EINTR { throw .last }
  }

  // MARK: Memory

  /// Payloads give memory back, and others ask for as much right after. Handed to the system in
  /// between it would come back as new pages, each cleared first.
  static func keepFreedMemory() {
    #if canImport(Glibc)
      _ = mallopt(M_TRIM_THRESHOLD, 16 << 20)
      // Stated as well, as the library does not adapt it any more once the other is set.
      _ = mallopt(M_MMAP_THRESHOLD, 4 << 20)
    #endif
  }

  // MARK: Writing

  static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if written > 0 {
        rest = rest.dropFirst(written)
        continue
      }
      let error = SystemError.last
      switch error.number {
      case EINTR: continue
      case EAGAIN: waitUntilWritable(descriptor)
      default: throw error
      }
    }
  }

  /// Writes to a pipe or a device as far as it takes something. It gives up where it takes nothing
  /// for a moment after a signal that is watched for, or for two seconds after `end`.
  static func writeWhileTaken(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, end: Int64? = nil
  ) throws(SystemError) {
    var rest = bytes
    var idleSince: Int64?
    while !rest.isEmpty {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&request, 1, 50) > 0, let written = try writeSome(rest, to: descriptor) {
        rest = rest.dropFirst(written)
        idleSince = nil
        continue
      }
      let now = LiveSystem.now
      guard SignalWatch.isInterrupted || now >= end ?? .max else { continue }
      let since = idleSince ?? now
      idleSince = since
      if now - since >= (SignalWatch.isInterrupted ? 300_000 : 2_000_000) { throw .interrupted }
    }
  }

  /// A pipe is given what it takes at once: where its flags are another program's, more would wait.
  /// nil where nothing is taken now.
  private static func writeSome(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int? {
    let written = unsafe bytes.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, min($0.count, Int(PIPE_BUF)))
    }
    if written > 0 { return written }
    let error = SystemError.last
    guard [EINTR, EAGAIN].contains(error.number) else { throw error }
    return nil
  }

  /// Some octets of a file, all of which are there.
  static func read(_ range: Range<Int>, of descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { octets in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: octets[done...])
        return unsafe pread(
          descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + done))
      }
      if count > 0 {
        done += count
      } else if count == 0 {
        throw SystemError(number: EIO)
      } else if errno != EINTR {
        throw .last
      }
    }
    return bytes
  }

  /// A terminal that was left in non-blocking mode by another program says "not now".
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }

  /// Waits until the bytes are on the disk. Pipes and some file systems cannot; that is no error.
  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    try check(fsync(descriptor))
  }

  /// The same for the contents alone, and the length.
  static func synchronizeData(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
      try synchronize(descriptor)
    #else
      try check(fdatasync(descriptor))
    #endif
  }

  private static func check(_ result: Int32) throws(SystemError) {
    if result != 0 && ![EINVAL, EROFS, ENOTSUP].contains(errno) { throw .last }
  }

  /// Waits until the names in a directory are on the disk, where the file system can.
  static func synchronizeDirectory(_ path: [UInt8]) {
    guard let descriptor = try? openDirectory(path) else { return }
    try? synchronize(descriptor)
    try? close(descriptor)
  }

  /// Cuts a file to so many octets, where it is one that can be cut.
  static func truncate(_ descriptor: Int32, to size: Int) {
    _ = ftruncate(descriptor, off_t(size))
  }

  /// The owner first, as far as this process may choose it: a file of another owner must not open
  /// to more users meanwhile.
  static func copyAccess(of file: FileStatus, to descriptor: Int32) {
    _ = fchown(descriptor, file.owner, file.group)
    _ = fchmod(descriptor, mode_t(file.permissions))
  }

  // MARK: Names

  static func status(_ path: [UInt8]) throws(SystemError) -> FileStatus {
    var result = stat()
    guard unsafe LiveSystem.withName(path, { unsafe stat($0, &result) }) == 0 else { throw .last }
    return FileStatus(result)
  }

  static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var result = stat()
    guard unsafe fstat(descriptor, &result) == 0 else { throw .last }
    return FileStatus(result)
  }

  /// Whether a name is that of a symbolic link.
  static func isLink(_ path: [UInt8]) -> Bool {
    var result = stat()
    return unsafe LiveSystem.withName(path) { unsafe lstat($0, &result) } == 0
      && result.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a name is that of something: of a link that leads nowhere, too.
  static func isTaken(_ path: [UInt8]) throws(SystemError) -> Bool {
    var result = stat()
    if unsafe LiveSystem.withName(path, { unsafe lstat($0, &result) }) == 0 { return true }
    guard SystemError.last == .notFound else { throw .last }
    return false
  }

  /// The name with every link in it followed.
  static func realPath(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let found = unsafe LiveSystem.withName(path, { unsafe realpath($0, nil) }) else {
      throw .last
    }
    defer { unsafe free(found) }
    return unsafe bytes(of: found)
  }

  /// The names in a directory, in the order of their octets, without `.` and `..`; of a directory
  /// with more than `limit` of them, those that come first.
  static func names(in path: [UInt8], limit: Int) throws(SystemError) -> [[UInt8]] {
    guard let directory = unsafe LiveSystem.withName(path, { unsafe opendir($0) }) else {
      throw .last
    }
    defer { _ = unsafe closedir(directory) }
    var names: [[UInt8]] = []
    while names.count < limit, let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe bytes(of: $0) }
      }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func makeDirectory(_ path: [UInt8]) throws(SystemError) {
    guard unsafe LiveSystem.withName(path, { unsafe mkdir($0, 0o777) }) == 0 else { throw .last }
  }

  static func isWritable(_ path: [UInt8]) -> Bool {
    unsafe LiveSystem.withName(path) { unsafe access($0, W_OK) } == 0
  }

  /// Gives a file another name, in place of whatever has it.
  static func replace(
    _ to: [UInt8], with from: [UInt8], in directory: Int32 = currentDirectory
  ) throws(SystemError) {
    let result = unsafe LiveSystem.withName(from) { old in
      unsafe LiveSystem.withName(to) { new in unsafe renameat(directory, old, directory, new) }
    }
    guard result == 0 else { throw .last }
  }

  /// Gives a file a second name, unless that is taken.
  static func link(_ from: [UInt8], to: [UInt8], in directory: Int32) throws(SystemError) {
    let result = unsafe LiveSystem.withName(from) { old in
      unsafe LiveSystem.withName(to) { new in unsafe linkat(directory, old, directory, new, 0) }
    }
    guard result == 0 else { throw .last }
  }

  /// Whether a file system without second names (FAT, some network ones) may have said this.
  static func meansNoLinks(_ error: SystemError) -> Bool {
    [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(error.number)
  }

  static func remove(_ name: [UInt8], in directory: Int32 = currentDirectory) {
    _ = unsafe LiveSystem.withName(name) { unsafe unlinkat(directory, $0, 0) }
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
  }

  // MARK: The process

  static var effectiveUser: UInt32 { geteuid() }

  static func user(_ user: UInt32, _ group: UInt32, mayWrite directory: [UInt8]) -> Bool {
    unsafe LiveSystem.withName(directory) { unsafe privileges_user_may(user, group, $0, true) }
  }

  static func user(_ user: UInt32, _ group: UInt32, mayRead file: [UInt8]) -> Bool {
    unsafe LiveSystem.withName(file) { unsafe privileges_user_may(user, group, $0, false) }
  }

  /// Without any capability.
  static func mayWriteBare(_ directory: [UInt8]) -> Bool {
    unsafe LiveSystem.withName(directory) { unsafe privileges_bare_may($0, true) }
  }

  static func mayReadBare(_ file: [UInt8]) -> Bool {
    unsafe LiveSystem.withName(file) { unsafe privileges_bare_may($0, false) }
  }

  static var processIdentifier: Int { Int(getpid()) }

  /// Processors that are running.
  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Nanoseconds of the monotonic clock.
  static var monotonicNanoseconds: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// A reader that goes away, and a file that may not grow any further, shall show as errors of
  /// `write`, not end the process.
  static func letWritesFail() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// A program that starts others may have them inherit that signals are blocked: it could not be
  /// interrupted then. Signals that are ignored, as by nohup, stay so.
  static func letSignalsThrough() {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&set, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Where the shell closed a standard stream, the next file opened would get its number, and be
  /// written to as if it were that stream. So the number is taken, in a way that lets the stream's
  /// use fail: the input cannot be read, the outputs cannot be written.
  static func occupyStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  static func exit(_ code: Int32) -> Never { endProcess(code) }

  /// The words after the program's name, byte for byte.
  static var arguments: [Argument] {
    let count = Int(CommandLine.argc)
    var words: [Argument] = []
    for index in 1..<max(count, 1) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      words.append(Argument(bytes: unsafe bytes(of: word)))
    }
    return words
  }
}
