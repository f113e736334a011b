import Report
import Text

extension DataBeforeEncryptionRule {
  static let summary = "Values were sent unencrypted before the link was encrypted."
  static let explanation = """
    A sniffer can read them. It is a warning if the server also refused the same attribute because \
    of missing encryption or pairing on that connection: then its values were meant to be secret. \
    It is info if the connection was encrypted, or paired, only after the first of the values: \
    often the app did not wait, and the value may not be secret. For values that were sent only \
    before the encryption the finding gives their number; for values that were also sent \
    afterwards it gives the first frame. Reads are not examined.
    """

  var names: [String] {
    streams.prefix(3).map { stream in
      let kind = stream.kind.rawValue
      return stream.lastFrame < encrypted
        ? "\(Wording.count(stream.count, kind)) of \(stream.shortName)"
        : "\(kind)s of \(stream.shortName) starting at #\(stream.firstFrame)"
    }
  }

  var message: String {
    let more = streams.count > 3 ? ", and of \(streams.count - 3) more characteristics" : ""
    return "Values were sent unencrypted before the link was encrypted (#\(encrypted)): "
      + "\(Wording.list(names))\(more)"
      + (areRefused ? ", which the server refused because security was missing." : ".")
  }

  var advice: String? {
    "The app should send no private data before the link is encrypted: wait for the end of the "
      + "pairing. The server should require encryption for each attribute that needs it."
  }
}
