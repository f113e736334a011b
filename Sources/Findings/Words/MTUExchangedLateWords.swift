import Report

extension MTUExchangedLateRule {
  static let summary = "The MTU was exchanged only after a transfer had begun."
  static let explanation = """
    Until the exchange a value carries at most 20 bytes. An exchange during a transfer changes the \
    chunk size in the middle of it, and apps that calculated it once continue with the old size or \
    cut wrongly: this is reported for any transfer. An exchange after a transfer is reported if \
    the transfer had at least \(leastBytes) and at least \(Wording.times(leastRatio.value)) the \
    chunks it needed. For bulk data without a marker, bulk-small-values reports this if the larger \
    MTU would have saved a fifth of the time.
    """

  var message: String {
    // One alone may be the end of the transfer.
    let sizes = transfer.chunkBytes.entries.filter { $0.value > 1 }.compactMap { Int($0.key) }
    let chunks = sizes.filter { $0 <= 20 }.max().map {
      ": chunks had at most \($0) bytes before the exchange, and may have \(mtu - 3) after it"
    }
    return "MTU \(mtu) was exchanged \(isInside ? "in the middle of" : "only after") "
      + "\(Wording.transfer(transfer))\(chunks ?? "")."
  }

  var advice: String? {
    "The central should exchange the MTU before it subscribes, and the sending app should query "
      + "the chunk size again with each transfer."
  }
}
