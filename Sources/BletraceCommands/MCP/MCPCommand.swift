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
    var lines = LineReader(
      FileDescriptorSource(descriptor: invocation.standardInput), longest: Self.longestMessage)
    while true {
      let line: LineReader.Line
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
