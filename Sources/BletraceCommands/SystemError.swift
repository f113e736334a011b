import LiveCapture

/// What cannot be done, in one line for the user: `NAME: why`.
struct CommandFailure: Error, Hashable {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  init(_ name: Argument, _ error: SystemError) {
    self.init("\(name.text): \(error.message)")
  }
}

/// An error number of the operating system, and the plain words for it.
package struct SystemError: Error, Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  package var message: String {
    switch self {
    case .notFound: "no such file or directory"
    case .notPermitted: "permission denied"
    case .isDirectory: "is a directory"
    case .exists: "exists already"
    case .diskFull: "no space left on the disk"
    case .fileTooLarge: "file too large for this file system"
    case .nameTooLong: "file name too long"
    case .interrupted: "interrupted while it was opened"
    default: LiveSystem.describe(number)
    }
  }
}
