import BluetoothProtocol

/// A command that a controller refused: whether that matters, and what to do about it.
struct CommandRefusal {
  let command: HCIOpcode
  let status: HCIStatus
  /// The first octet of its parameters.
  let first: Int

  /// Refusals that belong to the ways of stacks, and cost nothing.
  var isHarmless: Bool {
    if command.isVendorSpecific { return true }
    let isCancel = Self.cancels.contains(command.rawValue)
    // At its start a stack reads and sets what not every controller has.
    let isSettingUp = Self.settingUp.contains(command.rawValue)
    return switch status.rawValue {
    // A stack tries what its controller can do: Unknown HCI Command, Unsupported Feature or
    // Parameter Value, and Unsupported Remote Feature. But who sets up advertising in the old way
    // has nothing else to fall back on.
    case 0x01, 0x11, 0x1A: !setsUpLegacyAdvertising
    // The connection ended meanwhile; `sent-after-end` has those that came later.
    case 0x02: true
    // Authentication or a link key that this host does not want.
    case 0x05, 0x06, 0x18: true
    // What is not on cannot be switched off, what is done already is not done again, and a role
    // that a device has, or that its controller keeps, is not switched.
    case 0x0C:
      Self.switches.contains(command.rawValue) && first == 0 || isCancel || command == .switchRole
    case 0x12: isCancel || isSettingUp
    // It is in the list already.
    case 0x17: command.rawValue == 0x2011
    case 0x20, 0x30: isSettingUp
    default: false
    }
  }

  /// LE Set Advertising Enable, Scan Enable, their extended forms, Periodic Advertising Enable.
  private static let switches: Set<UInt16> = [0x200A, 0x200C, 0x2039, 0x2042, 0x2040]
  /// LE Set Advertising Parameters, and LE Set Advertising Enable that switches it on.
  private var setsUpLegacyAdvertising: Bool {
    command.rawValue == 0x2006 || command.rawValue == 0x200A && first != 0
  }

  /// Inquiry Cancel, Create Connection Cancel, Remote Name Request Cancel, Exit Periodic Inquiry,
  /// LE Create Connection Cancel, Periodic Advertising Create Sync Cancel.
  private static let cancels: Set<UInt16> = [0x0402, 0x0408, 0x041A, 0x0404, 0x200E, 0x2045]

  /// Delete Stored Link Key, event masks, Configure Data Path, Read Local Extended Features, Read
  /// Local Supported Codecs.
  private static let settingUp: Set<UInt16> = [
    0x0C12, 0x0C01, 0x0C63, 0x0C83, 0x2001, 0x1004, 0x100B, 0x100D,
  ]

  /// Connections, their parameters and their ends have rules of their own.
  var isReportedElsewhere: Bool {
    switch command {
    case .createConnection, .leCreateConnection, .leExtendedCreateConnectionV1,
      .leExtendedCreateConnectionV2, .disconnect, .leConnectionUpdate:
      true
    default: false
    }
  }

  /// Whether something that an app asked for does not come about: advertising, scanning, periodic
  /// advertising, isochronous streams.
  var failsPurpose: Bool {
    Self.purposes.contains(command.rawValue)
      && (first != 0 || !Self.switches.contains(command.rawValue))
  }

  private static let purposes: Set<UInt16> = [
    0x200A, 0x2039, 0x2040,
    // LE Periodic Advertising Create Sync, LE Create CIS, Accept CIS Request, Create BIG, BIG
    // Create Sync, LE Setup ISO Data Path.
    0x2044, 0x2064, 0x2066, 0x2068, 0x206B, 0x206E,
    // LE Set Periodic Advertising Subevent Data, Response Data, Sync Subevent.
    0x2082, 0x2083, 0x2084,
  ]

  static func advice(_ status: HCIStatus) -> String? {
    switch status.rawValue {
    case 0x01, 0x11:
      "The controller cannot do this: see what it says to Read Local Supported Commands and LE Read "
        + "Local Supported Features."
    case 0x07, 0x0D:
      "The controller has no room for one more: end or remove something first, or configure it with more."
    case 0x09, 0x0B: "Look for the connection that exists already."
    case 0x0C:
      "The controller's state does not allow it now: look at the commands before it, such as a "
        + "scan, advertising or a connection attempt that is still on."
    case 0x12:
      "A parameter is out of its range, or does not fit another one: compare the command with the "
        + "specification's table of its parameters."
    default: nil
    }
  }
}
