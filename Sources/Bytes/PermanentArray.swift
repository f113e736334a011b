/// Elements that are made once and stay for as long as the program runs.
///
/// No references to them are counted: a struct that holds such an array is plain data, and copying
/// it costs no more than its octets. What is made is never freed, so it is for the tables of the
/// program, each made once, and never for what an input brings.
@safe @frozen
public struct PermanentArray<Element: BitwiseCopyable & Sendable>: BitwiseCopyable,
  @unchecked Sendable
{
  /// Nil where there are no elements.
  @usableFromInline package let first: UnsafePointer<Element>?
  @usableFromInline let length: UInt32

  @inlinable init(_ first: UnsafePointer<Element>?, count: Int) {
    unsafe self.first = first
    length = UInt32(count)
  }

  // Inlinable, as a generic one asks at run time, for each array, what its elements are.
  @inlinable public init(_ elements: [Element]) {
    guard !elements.isEmpty else {
      unsafe self.init(nil, count: 0)
      return
    }
    let storage = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = unsafe storage.initialize(from: elements)
    unsafe self.init(UnsafePointer(storage.baseAddress), count: elements.count)
  }

  @inlinable public var count: Int { Int(length) }
  @inlinable public var isEmpty: Bool { length == 0 }

  @inlinable public subscript(index: Int) -> Element {
    guard index >= 0, index < count, let first = unsafe first else {
      preconditionFailure("no element \(index) of \(count)")
    }
    return unsafe first[index]
  }
}

extension PermanentArray where Element == UInt8 {
  /// The octets of a text in the program itself; nothing is copied.
  public init(_ text: StaticString) {
    if text.hasPointerRepresentation {
      unsafe self.init(text.utf8Start, count: text.utf8CodeUnitCount)
    } else {
      // A single character is kept as itself, and has no address in memory.
      self.init(Array(text.description.utf8))
    }
  }

  public var text: String {
    unsafe String(decoding: UnsafeBufferPointer(start: first, count: count), as: UTF8.self)
  }
}
