import Report

extension ChunkBelowMTURule {
  static let summary = "Chunks are much smaller than the MTU allows, and need more packets."
  static let explanation = """
    A notification or a write carries up to MTU - 3 bytes. The rule reports data of at least \
    \(BulkData.least) that took at least \(Wording.times(leastRatio.value)) as many chunks as \
    needed; less takes too little time to be noticed. A stream without an end marker counts from \
    \(BulkData.leastOfStream) on, if its values look like pieces of larger ones: nearly all of one \
    length, more than one per connection event. bulk-small-values reports streams that carry runs. \
    The rule reports nothing if the MTU is not known, or was exchanged only later: see \
    mtu-exchanged-late.
    """

  var message: String {
    "\(data.name(uuid)) took \(Wording.count(data.chunks, data.noun)) of \(data.chunkBytes) bytes; "
      + "\(needed) of \(mtu - 3) bytes would be enough."
  }

  var advice: String? {
    "The sending app should query the size instead of assuming 20: maximumUpdateValueLength of the "
      + "central, maximumWriteValueLength of the peripheral, or MTU - 3."
  }
}
