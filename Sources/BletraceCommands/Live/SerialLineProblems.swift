import LiveCapture

/// Opens a serial line, or says why it cannot be opened.
func openSerialLine(
  _ name: Argument, _ speed: Int, endsWhenUnplugged: Bool
) throws(CommandFailure) -> any LiveSource {
  do throws(SerialLine.Problem) {
    return try SerialLine(path: name.bytes, speed: speed, endsWhenUnplugged: endsWhenUnplugged)
  } catch {
    throw CommandFailure(
      "\(name.text): \(error.reason)"
        + (error.isPermission
          ? "; on Debian the group dialout may use serial lines (sudo adduser \"$USER\" dialout, and "
            + "log in again)"
          : ""))
  }
}
