import BluetoothProtocol
import PacketText

/// The options of `decode`, checked.
struct DecodeSettings {
  var packets = PacketOptions()
  var output: Argument?
  var isQuiet = false
  /// Of the transfer whose packets are wanted.
  var transfer: Int?

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    let isJSON = parsed.value(of: .format)?.text == "json"
    if isJSON, parsed.isSet(.verbose) || parsed.isSet(.bytes) {
      let option: Option = parsed.isSet(.verbose) ? .verbose : .bytes
      throw CommandFailure(
        "'\(option.spelling)' is for text only; the JSON always has every field")
    }
    packets.format =
      isJSON ? .json : parsed.isSet(.bytes) ? .octets : parsed.isSet(.verbose) ? .fields : .line
    packets.clock =
      parsed.value(of: .time).flatMap { PacketOptions.Clock(rawValue: $0.text) } ?? .relative
    output = parsed.value(of: .output).flatMap { $0.text == "-" ? nil : $0 }
    isQuiet = parsed.isSet(.quiet)
    let isTerminal = invocation.terminals.outputIsTerminal && output == nil
    packets.unicode = isJSON || !isTerminal || localeIsUTF8(invocation.environment)
    packets.keys = try parsed.airKeys(invocation)
    packets.selection = try PacketSelection(parsed)
    packets.layouts = try parsed.layoutFiles(invocation)
    let numbers = 1...1_000_000
    transfer = try parsed.value(of: .transferNumber, notNumber(.transferNumber, numbers)) {
      number($0, in: numbers)
    }
  }
}

extension PacketSelection {
  /// What the options select, of those that the command has.
  init(_ parsed: ParsedArguments) throws(CommandFailure) {
    self.init()
    let named = try parsed.values(
      of: .frames,
      "is not a selection of frames; write 120, 120-188 (the lower first), '#120-#122,#130' or "
        + "'#54 #55'",
      frameRanges)
    frames = merged(named.flatMap(\.self))
    connections = Set(try parsed.numbers(of: .connection, in: 1...1_000_000))
    handles = Set(
      try parsed.numbers(of: .handle, in: 0...0x0FFF).map { ConnectionHandle(UInt16($0)) })
    layers = Set(parsed.values(of: .layer).compactMap { PacketLayer(named: $0.text) })
    devices = Set(
      try parsed.values(of: .device, "is not an address; write 66:0D:F3:0A:7B:1C") {
        DeviceAddress(parsing: $0)
      })
    from = try time(.from, parsed)
    to = try time(.to, parsed)
    if let from, let to, from > to {
      throw CommandFailure("'--from' is later than '--to'")
    }
  }
}

extension ParsedArguments {
  fileprivate func numbers(
    of option: Option, in range: ClosedRange<Int>
  ) throws(CommandFailure) -> [Int] {
    try values(of: option, notNumber(option, range)) { number($0, in: range) }
  }
}

private func notNumber(_ option: Option, _ range: ClosedRange<Int>) -> String {
  "is not a value for '\(option.spelling)'; it is a number from \(range.lowerBound) to "
    + "\(range.upperBound)"
}

/// A decimal number, or a hexadecimal one with `0x`.
private func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
  let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
  let digits = isHex ? text.dropFirst(2) : text[...]
  let isPlain = digits.first?.isHexDigit ?? false
  guard isPlain, let value = Int(digits, radix: isHex ? 16 : 10), range.contains(value) else {
    return nil
  }
  return value
}

private func time(_ option: Option, _ parsed: ParsedArguments) throws(CommandFailure) -> Int64? {
  try parsed.value(
    of: option,
    "is not a time for '\(option.spelling)'; write its unit, as in 250ms or 1.5s"
  ) { text in
    if text.allSatisfy({ $0 == "0" || $0 == "." }), text.contains("0") { return 0 }
    // Times may count from the epoch, where stray records come first.
    return microseconds(text, most: .max / 2)
  }
}

/// `120`, `120-188`, `#120–#122, #130`, `#54 #55`, `#209 → #210`: numbers from 1 on, with commas
/// or spaces between them; nil for anything else.
func frameRanges(_ text: String) -> [ClosedRange<Int>]? {
  var plain = text.replacing("#", with: "").replacing("\u{A0}", with: " ")
  for dash in ["..", "->", "→", "–"] { plain = plain.replacing(dash, with: "-") }
  // Spaces around a dash separate nothing.
  plain = plain.split(separator: "-", omittingEmptySubsequences: false).map { side in
    side.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }.joined(separator: "-")
  var ranges: [ClosedRange<Int>] = []
  for part in plain.split(separator: ",", omittingEmptySubsequences: false) {
    let words = part.split(separator: " ")
    guard !words.isEmpty else { return nil }
    for word in words {
      guard let range = frameRange(word) else { return nil }
      ranges.append(range)
    }
  }
  return ranges
}

/// `120`, `120-188`
private func frameRange(_ word: Substring) -> ClosedRange<Int>? {
  let ends = word.split(separator: "-", omittingEmptySubsequences: false)
  let numbers = ends.compactMap { end in
    end.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(end) : nil
  }
  guard numbers.count == ends.count, ends.count <= 2, let first = numbers.first,
    let last = numbers.last, first >= 1, first <= last
  else { return nil }
  return first...last
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
