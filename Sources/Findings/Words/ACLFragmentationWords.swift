import Report

extension ACLFragmentationRule {
  static let summary = "The controller's buffers are too small for the long packets of the link."
  static let explanation = """
    The host cuts each PDU into pieces of the controller's buffer size (LE Read Buffer Size), and \
    a piece does not share a Link Layer packet with the next one. So if the buffers are smaller \
    than the agreed data length, packets are shorter than possible, and one value takes several \
    buffers. The rule reports data of at least \(BulkData.least), sent by this host, if this at \
    least doubles the number of packets. MTU, data length and buffer size are three different \
    numbers.
    """

  var message: String {
    "The host cut each chunk of \(data.chunkBytes) bytes into \(pieces) pieces for the "
      + "controller's buffers of \(buffers.bytes) bytes. With the link's data length of "
      + "\(linkOctets) bytes, \(possible == 1 ? "one packet" : "\(possible) packets") would be "
      + "enough."
  }

  var advice: String? {
    "The app cannot change this: the controller's firmware should offer ACL buffers of 251 bytes."
  }
}
