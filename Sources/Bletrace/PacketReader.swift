import CaptureFiles
import PacketText

/// A packet with its fields, as `bletrace decode` shows it.
public typealias Packet = DecodedPacket

/// Reads the packets of a capture one by one, in constant memory.
///
/// ```swift
/// var packets = try PacketReader(contentsOf: "capture.btsnoop")
/// while let packet = try packets.next() {
///   if packet.layer == .att { print(packet.frame, packet.summary) }
/// }
/// ```
///
/// Sessions are followed on the way: attribute handles have names as soon as discovery was seen,
/// and fragments are put together.
public struct PacketReader: ~Copyable {
  private var reader: CaptureReader
  private var printer = PacketPrinter(PacketOptions())
  private var batch: [CapturedRecord] = []
  private var position = 0

  /// - Throws: ``BletraceError/cannotRead(_:)`` and ``BletraceError/notACapture(_:)``.
  public init(contentsOf path: String) throws(BletraceError) {
    do throws(CaptureFileError) {
      reader = try CaptureReader(try FileDescriptorSource(path: path))
    } catch {
      throw BletraceError(error)
    }
  }

  /// Of a capture file that is in memory.
  ///
  /// - Throws: ``BletraceError/notACapture(_:)``.
  public init(of octets: [UInt8]) throws(BletraceError) {
    do throws(CaptureFileError) {
      reader = try CaptureReader(MemorySource(octets))
    } catch {
      throw BletraceError(error)
    }
  }

  /// The next packet, or a note of the logger; `nil` at the end, which is also where a capture
  /// stops making sense: see ``damage``.
  public mutating func next() throws(BletraceError) -> Packet? {
    if position == batch.count {
      position = 0
      do throws(CaptureFileError) {
        guard try reader.nextBatch(into: &batch) else {
          batch = []
          return nil
        }
      } catch {
        throw BletraceError(error)
      }
      printer.timeOfDayIsKnown = reader.timeOfDayIsKnown
    }
    defer { position += 1 }
    let window = reader.window
    return printer.decode(batch[position], in: window.span)
  }

  /// Where and why reading ended before the end of the file, or what was skipped; `nil` where all
  /// could be read.
  public var damage: (offset: Int, reason: String)? {
    reader.unreadable.map { ($0.offset, $0.reason) }
  }
}
