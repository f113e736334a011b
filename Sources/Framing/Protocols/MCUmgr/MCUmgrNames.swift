/// Groups, commands and error codes of MCUmgr. Zephyr, `mgmt_defines.h`, and each group's page.
public enum MCUmgrNames {
  /// `image upload`; groups that have no name have their number.
  public static func command(group: UInt16, command: UInt8) -> String {
    guard let (name, commands) = groups[group] else { return "group \(group) command \(command)" }
    return "\(name) \(commands[command] ?? "command \(command)")"
  }

  /// Of the answers of version 1, and of those of version 2 that have no group.
  public static func error(_ code: Int) -> String? {
    errors[code] ?? (code >= 256 ? "an error of the application's own" : nil)
  }

  private static let groups: [UInt16: (String, [UInt8: String])] = [
    0: (
      "os",
      [
        0: "echo", 1: "console echo control", 2: "task statistics", 3: "memory pool statistics",
        4: "date and time", 5: "reset", 6: "parameters", 7: "info", 8: "bootloader info",
      ]
    ),
    1: (
      "image",
      [
        0: "state", 1: "upload", 2: "file", 3: "core dump list", 4: "core dump load", 5: "erase",
        6: "slot info",
      ]
    ),
    2: ("statistics", [0: "group data", 1: "list"]),
    3: ("settings", [0: "read or write", 1: "delete", 2: "commit", 3: "load or save"]),
    4: ("log", [0: "show", 1: "clear", 3: "module list", 4: "level list", 5: "list"]),
    8: (
      "file",
      [
        0: "upload or download", 1: "status", 2: "hash or checksum", 3: "supported hashes",
        4: "close",
      ]
    ),
    9: ("shell", [0: "command"]),
    10: ("enumeration", [0: "count", 1: "list", 2: "single", 3: "details"]),
    63: ("Zephyr", [0: "erase storage"]),
  ]

  private static let errors: [Int: String] = [
    0: "no error", 1: "unknown error", 2: "not enough memory", 3: "invalid value",
    4: "timeout", 5: "no such entry", 6: "not in this state", 7: "too large",
    8: "not supported", 9: "corrupt", 10: "busy", 11: "access denied",
    12: "protocol version too old", 13: "protocol version too new",
  ]
}
