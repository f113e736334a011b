/// Two lower case hexadecimal digits for each octet.
func hexadecimal(_ octets: [UInt8]) -> String {
  octets.map { octet in
    let digits = String(octet, radix: 16)
    return octet < 16 ? "0" + digits : digits
  }.joined()
}
