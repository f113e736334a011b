import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// Archives that another program wrote, truly compressed.
@Suite("Archives that Python writes")
struct PythonArchiveTests {
  private static let python = "/usr/bin/python3"
  /// Where it is missing the tests are skipped on a developer's machine, and fail in CI.
  private static var isExpected: Bool {
    ProcessInfo.processInfo.environment["CI"] == "true"
      || FileManager.default.fileExists(atPath: python)
  }

  /// Writes an archive to the first argument: files named `log` and `log.last`, beside a text, each
  /// the file in the second.
  private static let script = """
    import gzip, io, sys, tarfile, zipfile
    target, source, way = sys.argv[1:]
    capture = open(source, 'rb').read()
    files = [('text', b'some text ' * 10000), ('log', capture), ('log.last', capture)]
    class Pipe(io.RawIOBase):
      def __init__(self, file): self.file = file
      def writable(self): return True
      def write(self, octets): return self.file.write(octets)
    with open(target, 'wb') as out:
      if way.startswith('zip'):
        method = zipfile.ZIP_STORED if way == 'zip-stored' else zipfile.ZIP_DEFLATED
        file = Pipe(out) if way == 'zip-piped' else out
        with zipfile.ZipFile(file, 'w', method) as archive:
          for name, contents in files:
            with archive.open(name, 'w', force_zip64=way == 'zip-64') as entry: entry.write(contents)
      else:
        packing, form = way.split('-')
        with tarfile.open(fileobj=out, mode='w:' + packing, format=int(form)) as archive:
          for name, contents in files:
            info = tarfile.TarInfo('p' * 120 + '/' + name if form != '0' else name)
            info.size, info.mtime = len(contents), 1700000000.5
            archive.addfile(info, io.BytesIO(contents))
    """

  @Test(
    "its zip and tar archives are read, of a file and of a pipe", .enabled(if: isExpected),
    arguments: [
      "zip-stored", "zip-deflated", "zip-piped", "zip-64", "gz-0", "gz-1", "gz-2", "-0", "-1", "-2",
    ])
  func archives(way: String) throws {
    let folder = try TemporaryFolder()
    let sample = projectFolder + "/samples/fault-shared-radio/capture.btsnoop"
    let path = folder["archive"]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-c", Self.script, path, sample, way]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let result = bletrace("analyze", "-q", "--format", "json", path)
    #expect(result.code == .success && result.errors == "")
    let alone = bletrace("analyze", "--format", "json", sample, sample)
    #expect(try withoutPaths(result.output) == withoutPaths(alone.output))
    // Without a place to go back to.
    let pipe = Pipe()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      try? writing.write(contentsOf: bytes)
      try? writing.close()
    }
    let piped = bletrace(
      ["analyze", "-q", "--format", "json", "-"],
      standardInput: pipe.fileHandleForReading.fileDescriptor)
    #expect(piped.code == .success && piped.errors == "")
    #expect(try withoutPaths(piped.output) == withoutPaths(alone.output))
  }

  private func withoutPaths(_ report: String) throws -> [Substring] {
    let lines = report.split(separator: "\n")
    let others = lines.filter { !$0.contains("\"path\": ") }
    #expect(lines.count == others.count + 2)
    return others
  }
}
