import Report

/// `bletrace extcap`: what Wireshark asks a program in its list of interfaces.
///
/// The protocol is described in extcap(4) of Wireshark.
struct ExtcapCommand {
  /// Of the interface, and of the options of it in Wireshark's preferences.
  static let interface = "bletrace"

  private let parsed: ParsedArguments
  private let invocation: Invocation

  init(_ parsed: ParsedArguments, _ invocation: Invocation) {
    self.parsed = parsed
    self.invocation = invocation
  }

  func run() throws(CommandFailure) -> ExitCode {
    if parsed.isSet(.extcapInterfaces) { return invocation.deliver(Self.interfaces) }
    if let named = parsed.value(of: .extcapInterface), named.text != Self.interface {
      throw CommandFailure("unknown interface '\(named.text)'; the only one is \(Self.interface)")
    }
    if parsed.isSet(.extcapDLTs) { return invocation.deliver(Self.linkTypes) }
    if parsed.isSet(.extcapConfig) { return invocation.deliver(Self.configuration) }
    guard parsed.isSet(.capture) else {
      throw CommandFailure(
        "'extcap' is run by Wireshark; bletrace help extcap says how to install it")
    }
    guard let fifo = parsed.value(of: .fifo), let file = parsed.value(of: .file) else {
      throw CommandFailure("'--capture' needs --file, the capture to show, and --fifo")
    }
    // A name that begins with a hyphen is no option.
    let name = file.bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + file.bytes : file.bytes
    var export = invocation
    export.arguments =
      ["export", "-q", "--findings", "--format", "pcapng", "-o", fifo, Argument(bytes: name)]
    return BletraceCommands.run(export)
  }

  private static let interfaces = """
    extcap {version=\(Version.number)}{display=bletrace}
    interface {value=\(interface)}{display=bletrace: a capture file with its findings as comments}

    """

  /// What `export` writes: H4 with directions, or the Linux monitor.
  private static let linkTypes = """
    dlt {number=201}{name=BLUETOOTH_HCI_H4_WITH_PHDR}{display=Bluetooth H4 with direction}
    dlt {number=254}{name=BLUETOOTH_LINUX_MONITOR}{display=Bluetooth Linux Monitor}

    """

  private static let configuration = """
    arg {number=0}{call=--file}{display=Capture file}{tooltip=A capture in any format that bletrace \
    reads, such as a bug report}{type=fileselect}{mustexist=true}{required=true}

    """
}
