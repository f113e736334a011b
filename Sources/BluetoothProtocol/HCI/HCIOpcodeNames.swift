extension HCIOpcode {
  /// The specification's name without `HCI_`, its underscores as spaces: `LE Set Scan Enable`. Nil
  /// for the vendor's commands and for those that are newer than this table.
  ///
  /// Core 5.4, Vol 4, Part E, 7.1 to 7.6 and 7.8; for commands that the specification has since
  /// removed (AMP, park state and older), the name that they had.
  package var name: String? {
    NameTable(keyDigits: 4, names).name(for: UInt64(rawValue))
  }
}

private let names = """
  0000 No Operation
  0401 Inquiry
  0402 Inquiry Cancel
  0403 Periodic Inquiry Mode
  0404 Exit Periodic Inquiry Mode
  0405 Create Connection
  0406 Disconnect
  0407 Add SCO Connection
  0408 Create Connection Cancel
  0409 Accept Connection Request
  040A Reject Connection Request
  040B Link Key Request Reply
  040C Link Key Request Negative Reply
  040D PIN Code Request Reply
  040E PIN Code Request Negative Reply
  040F Change Connection Packet Type
  0411 Authentication Requested
  0413 Set Connection Encryption
  0415 Change Connection Link Key
  0417 Link Key Selection
  0419 Remote Name Request
  041A Remote Name Request Cancel
  041B Read Remote Supported Features
  041C Read Remote Extended Features
  041D Read Remote Version Information
  041F Read Clock Offset
  0420 Read LMP Handle
  0428 Setup Synchronous Connection
  0429 Accept Synchronous Connection Request
  042A Reject Synchronous Connection Request
  042B IO Capability Request Reply
  042C User Confirmation Request Reply
  042D User Confirmation Request Negative Reply
  042E User Passkey Request Reply
  042F User Passkey Request Negative Reply
  0430 Remote OOB Data Request Reply
  0433 Remote OOB Data Request Negative Reply
  0434 IO Capability Request Negative Reply
  0435 Create Physical Link
  0436 Accept Physical Link
  0437 Disconnect Physical Link
  0438 Create Logical Link
  0439 Accept Logical Link
  043A Disconnect Logical Link
  043B Logical Link Cancel
  043C Flow Spec Modify
  043D Enhanced Setup Synchronous Connection
  043E Enhanced Accept Synchronous Connection Request
  043F Truncated Page
  0440 Truncated Page Cancel
  0441 Set Connectionless Peripheral Broadcast
  0442 Set Connectionless Peripheral Broadcast Receive
  0443 Start Synchronization Train
  0444 Receive Synchronization Train
  0445 Remote OOB Extended Data Request Reply
  0801 Hold Mode
  0803 Sniff Mode
  0804 Exit Sniff Mode
  0805 Park Mode
  0806 Exit Park Mode
  0807 QoS Setup
  0809 Role Discovery
  080B Switch Role
  080C Read Link Policy Settings
  080D Write Link Policy Settings
  080E Read Default Link Policy Settings
  080F Write Default Link Policy Settings
  0810 Flow Specification
  0811 Sniff Subrating
  0C01 Set Event Mask
  0C03 Reset
  0C05 Set Event Filter
  0C08 Flush
  0C09 Read PIN Type
  0C0A Write PIN Type
  0C0B Create New Unit Key
  0C0D Read Stored Link Key
  0C11 Write Stored Link Key
  0C12 Delete Stored Link Key
  0C13 Change Local Name
  0C14 Read Local Name
  0C15 Read Connection Accept Timeout
  0C16 Write Connection Accept Timeout
  0C17 Read Page Timeout
  0C18 Write Page Timeout
  0C19 Read Scan Enable
  0C1A Write Scan Enable
  0C1B Read Page Scan Activity
  0C1C Write Page Scan Activity
  0C1D Read Inquiry Scan Activity
  0C1E Write Inquiry Scan Activity
  0C1F Read Authentication Enable
  0C20 Write Authentication Enable
  0C21 Read Encryption Mode
  0C22 Write Encryption Mode
  0C23 Read Class of Device
  0C24 Write Class of Device
  0C25 Read Voice Setting
  0C26 Write Voice Setting
  0C27 Read Automatic Flush Timeout
  0C28 Write Automatic Flush Timeout
  0C29 Read Num Broadcast Retransmissions
  0C2A Write Num Broadcast Retransmissions
  0C2B Read Hold Mode Activity
  0C2C Write Hold Mode Activity
  0C2D Read Transmit Power Level
  0C2E Read Synchronous Flow Control Enable
  0C2F Write Synchronous Flow Control Enable
  0C31 Set Controller To Host Flow Control
  0C33 Host Buffer Size
  0C35 Host Number Of Completed Packets
  0C36 Read Link Supervision Timeout
  0C37 Write Link Supervision Timeout
  0C38 Read Number Of Supported IAC
  0C39 Read Current IAC LAP
  0C3A Write Current IAC LAP
  0C3B Read Page Scan Period Mode
  0C3C Write Page Scan Period Mode
  0C3D Read Page Scan Mode
  0C3E Write Page Scan Mode
  0C3F Set AFH Host Channel Classification
  0C42 Read Inquiry Scan Type
  0C43 Write Inquiry Scan Type
  0C44 Read Inquiry Mode
  0C45 Write Inquiry Mode
  0C46 Read Page Scan Type
  0C47 Write Page Scan Type
  0C48 Read AFH Channel Assessment Mode
  0C49 Write AFH Channel Assessment Mode
  0C51 Read Extended Inquiry Response
  0C52 Write Extended Inquiry Response
  0C53 Refresh Encryption Key
  0C55 Read Simple Pairing Mode
  0C56 Write Simple Pairing Mode
  0C57 Read Local OOB Data
  0C58 Read Inquiry Response Transmit Power Level
  0C59 Write Inquiry Transmit Power Level
  0C5A Read Default Erroneous Data Reporting
  0C5B Write Default Erroneous Data Reporting
  0C5F Enhanced Flush
  0C60 Send Keypress Notification
  0C61 Read Logical Link Accept Timeout
  0C62 Write Logical Link Accept Timeout
  0C63 Set Event Mask Page 2
  0C64 Read Location Data
  0C65 Write Location Data
  0C66 Read Flow Control Mode
  0C67 Write Flow Control Mode
  0C68 Read Enhanced Transmit Power Level
  0C69 Read Best Effort Flush Timeout
  0C6A Write Best Effort Flush Timeout
  0C6B Short Range Mode
  0C6C Read LE Host Supported
  0C6D Write LE Host Supported
  0C6E Set MWS Channel Parameters
  0C6F Set External Frame Configuration
  0C70 Set MWS Signaling
  0C71 Set MWS Transport Layer
  0C72 Set MWS Scan Frequency Table
  0C73 Set MWS Pattern Configuration
  0C74 Set Reserved LT_ADDR
  0C75 Delete Reserved LT_ADDR
  0C76 Set Connectionless Peripheral Broadcast Data
  0C77 Read Synchronization Train Parameters
  0C78 Write Synchronization Train Parameters
  0C79 Read Secure Connections Host Support
  0C7A Write Secure Connections Host Support
  0C7B Read Authenticated Payload Timeout
  0C7C Write Authenticated Payload Timeout
  0C7D Read Local OOB Extended Data
  0C7E Read Extended Page Timeout
  0C7F Write Extended Page Timeout
  0C80 Read Extended Inquiry Length
  0C81 Write Extended Inquiry Length
  0C83 Configure Data Path
  0C84 Set Min Encryption Key Size
  1001 Read Local Version Information
  1002 Read Local Supported Commands
  1003 Read Local Supported Features
  1004 Read Local Extended Features
  1005 Read Buffer Size
  1007 Read Country Code
  1009 Read BD_ADDR
  100A Read Data Block Size
  100B Read Local Supported Codecs [v1]
  100C Read Local Simple Pairing Options
  100D Read Local Supported Codecs [v2]
  100E Read Local Supported Codec Capabilities
  100F Read Local Supported Controller Delay
  1401 Read Failed Contact Counter
  1402 Reset Failed Contact Counter
  1403 Read Link Quality
  1405 Read RSSI
  1406 Read AFH Channel Map
  1407 Read Clock
  1408 Read Encryption Key Size
  1409 Read Local AMP Info
  140A Read Local AMP ASSOC
  140B Write Remote AMP ASSOC
  140C Get MWS Transport Layer Configuration
  140D Set Triggered Clock Capture
  1801 Read Loopback Mode
  1802 Write Loopback Mode
  1803 Enable Implementation Under Test Mode
  1804 Write Simple Pairing Debug Mode
  1807 Enable AMP Receiver Reports
  1808 AMP Test End
  1809 AMP Test
  180A Write Secure Connections Test Mode
  2001 LE Set Event Mask
  2002 LE Read Buffer Size [v1]
  2003 LE Read Local Supported Features
  2005 LE Set Random Address
  2006 LE Set Advertising Parameters
  2007 LE Read Advertising Physical Channel Tx Power
  2008 LE Set Advertising Data
  2009 LE Set Scan Response Data
  200A LE Set Advertising Enable
  200B LE Set Scan Parameters
  200C LE Set Scan Enable
  200D LE Create Connection
  200E LE Create Connection Cancel
  200F LE Read Filter Accept List Size
  2010 LE Clear Filter Accept List
  2011 LE Add Device To Filter Accept List
  2012 LE Remove Device From Filter Accept List
  2013 LE Connection Update
  2014 LE Set Host Channel Classification
  2015 LE Read Channel Map
  2016 LE Read Remote Features
  2017 LE Encrypt
  2018 LE Rand
  2019 LE Enable Encryption
  201A LE Long Term Key Request Reply
  201B LE Long Term Key Request Negative Reply
  201C LE Read Supported States
  201D LE Receiver Test [v1]
  201E LE Transmitter Test [v1]
  201F LE Test End
  2020 LE Remote Connection Parameter Request Reply
  2021 LE Remote Connection Parameter Request Negative Reply
  2022 LE Set Data Length
  2023 LE Read Suggested Default Data Length
  2024 LE Write Suggested Default Data Length
  2025 LE Read Local P-256 Public Key
  2026 LE Generate DHKey [v1]
  2027 LE Add Device To Resolving List
  2028 LE Remove Device From Resolving List
  2029 LE Clear Resolving List
  202A LE Read Resolving List Size
  202B LE Read Peer Resolvable Address
  202C LE Read Local Resolvable Address
  202D LE Set Address Resolution Enable
  202E LE Set Resolvable Private Address Timeout
  202F LE Read Maximum Data Length
  2030 LE Read PHY
  2031 LE Set Default PHY
  2032 LE Set PHY
  2033 LE Receiver Test [v2]
  2034 LE Transmitter Test [v2]
  2035 LE Set Advertising Set Random Address
  2036 LE Set Extended Advertising Parameters [v1]
  2037 LE Set Extended Advertising Data
  2038 LE Set Extended Scan Response Data
  2039 LE Set Extended Advertising Enable
  203A LE Read Maximum Advertising Data Length
  203B LE Read Number Of Supported Advertising Sets
  203C LE Remove Advertising Set
  203D LE Clear Advertising Sets
  203E LE Set Periodic Advertising Parameters [v1]
  203F LE Set Periodic Advertising Data
  2040 LE Set Periodic Advertising Enable
  2041 LE Set Extended Scan Parameters
  2042 LE Set Extended Scan Enable
  2043 LE Extended Create Connection [v1]
  2044 LE Periodic Advertising Create Sync
  2045 LE Periodic Advertising Create Sync Cancel
  2046 LE Periodic Advertising Terminate Sync
  2047 LE Add Device To Periodic Advertiser List
  2048 LE Remove Device From Periodic Advertiser List
  2049 LE Clear Periodic Advertiser List
  204A LE Read Periodic Advertiser List Size
  204B LE Read Transmit Power
  204C LE Read RF Path Compensation
  204D LE Write RF Path Compensation
  204E LE Set Privacy Mode
  204F LE Receiver Test [v3]
  2050 LE Transmitter Test [v3]
  2051 LE Set Connectionless CTE Transmit Parameters
  2052 LE Set Connectionless CTE Transmit Enable
  2053 LE Set Connectionless IQ Sampling Enable
  2054 LE Set Connection CTE Receive Parameters
  2055 LE Set Connection CTE Transmit Parameters
  2056 LE Connection CTE Request Enable
  2057 LE Connection CTE Response Enable
  2058 LE Read Antenna Information
  2059 LE Set Periodic Advertising Receive Enable
  205A LE Periodic Advertising Sync Transfer
  205B LE Periodic Advertising Set Info Transfer
  205C LE Set Periodic Advertising Sync Transfer Parameters
  205D LE Set Default Periodic Advertising Sync Transfer Parameters
  205E LE Generate DHKey [v2]
  205F LE Modify Sleep Clock Accuracy
  2060 LE Read Buffer Size [v2]
  2061 LE Read ISO TX Sync
  2062 LE Set CIG Parameters
  2063 LE Set CIG Parameters Test
  2064 LE Create CIS
  2065 LE Remove CIG
  2066 LE Accept CIS Request
  2067 LE Reject CIS Request
  2068 LE Create BIG
  2069 LE Create BIG Test
  206A LE Terminate BIG
  206B LE BIG Create Sync
  206C LE BIG Terminate Sync
  206D LE Request Peer SCA
  206E LE Setup ISO Data Path
  206F LE Remove ISO Data Path
  2070 LE ISO Transmit Test
  2071 LE ISO Receive Test
  2072 LE ISO Read Test Counters
  2073 LE ISO Test End
  2074 LE Set Host Feature
  2075 LE Read ISO Link Quality
  2076 LE Enhanced Read Transmit Power Level
  2077 LE Read Remote Transmit Power Level
  2078 LE Set Path Loss Reporting Parameters
  2079 LE Set Path Loss Reporting Enable
  207A LE Set Transmit Power Reporting Enable
  207B LE Transmitter Test [v4]
  207C LE Set Data Related Address Changes
  207D LE Set Default Subrate
  207E LE Subrate Request
  207F LE Set Extended Advertising Parameters [v2]
  2082 LE Set Periodic Advertising Subevent Data
  2083 LE Set Periodic Advertising Response Data
  2084 LE Set Periodic Sync Subevent
  2085 LE Extended Create Connection [v2]
  2086 LE Set Periodic Advertising Parameters [v2]
  """
