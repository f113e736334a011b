import CaptureFiles
import Report

/// `bletrace extcap`: what Wireshark asks a program in its list of interfaces.
///
/// The protocol is described in extcap(4) of Wireshark.
struct ExtcapCommand {
  /// Of the interface of a file, and of the options of it in Wireshark's preferences.
  static let interface = "bletrace"
  /// Of the interface of this computer's controllers.
  static let liveInterface = "bletrace-live"

  private let parsed: ParsedArguments
  private let invocation: Invocation

  init(_ parsed: ParsedArguments, _ invocation: Invocation) {
    self.parsed = parsed
    self.invocation = invocation
  }

  func run() throws(CommandFailure) -> ExitCode {
    if parsed.isSet(.extcapInterfaces) { return invocation.deliver(Self.interfaces) }
    let isLive = Self.isLive(parsed)
    if let named = parsed.value(of: .extcapInterface), !isLive, named.text != Self.interface {
      throw CommandFailure(
        "unknown interface '\(named.text)'; there are \(Self.interface) and \(Self.liveInterface)")
    }
    if parsed.isSet(.extcapDLTs) {
      return invocation.deliver(Self.dlts(isLive ? [.linuxMonitor] : Self.linkTypes))
    }
    if parsed.isSet(.extcapConfig) {
      return invocation.deliver(isLive ? "" : Self.configuration)
    }
    guard parsed.isSet(.capture) else {
      throw CommandFailure(
        "'extcap' is run by Wireshark; bletrace help extcap says how to install it")
    }
    if isLive { return try captureLive() }
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

  static func isLive(_ parsed: ParsedArguments) -> Bool {
    parsed.value(of: .extcapInterface)?.text == liveInterface
  }

  /// What `live` records of all controllers, until Wireshark ends it.
  private func captureLive() throws(CommandFailure) -> ExitCode {
    guard let fifo = parsed.value(of: .fifo) else {
      throw CommandFailure("'--capture' needs --fifo")
    }
    guard
      case .run(let live) = try parse([
        "live", "--quiet", "--format", "json", "--iface", "any", "--sync", "off", "--write", fifo,
      ])
    else { return .trouble }
    // Wireshark does not read what an extcap program prints: the pipe would be full some time.
    var quiet = invocation
    quiet.output = Discarded()
    return try LiveCommand(live, quiet, recordedAs: .pcapng).run()
  }

  private final class Discarded: ByteSink {
    func write(_ bytes: [UInt8]) throws(WriteFailure) {}
  }

  private static let interfaces = """
    extcap {version=\(Version.number)}{display=bletrace}
    interface {value=\(interface)}{display=bletrace: a capture file with its findings}
    interface {value=\(liveInterface)}{display=bletrace: Bluetooth controllers of this computer}

    """

  /// What `export` writes: H4 with directions, the Linux monitor, or the link type of a sniffer.
  private static let linkTypes = LinkType.allCases.filter { $0.pcapNumber == $0.written }

  private static func dlts(_ links: [LinkType]) -> String {
    links.map { link in
      let (name, display) =
        switch link {
        case .hciH1, .hciH4, .hciH4WithDirection, .usbLinux, .usbLinuxMapped, .usbPcap,
          .usbDarwin:
          ("BLUETOOTH_HCI_H4_WITH_PHDR", "Bluetooth H4 with direction")
        case .linuxMonitor: ("BLUETOOTH_LINUX_MONITOR", "Bluetooth Linux Monitor")
        case .leLL: ("BLUETOOTH_LE_LL", "Bluetooth Low Energy Link Layer")
        case .leLLWithHeader: ("BLUETOOTH_LE_LL_WITH_PHDR", "Bluetooth Low Energy Link Layer RF")
        case .nordicBLE: ("NORDIC_BLE", "nRF Sniffer for Bluetooth LE")
        case .ppiLELL: ("PPI", "Per-Packet Information header")
        }
      return "dlt {number=\(link.written)}{name=\(name)}{display=\(display)}\n"
    }.joined()
  }

  private static let configuration = """
    arg {number=0}{call=--file}{display=Capture file}{tooltip=A capture in any format that bletrace \
    reads, such as a bug report}{type=fileselect}{mustexist=true}{required=true}

    """
}
