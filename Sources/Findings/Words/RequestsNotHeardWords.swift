import Report
import Text

extension RequestsNotHeardRule {
  static let summary = "The sniffer heard the answers of one side, and not their requests."
  static let explanation = """
    Each ATT response answers a request of the other side (Core Vol 3, Part F, 3.3). The rule \
    reports a sniffed connection with \(fewest.word) responses of one kind or more, without a pause \
    of more than \(longestPause), whose requests are not in the capture, if they are at least \
    \(timesHeard.word) times as many as the requests of that kind that are. Such a sniffer hears the link, but not this side, or not its long \
    packets: what these wrote is missing, and the time in which the answers came is no pause. \
    sniffer-missed-packets reports nothing on such a connection.
    """

  var message: String {
    let (asker, answerer) =
      answers.asked == .peer ? ("central", "peripheral") : ("peripheral", "central")
    let responses = Wording.count(answers.count, Wording.pdu(answers.pdu))
    let request = Wording.pdu(answers.pdu.answeredRequest)
    let first = Quantity.moment(us: answers.startUs)
    let last = Quantity.moment(us: answers.startUs + answers.durationUs)
    return "The sniffer heard \(responses) of the \(answerer) from \(first) to \(last), and not "
      + "the requests that they answer: \(Wording.count(heard, request)) of the \(asker) "
      + "\(heard == 1 ? "is" : "are") in this connection. What the others held is missing from "
      + "this report, and that time is no pause. In the whole connection it heard "
      + "\(Quantity.count(client.empty)) empty packets of the \(asker) and "
      + "\(Quantity.count(client.packets - client.empty)) others\(events)."
  }

  private var events: String {
    let (heard, silent) = (air.events.heard, air.events.silent)
    guard silent > 0 else { return "" }
    return ", in \(Quantity.count(heard)) of \(Wording.count(heard + silent, "event"))"
  }

  var advice: String? {
    client.empty > client.packets / 2
      ? "The sniffer did hear short packets of the side that asks: look whether it supports the data "
        + "length of this connection, as requests are longer."
      : "Move the sniffer nearer to the side that asks."
  }
}
