import TraceBytes

/// Tells the format from the first octets, and leaves the cursor behind the file header.
func detectCaptureFormat(
  _ source: any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor
) throws(CaptureFileError) -> (CaptureFormat, any RecordWalker) {
  try cursor.fill(&window, from: source, BtsnoopWalker.fileHeader)
  let available = cursor.end
  if available == 0 { throw .empty }
  if startsWith(window, BtsnoopWalker.magic, available) {
    guard available >= BtsnoopWalker.fileHeader else { throw .headerCut(.btsnoop) }
    cursor.position = BtsnoopWalker.fileHeader
    return (.btsnoop, try BtsnoopWalker(header: window.span))
  }
  throw .notACapture(firstBytes: Array(window[..<min(available, 16)]))
}

/// Whether the first octets are `magic`; a file that ends inside it counts if it agrees so far.
private func startsWith(_ window: [UInt8], _ magic: [UInt8], _ available: Int) -> Bool {
  let count = min(magic.count, available)
  return window[..<count].elementsEqual(magic[..<count])
}
