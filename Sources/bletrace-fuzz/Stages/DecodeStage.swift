import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import PacketText
import Text

/// Packets of every kind as text: each line, each field, each octet, each object.
enum DecodeStage: FuzzStage {
  static let name = "decode"
  static let form = InputForm.script(after: 1)

  static func run(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    var packets = CaptureBuilder(step: 5000)
    packets.connect(isPeripheral: choice & 4 != 0)
    for (choice, octets) in PacketScript.pieces(of: Array(input.dropFirst())) {
      let direction: RecordDirection = choice & 1 == 0 ? .rx : .tx
      let original = choice & 8 == 0 ? nil : octets.count + Int(choice >> 4)
      switch choice >> 1 & 3 {
      case 0: packets.add(.event, .rx, octets, originalLength: original)
      case 1: packets.add(.command, .tx, octets, originalLength: original)
      case 2:
        let channels: [UInt16] = [1, 4, 5, 6, 7, 4, 5, 0x40]
        packets.l2cap(direction, channels[Int(choice >> 4) & 7], octets)
      default: packets.add(choice & 0x10 == 0 ? .iso : .sco, direction, octets)
      }
    }
    print(packets.btsnoop(), options(choice))
  }

  private static func options(_ choice: UInt8) -> PacketOptions {
    let formats: [PacketOptions.Format] = [.line, .fields, .octets, .json]
    let clocks: [PacketOptions.Clock] = [.relative, .absolute, .delta, .relative]
    var options = PacketOptions()
    options.format = formats[Int(choice & 3)]
    options.clock = clocks[Int(choice >> 3 & 3)]
    options.unicode = choice & 32 == 0
    switch choice >> 6 {
    case 1: options.selection.frames = [2...3, 5...9]
    case 2:
      options.selection.connections = [1]
      options.selection.layers = [.att, .l2cap]
      options.selection.from = 20_000
    case 3:
      options.selection.handles = [ConnectionHandle(CaptureBuilder.handle)]
      options.selection.transfer = SelectedTransfer(
        connection: 1, handle: ATTHandle(0x10), frames: 2...20)
    default: break
    }
    return options
  }

  private static func print(_ file: [UInt8], _ options: PacketOptions) {
    var printer = PacketPrinter(options)
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file), windowSize: 1024)
      var batch: [CapturedRecord] = []
      while try reader.nextBatch(into: &batch) {
        var text = TextBuffer()
        printer.add(batch, in: reader.window.span, losses: reader.losses, to: &text)
        check(text.bytes, options)
      }
      var text = TextBuffer()
      printer.end(CaptureFacts(reader), to: &text)
      check(text.bytes, options)
    } catch {
      end("the script is a capture")
    }
  }

  private static func check(_ output: [UInt8], _ options: PacketOptions) {
    promise(ReportChecks.isClean(output), "what acts on a terminal")
    if case .json = options.format { checkLines(output) }
  }

  /// Each line is an object of JSON.
  private static func checkLines(_ output: [UInt8]) {
    var start = 0
    while let end = output[start...].firstIndex(of: 0x0A) {
      promise(isWholeJSON(Array(output[start..<end])), "a line that is no JSON")
      start = end + 1
    }
    promise(start == output.count, "a line without its end")
  }
}
