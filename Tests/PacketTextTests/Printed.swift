import BletraceTestSupport
import CaptureFiles
import Text

@testable import PacketText

/// Bytes handed out as a file would be.
final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    let taken = min(count, bytes.count - position)
    for index in 0..<taken { buffer[offset + index] = bytes[position + index] }
    position += taken
    return taken
  }
}

/// What is printed of a capture.
func printed(
  _ capture: [UInt8], _ set: (inout PacketOptions) -> Void = { _ in }
) -> String {
  var options = PacketOptions()
  set(&options)
  var printer = PacketPrinter(options)
  var output = TextBuffer()
  guard var reader = try? CaptureReader(MemorySource(capture)) else { return "" }
  var batch: [CapturedRecord] = []
  while (try? reader.nextBatch(into: &batch)) ?? false {
    printer.add(batch, in: reader.window.span, losses: reader.losses, to: &output)
  }
  printer.end(CaptureFacts(reader), to: &output)
  return output.text
}

func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
