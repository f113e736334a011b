import CaptureFiles
import PacketText

/// The options of `export`, checked.
struct ExportSettings {
  var output: Argument
  var container: CaptureFileWriter.Container
  var selection: PacketSelection
  /// What is replaced; nil where nothing is.
  var redaction: RedactionSettings?
  /// Whether the findings are written, too.
  var annotates: Bool
  var isQuiet: Bool
  /// Whether the captures are of several sniffers, and made one.
  var mergesAir: Bool

  init(_ parsed: ParsedArguments) throws(CommandFailure) {
    guard let output = parsed.value(of: .output) else {
      throw CommandFailure(
        "'export' needs a file to write: bletrace export FILE -o OUT, such as -o part.pcapng")
    }
    self.output = output
    container = try Self.container(parsed, output)
    selection = try PacketSelection(parsed)
    redaction = try RedactionSettings(parsed)
    annotates = parsed.isSet(.findings)
    isQuiet = parsed.isSet(.quiet)
    mergesAir = parsed.isSet(.mergeAir)
    try checkFindings()
    guard !mergesAir || selection.isEverything && redaction == nil && !annotates else {
      throw CommandFailure(
        "'--merge-air' writes all packets as they are: export a part of the merged file, or redact "
          + "it, with a second export")
    }
  }

  private func checkFindings() throws(CommandFailure) {
    guard annotates else { return }
    guard container == .pcapng else {
      throw CommandFailure(
        "'--findings' needs pcapng: use an output name that ends in .pcapng, or add --format "
          + "pcapng")
    }
    guard redaction == nil else {
      throw CommandFailure(
        "'--findings' would write the original names into the redacted file; write that file with "
          + "'--redact' first, and export it with '--findings'")
    }
  }

  /// By `--format`, or else by the suffix of the output.
  static func container(
    _ parsed: ParsedArguments, _ output: Argument
  ) throws(CommandFailure) -> CaptureFileWriter.Container {
    if let named = parsed.value(of: .format)?.text,
      let container = CaptureFileWriter.Container(rawValue: named)
    {
      return container
    }
    let name = output.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // Upper case letters of ASCII differ by one bit.
    let suffix = parts.count > 1 ? parts[parts.count - 1].map { $0 | 0x20 } : []
    switch String(decoding: suffix, as: UTF8.self) {
    case "btsnoop", "snoop", "log", "cfa": return .btsnoop
    case "pcap", "cap": return .pcap
    case "pcapng", "ntar": return .pcapng
    case "pklg": return .packetlogger
    default:
      guard output.text != "-" else {
        throw CommandFailure("standard output: name the format with --format")
      }
      throw CommandFailure(
        "\(output.text): the name does not say which format to write; use one that ends in "
          + ".btsnoop, .pcap, .pcapng or .pklg, or add --format")
    }
  }
}
