import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@Suite struct ByteSourceTests {
  private func openError(_ path: String) -> CaptureFileError? {
    do throws(CaptureFileError) {
      _ = try FileDescriptorSource(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func files() throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "bletrace-\(UUID().uuidString).btsnoop"
    ).path
    let bytes = everyKind().btsnoop()
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try read(FileDescriptorSource(path: path)) == read(bytes))
  }

  @Test("a file can be passed over up to its end, a pipe cannot")
  func jumps() throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "bletrace-jump-\(ProcessInfo.processInfo.processIdentifier)"
    ).path()
    #expect(FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3, 4, 5, 6])))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try FileDescriptorSource(path: path)
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try source.read(into: &buffer, at: 0, upTo: 1) == 1)
    #expect(source.jump(2) == 2)
    #expect(try source.read(into: &buffer, at: 0, upTo: 1) == 1 && buffer[0] == 4)
    #expect(source.jump(100) == 2 && source.jump(1) == 0)
    #expect(try source.read(into: &buffer, at: 0, upTo: 1) == 0)
    #expect(MemorySource([1, 2]).jump(1) == 0)
  }

  @Test func pipes() throws {
    let bytes = everyKind().pcapng()
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    let source = FileDescriptorSource(descriptor: pipe.fileHandleForReading.fileDescriptor)
    #expect(try read(source) == read(bytes))
  }

  @Test func missingFilesAndDirectories() {
    let directory = FileManager.default.temporaryDirectory.path
    #expect(openError(directory) == .isDirectory(path: directory))
    let missing = directory + "/bletrace-no-such-file"
    #expect(openError(missing)?.message.contains("No such file or directory") == true)
  }

  @Test func badDescriptor() {
    func error() -> CaptureFileError? {
      do throws(CaptureFileError) {
        _ = try read(FileDescriptorSource(descriptor: -1))
        return nil
      } catch {
        return error
      }
    }
    #expect(error()?.message == "cannot read: Bad file descriptor")
  }
}
