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
