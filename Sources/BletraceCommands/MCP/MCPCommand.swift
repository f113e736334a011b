import CaptureFiles

/// `bletrace mcp FOLDER...`: the Model Context Protocol on standard input and output, one message
/// per line, until the input ends.
/// Its specification is at modelcontextprotocol.io, "Transports", stdio.
struct MCPCommand {
  /// Octets of a message. The longest that a client has reason to send has some thousand.
  static let longestMessage = 1 << 20

  private let invocation: Invocation
  private let server: MCPServer

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    server = MCPServer(
      MCPAnswers(try OpenedFolders(parsed.operands), unpackLimit: invocation.unpackLimit))
  }

  func run() throws(CommandFailure) -> ExitCode {
    var lines = MessageLines(
      FileDescriptorSource(descriptor: invocation.standardInput), longest: Self.longestMessage)
    while true {
      let line: MessageLines.Line
      do throws(CaptureFileError) {
        guard let next = try lines.next() else { return .success }
        line = next
      } catch {
        throw CommandFailure("-", error)
      }
      guard let answer = server.answer(to: line) else { continue }
      do throws(WriteFailure) {
        try invocation.output.write(answer)
      } catch {
        // A client that has gone needs no answers.
        return invocation.deliver { (_) throws(WriteFailure) in throw error }
      }
    }
  }
}

/// The lines of an input, however long it is.
struct MessageLines {
  enum Line: Equatable {
    case whole([UInt8])
    /// Longer than is taken; its octets were passed over.
    case tooLong
  }

  private let source: any ByteSource
  private let longest: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var hasEnded = false

  init(_ source: any ByteSource, longest: Int) {
    self.source = source
    self.longest = longest
  }

  /// The next line without its end; nil at the end of the input. A last line may lack its end.
  mutating func next() throws(CaptureFileError) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if unread.isEmpty {
        guard !hasEnded else { break }
        unread = 0..<(try source.read(into: &buffer, at: 0, upTo: buffer.count))
        if unread.isEmpty {
          hasEnded = true
          break
        }
      }
      let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
      let piece = unread.lowerBound..<(end ?? unread.upperBound)
      if line.count + piece.count > longest { isTooLong = true }
      if !isTooLong { line += buffer[piece] }
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil { return isTooLong ? .tooLong : .whole(line) }
    }
    return isTooLong ? .tooLong : line.isEmpty ? nil : .whole(line)
  }
}
