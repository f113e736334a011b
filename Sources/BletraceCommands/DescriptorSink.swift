/// Standard output, standard error, or any open file descriptor, which stays open.
package final class DescriptorSink: ByteSink {
  private let descriptor: Int32

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ bytes: [UInt8]) throws(WriteFailure) {
    do {
      try POSIX.writeAll(bytes[...], to: descriptor)
    } catch {
      throw error == .brokenPipe ? .closedPipe : .system(error)
    }
  }
}

extension DescriptorSink {
  /// Octets of a file that was made here, which it was opened to read as well.
  func readBack(_ range: Range<Int>) throws(WriteFailure) -> [UInt8] {
    do {
      return try POSIX.read(range, of: descriptor)
    } catch {
      throw .system(error)
    }
  }
}

extension Invocation {
  /// The call that the shell made, with the real standard streams.
  package static func ofThisProcess() -> Invocation {
    POSIX.letWritesFail()
    POSIX.letSignalsThrough()
    POSIX.occupyStandardDescriptors()
    var environment: [EnvironmentVariable: String] = [:]
    for variable in EnvironmentVariable.allCases {
      environment[variable] = POSIX.environment(variable.rawValue)
    }
    var terminals = TerminalFacts()
    terminals.inputIsTerminal = POSIX.isTerminal(0)
    terminals.outputIsTerminal = POSIX.isTerminal(1)
    terminals.errorIsTerminal = POSIX.isTerminal(2)
    terminals.columns = POSIX.columns(of: 1) ?? POSIX.columns(of: 2)
    var invocation = Invocation(
      arguments: POSIX.arguments, standardInput: 0, output: DescriptorSink(1),
      errors: DescriptorSink(2), environment: environment, terminals: terminals)
    invocation.ownsProcess = true
    invocation.configurationFiles = Configuration.files(environment)
    return invocation
  }
}

/// Runs what the command line asks for, and ends the process.
package func runAndExit() -> Never {
  POSIX.keepFreedMemory()
  POSIX.exit(run(.ofThisProcess()).rawValue)
}
