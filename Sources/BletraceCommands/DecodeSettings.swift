import BluetoothProtocol
import PacketText

/// The options of `decode`, judged.
struct DecodeSettings {
  var packets = PacketOptions()
  var output: Argument?
  var isQuiet = false
  /// Of the transfer whose packets are wanted.
  var transfer: Int?

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(UsageError) {
    let isJSON = parsed.value(of: .format)?.text == "json"
    if isJSON, parsed.isSet(.verbose) || parsed.isSet(.bytes) {
      let option: Option = parsed.isSet(.verbose) ? .verbose : .bytes
      throw UsageError(
        message: "'\(option.spelling)' goes with the text; the JSON holds every field already")
    }
    packets.format =
      isJSON ? .json : parsed.isSet(.bytes) ? .octets : parsed.isSet(.verbose) ? .fields : .line
    packets.clock =
      parsed.value(of: .time).flatMap { PacketOptions.Clock(rawValue: $0.text) } ?? .relative
    output = parsed.value(of: .output).flatMap { $0.text == "-" ? nil : $0 }
    isQuiet = parsed.isSet(.quiet)
    let isTerminal = invocation.terminals.outputIsTerminal && output == nil
    packets.unicode = isJSON || !isTerminal || localeIsUTF8(invocation.environment)
    packets.selection = try selection(parsed)
    if let word = parsed.value(of: .transferNumber) {
      transfer = try number(word, .transferNumber, in: 1...1_000_000)
    }
  }
}

private func selection(_ parsed: ParsedArguments) throws(UsageError) -> PacketSelection {
  var selection = PacketSelection()
  var frames: [ClosedRange<Int>] = []
  for word in parsed.values(of: .frames) {
    guard let ranges = frameRanges(word.text) else {
      throw UsageError(
        message: "'\(word.text)' are no frames; they are written as 120, 120-188 or "
          + "#120-#122,#130")
    }
    frames += ranges
  }
  selection.frames = merged(frames)
  for word in parsed.values(of: .connection) {
    selection.connections.insert(try number(word, .connection, in: 1...1_000_000))
  }
  for word in parsed.values(of: .handle) {
    let handle = try number(word, .handle, in: 0...0x0FFF)
    selection.handles.insert(ConnectionHandle(UInt16(handle)))
  }
  for word in parsed.values(of: .layer) {
    if let layer = PacketLayer(rawValue: word.text) { selection.layers.insert(layer) }
  }
  for word in parsed.values(of: .device) {
    guard let address = DeviceAddress(parsing: word.text) else {
      throw UsageError(
        message: "'\(word.text)' is no address; it is written as 66:0D:F3:0A:7B:1C")
    }
    selection.devices.insert(address)
  }
  selection.from = try time(.from, parsed)
  selection.to = try time(.to, parsed)
  if let from = selection.from, let to = selection.to, from > to {
    throw UsageError(message: "'--from' lies behind '--to': nothing lies between them")
  }
  return selection
}

/// A decimal number, or a hexadecimal one with `0x`.
private func number(
  _ word: Argument, _ option: Option, in range: ClosedRange<Int>
) throws(UsageError) -> Int {
  let text = word.text
  let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
  let digits = isHex ? text.dropFirst(2) : text[...]
  let isPlain = digits.first?.isHexDigit ?? false
  guard isPlain, let value = Int(digits, radix: isHex ? 16 : 10), range.contains(value) else {
    throw UsageError(
      message: "'\(text)' is no value for '\(option.spelling)'; it is a number from "
        + "\(range.lowerBound) to \(range.upperBound)")
  }
  return value
}

private func time(_ option: Option, _ parsed: ParsedArguments) throws(UsageError) -> Int64? {
  guard let word = parsed.value(of: option) else { return nil }
  let text = word.text
  let hasUnit = text.hasSuffix("s")
  if text.allSatisfy({ $0 == "0" || $0 == "." }), text.contains("0") { return 0 }
  guard let value = microseconds(hasUnit ? text : text + "s") else {
    throw UsageError(
      message: "'\(text)' is no time for '\(option.spelling)'; it is written as 12.5, 250ms or "
        + "1.5s, and is at most a day")
  }
  return value
}

/// `120`, `120-188`, `#120–#122, #130`, `#209 → #210`: numbers from 1 on; nil for anything else.
func frameRanges(_ text: String) -> [ClosedRange<Int>]? {
  var ranges: [ClosedRange<Int>] = []
  let plain = text.filter { $0 != "#" && $0 != " " && $0 != "\u{A0}" }
  for part in plain.split(separator: ",", omittingEmptySubsequences: false) {
    var ends = [part]
    for dash in ["..", "->", "→", "–", "-"] where part.contains(dash) {
      ends = part.split(separator: dash, omittingEmptySubsequences: false)
      break
    }
    let numbers = ends.compactMap { end in
      end.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(end) : nil
    }
    guard numbers.count == ends.count, ends.count <= 2, let first = numbers.first,
      let last = numbers.last, first >= 1, first <= last
    else { return nil }
    ranges.append(first...last)
  }
  return ranges
}

/// The same frames in ranges that are sorted and do not touch.
func merged(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
  var result: [ClosedRange<Int>] = []
  for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
    if let last = result.last, range.lowerBound - 1 <= last.upperBound {
      result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    } else {
      result.append(range)
    }
  }
  return result
}
