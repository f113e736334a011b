// The options that say how a capture is recorded.

/// `--rotate` and `--keep`.
func liveRotation(_ parsed: ParsedArguments) throws(CommandFailure) -> Rotation {
  var rotation = Rotation()
  if let word = parsed.value(of: .rotate) {
    guard parsed.value(of: .write) != nil else {
      throw CommandFailure("'--rotate' needs '--write FILE'")
    }
    for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
      if let time = rotationTime(String(part)), rotation.time == nil {
        rotation.time = time
      } else if let size = byteSize(String(part)), rotation.size == nil {
        rotation.size = size
      } else {
        throw CommandFailure(
          "'\(word.text)' is not a size or time for '--rotate'; write 10MB, 10min or 10MB,10min, "
            + "with a size of at least 4kB and a time of at least 1s")
      }
    }
  }
  if parsed.isSet(.keep), !rotation.isWanted {
    throw CommandFailure("'--keep' needs '--rotate', which says when a file is full")
  }
  rotation.keep = try parsed.value(of: .keep, "is not a number of files for '--keep'", positive)
  return rotation
}

/// `10min`, `1h`, `90s`, `1d`: a time with its unit, as a number alone is a size.
private func rotationTime(_ text: String) -> Int64? {
  guard let time = longTime(text), time >= 1_000_000
  else { return nil }
  return time
}

/// `--sync`: microseconds; nil where it is left to the system.
func liveSync(_ parsed: ParsedArguments) throws(CommandFailure) -> Int64? {
  guard let word = parsed.value(of: .sync) else { return 1_000_000 }
  guard parsed.value(of: .write) != nil else {
    throw CommandFailure("'--sync' needs '--write FILE'")
  }
  if word.text == "off" { return nil }
  guard let time = longTime(word.text), time >= 100_000 else {
    throw CommandFailure(
      "'\(word.text)' is not a time for '--sync'; write off, or a time of at least 0.1s, such as "
        + "1s")
  }
  return time
}
