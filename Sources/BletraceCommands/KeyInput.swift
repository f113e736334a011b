import CaptureFiles
import Tracking

extension ParsedArguments {
  /// The keys that the options name. They are never given as values of options, which other users
  /// of the machine may see.
  func airKeys(_ invocation: Invocation) throws(CommandFailure) -> AirKeys {
    var keys = AirKeys()
    keys.guessesPasskeys = isSet(.crackTK)
    let files = values(of: .keys)
    let captures = values(of: .keysFrom)
    if files.isEmpty, captures.isEmpty { return keys }
    try invocation.checkStandardInput(among: operands + otherInputs)
    for file in files { try invocation.read(file, into: &keys) }
    for capture in captures {
      try invocation.read(captured: capture, into: &keys, isQuiet: isSet(.quiet))
    }
    return keys
  }
}

extension Invocation {
  fileprivate func read(_ file: Argument, into keys: inout AirKeys) throws(CommandFailure) {
    let (descriptor, _) = try open(file)
    defer {
      if !file.isStandardInput { try? POSIX.close(descriptor) }
    }
    var text: [UInt8] = []
    do throws(CaptureFileError) {
      let source = FileDescriptorSource(descriptor: descriptor)
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while text.count <= AirKeys.mostOctets {
        let got = try source.read(into: &piece, at: 0, upTo: piece.count)
        guard got > 0 else { break }
        text += piece.prefix(got)
      }
    } catch {
      throw CommandFailure(file.asInput, error)
    }
    do throws(AirKeys.Fault) {
      try keys.add(text: text.span)
    } catch {
      throw CommandFailure("\(file.asInput.text):\(error.line): \(error.message)")
    }
  }

  /// The keys that a capture of one of the devices holds.
  fileprivate func read(
    captured file: Argument, into keys: inout AirKeys, isQuiet: Bool
  ) throws(CommandFailure) {
    let (found, isFull) = try CaptureInput.open(file, self) { (input) throws(CommandFailure) in
      var reader = try input.reader()
      var collector = KeyCollector()
      var batch: [CapturedRecord] = []
      do throws(CaptureFileError) {
        while try reader.nextBatch(into: &batch) { collector.add(batch, in: reader.window.span) }
      } catch {
        throw CommandFailure(input.name, error)
      }
      if let trouble = input.trouble(reader) { throw trouble }
      return (collector.keys, collector.isFull)
    }
    var areAllKept = !isFull
    for key in found where !keys.add(key) { areAllKept = false }
    guard !isQuiet else { return }
    if found.isEmpty { complain("\(file.asInput.text): has no key of an LE connection") }
    if !areAllKept {
      complain(
        "\(file.asInput.text): has more keys, or pairings, than the "
          + "\(grouped(AirKeys.most)) that are used")
    }
  }
}
