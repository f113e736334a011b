import BluetoothProtocol
import CaptureFiles
import Tracking
import Workbench

extension ParsedArguments {
  /// The layout files that are named.
  func layoutFiles(_ invocation: Invocation) throws(CommandFailure) -> [LayoutFile] {
    var files: [LayoutFile] = []
    for file in values(of: .layout) { files.append(try invocation.layoutFile(file)) }
    return files
  }
}

extension Invocation {
  private static let longestLine = 8192
  private static let mostLines = 20_000

  fileprivate func layoutFile(_ file: Argument) throws(CommandFailure) -> LayoutFile {
    let (descriptor, _) = try open(file)
    defer {
      if !file.isStandardInput { try? POSIX.close(descriptor) }
    }
    let name = file.asInput.text
    var reader = LineReader(
      FileDescriptorSource(descriptor: descriptor), longest: Self.longestLine)
    var lines: [[UInt8]] = []
    while let line = try reader.next(of: file) {
      guard !line.isCut, lines.count < Self.mostLines else {
        throw CommandFailure(
          "\(name):\(lines.count + 1): a layout file has at most \(grouped(Self.mostLines)) lines "
            + "of \(grouped(Self.longestLine)) bytes")
      }
      lines.append(line.octets)
    }
    do throws(LayoutFileError) {
      return try LayoutFile(lines)
    } catch {
      throw CommandFailure("\(name):\(error.line): \(error.message)")
    }
  }
}

extension AnalysisOptions {
  /// Layouts of characteristics; `--framing` counts more.
  mutating func apply(_ file: LayoutFile) {
    for section in file.sections {
      for place in section.places {
        switch place {
        case .uuid(let uuid): framingLayouts[uuid] = section.framing
        case .handle(let handle): handleLayouts[handle] = section.framing
        }
      }
    }
  }
}
