import CPrivileges

/// The privileges of this process, given up as soon as nothing needs them: a capture is input from
/// strangers.
enum Privileges {
  /// The user who ran sudo, to whom what this process creates belongs.
  static let caller: CallingUser? = CallingUser(
    effectiveUser: POSIX.effectiveUser, environment: POSIX.environment)

  /// What a live capture still opens or creates once it is under way.
  struct LaterFiles: Hashable {
    /// Directories in which files are created.
    var directories: [Argument] = []
    /// Files that are opened again.
    var read: [Argument] = []
    /// One of them takes the place of a file of another user, and is to belong to that user.
    var keepsOwner = false

    var isEmpty: Bool { directories.isEmpty && read.isEmpty }
  }

  /// At the start of a command that captures nothing: the right to capture, which the program may
  /// have from its file, is not needed to read one. Root reads and writes the files of all users.
  static func dropUnused() {
    privileges_seal()
    let isRoot = POSIX.effectiveUser == 0
    _ = privileges_drop(isRoot, isRoot)
  }

  /// Once the device and the files are open.
  ///
  /// Under sudo this process becomes the calling user, if that user may use what is opened later.
  /// Else root keeps of its capabilities those for files that it needs to do so, if it needs any.
  static func drop(before later: LaterFiles) throws(CommandFailure) {
    privileges_seal()
    let status: Int32
    if let caller, later.isEmpty || caller.mayUse(later) {
      status = privileges_become(caller.user, caller.group)
    } else {
      let isRoot = POSIX.effectiveUser == 0 && !later.isEmpty
      status = privileges_drop(
        isRoot && !mayUseBare(later), isRoot && (caller != nil || later.keepsOwner))
    }
    guard status == 0 else {
      throw CommandFailure("cannot drop privileges after the start")
    }
  }

  private static func mayUseBare(_ later: LaterFiles) -> Bool {
    later.directories.allSatisfy { POSIX.mayWriteBare($0.bytes) }
      && later.read.allSatisfy { POSIX.mayReadBare($0.bytes) }
  }
}

/// Who ran sudo, by the variables that it sets.
struct CallingUser: Hashable {
  let user: UInt32
  let group: UInt32

  /// nil where this process is not root's, or root was not asked for through sudo by another user.
  init?(effectiveUser: UInt32, environment: (String) -> String?) {
    guard effectiveUser == 0,
      let user = environment("SUDO_UID").flatMap({ UInt32($0) }), user != 0, user != .max,
      let group = environment("SUDO_GID").flatMap({ UInt32($0) }), group != .max
    else { return nil }
    self.user = user
    self.group = group
  }

  fileprivate func mayUse(_ later: Privileges.LaterFiles) -> Bool {
    later.directories.allSatisfy { POSIX.user(user, group, mayWrite: $0.bytes) }
      && later.read.allSatisfy { POSIX.user(user, group, mayRead: $0.bytes) }
  }
}
