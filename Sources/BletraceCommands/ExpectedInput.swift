import CaptureFiles
import Text
import Tracking

extension Invocation {
  /// What `--expect` names.
  func expectedFile(_ parsed: ParsedArguments) throws(CommandFailure) -> ExpectedFile? {
    guard let file = parsed.value(of: .expect) else { return nil }
    let name = file.asInput.text
    if (try? POSIX.status(file.bytes))?.kind == .directory {
      throw CommandFailure("\(name): is a directory; '--expect' needs the file that was sent")
    }
    let (descriptor, status) = try open(file)
    defer {
      if !file.isStandardInput { try? POSIX.close(descriptor) }
    }
    let limit = ExpectedFile.limit
    let tooLong = CommandFailure(
      "\(name): is longer than \(byteCount(limit)), the most that '--expect' compares")
    var bytes: [UInt8] = []
    if status.kind == .regular {
      guard status.size <= limit else { throw tooLong }
      bytes.reserveCapacity(Int(status.size))
    }
    do {
      let source = FileDescriptorSource(descriptor: descriptor)
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let got = try source.read(into: &piece, at: 0, upTo: piece.count)
        guard got > 0 else { break }
        guard bytes.count + got <= limit else { throw tooLong }
        bytes += piece[..<got]
      }
    } catch let error as CaptureFileError {
      throw CommandFailure("\(name): \(error.message)")
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure("\(name): cannot be read")
    }
    guard !bytes.isEmpty else {
      throw CommandFailure("\(name): is empty; '--expect' needs the file that was sent")
    }
    return ExpectedFile(name: name, bytes: bytes)
  }
}
