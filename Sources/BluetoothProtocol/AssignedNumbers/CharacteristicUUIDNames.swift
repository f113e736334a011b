// swift-format-ignore-file
// Made by `generate` from bluetooth-numbers 1.1.2 (MIT licence). Do not edit.

/// GATT characteristics with a 16-bit UUID, as the Bluetooth SIG names them.
package enum CharacteristicUUIDNames {
  package static func name(for number: UInt16) -> String? { table.name(for: UInt64(number)) }

  private static let table = NameTable(keyDigits: 4, #"""
    2A00 Device Name;Appearance;Peripheral Privacy Flag;Reconnection Address
    2A04 Peripheral Preferred Connection Parameters;Service Changed;Alert Level;Tx Power Level
    2A08 Date Time;Day of Week;Day Date Time;Exact Time 100;Exact Time 256;DST Offset;Time Zone
    2A0F Local Time Information;Secondary Time Zone;Time with DST;Time Accuracy;Time Source
    2A14 Reference Time Information;Time Broadcast;Time Update Control Point;Time Update State
    2A18 Glucose Measurement;Battery Level;Battery Power State;Battery Level State
    2A1C Temperature Measurement;Temperature Type;Intermediate Temperature;Temperature Celsius
    2A20 Temperature Fahrenheit;Measurement Interval;Boot Keyboard Input Report;System ID
    2A24 Model Number String;Serial Number String;Firmware Revision String;Hardware Revision String
    2A28 Software Revision String;Manufacturer Name String
    2A2A IEEE 11073-20601 Regulatory Certification Data List;Current Time;Magnetic Declination
    2A2F Position 2D;Position 3D;Scan Refresh;Boot Keyboard Output Report;Boot Mouse Input Report
    2A34 Glucose Measurement Context;Blood Pressure Measurement;Intermediate Cuff Pressure
    2A37 Heart Rate Measurement;Body Sensor Location;Heart Rate Control Point;Removable
    2A3B Service Required;Scientific Temperature Celsius;String;Network Availability;Alert Status
    2A40 Ringer Control point;Ringer Setting;Alert Category ID Bit Mask;Alert Category ID
    2A44 Alert Notification Control Point;Unread Alert Status;New Alert;Supported New Alert Category
    2A48 Supported Unread Alert Category;Blood Pressure Feature;HID Information;Report Map
    2A4C HID Control Point;Report;Protocol Mode;Scan Interval Window;PnP ID;Glucose Feature
    2A52 Record Access Control Point;RSC Measurement;RSC Feature;SC Control Point;Digital
    2A57 Digital Output;Analog;Analog Output;Aggregate;CSC Measurement;CSC Feature;Sensor Location
    2A5E PLX Spot-Check Measurement;PLX Continuous Measurement;PLX Features
    2A62 Pulse Oximetry Control Point;Cycling Power Measurement;Cycling Power Vector
    2A65 Cycling Power Feature;Cycling Power Control Point;Location and Speed;Navigation
    2A69 Position Quality;LN Feature;LN Control Point;Elevation;Pressure;Temperature;Humidity
    2A70 True Wind Speed;True Wind Direction;Apparent Wind Speed;Apparent Wind Direction;Gust Factor
    2A75 Pollen Concentration;UV Index;Irradiance;Rainfall;Wind Chill;Heat Index;Dew Point
    2A7D Descriptor Value Changed;Aerobic Heart Rate Lower Limit;Aerobic Threshold;Age
    2A81 Anaerobic Heart Rate Lower Limit;Anaerobic Heart Rate Upper Limit;Anaerobic Threshold
    2A84 Aerobic Heart Rate Upper Limit;Date of Birth;Date of Threshold Assessment;Email Address
    2A88 Fat Burn Heart Rate Lower Limit;Fat Burn Heart Rate Upper Limit;First Name
    2A8B Five Zone Heart Rate Limits;Gender;Heart Rate Max;Height;Hip Circumference;Last Name
    2A91 Maximum Recommended Heart Rate;Resting Heart Rate
    2A93 Sport Type for Aerobic and Anaerobic Thresholds;Three Zone Heart Rate Limits
    2A95 Two Zone Heart Rate Limits;VO2 Max;Waist Circumference;Weight;Database Change Increment
    2A9A User Index;Body Composition Feature;Body Composition Measurement;Weight Measurement
    2A9E Weight Scale Feature;User Control Point;Magnetic Flux Density - 2D
    2AA1 Magnetic Flux Density - 3D;Language;Barometric Pressure Trend;Bond Management Control Point
    2AA5 Bond Management Feature;Central Address Resolution;CGM Measurement;CGM Feature;CGM Status
    2AAA CGM Session Start Time;CGM Session Run Time;CGM Specific Ops Control Point
    2AAD Indoor Positioning Configuration;Latitude;Longitude;Local North Coordinate
    2AB1 Local East Coordinate;Floor Number;Altitude;Uncertainty;Location Name;URI;HTTP Headers
    2AB8 HTTP Status Code;HTTP Entity Body;HTTP Control Point;HTTPS Security;TDS Control Point
    2ABD OTS Feature;Object Name;Object Type;Object Size;Object First-Created;Object Last-Modified
    2AC3 Object ID;Object Properties;Object Action Control Point;Object List Control Point
    2AC7 Object List Filter;Object Changed;Resolvable Private Address Only;;;Fitness Machine Feature
    2ACD Treadmill Data;Cross Trainer Data;Step Climber Data;Stair Climber Data;Rower Data
    2AD2 Indoor Bike Data;Training Status;Supported Speed Range;Supported Inclination Range
    2AD6 Supported Resistance Level Range;Supported Heart Rate Range;Supported Power Range
    2AD9 Fitness Machine Control Point;Fitness Machine Status;Mesh Provisioning Data In
    2ADC Mesh Provisioning Data Out;Mesh Proxy Data In;Mesh Proxy Data Out;;Average Current
    2AE1 Average Voltage;Boolean;Chromatic Distance From Planckian;Chromaticity Coordinates
    2AE5 Chromaticity In CCT And Duv Values;Chromaticity Tolerance
    2AE7 CIE 13.3-1995 Color Rendering Index;Coefficient;Correlated Color Temperature;Count 16
    2AEB Count 24;Country Code;Date UTC;Electric Current;Electric Current Range
    2AF0 Electric Current Specification;Electric Current Statistics;Energy;Energy In A Period Of Day
    2AF4 Event Statistics;Fixed String 16;Fixed String 24;Fixed String 36;Fixed String 8
    2AF9 Generic Level;Global Trade Item Number;Illuminance;Luminous Efficacy;Luminous Energy
    2AFE Luminous Exposure;Luminous Flux;Luminous Flux Range;Luminous Intensity;Mass Flow
    2B03 Perceived Lightness;Percentage 8;Power;Power Specification
    2B07 Relative Runtime In A Current Range;Relative Runtime In A Generic Level Range
    2B09 Relative Value In A Voltage Range;Relative Value In An Illuminance Range
    2B0B Relative Value In A Period Of Day;Relative Value In A Temperature Range;Temperature 8
    2B0E Temperature 8 In A Period Of Day;Temperature 8 Statistics;Temperature Range
    2B11 Temperature Statistics;Time Decihour 8;Time Exponential 8;Time Hour 24;Time Millisecond 24
    2B16 Time Second 16;Time Second 8;Voltage;Voltage Specification;Voltage Statistics;Volume Flow
    2B1C Chromaticity Coordinate;RC Feature;RC Settings;Reconnection Configuration Control Point
    2B20 IDD Status Changed;IDD Status;IDD Annunciation Status;IDD Features
    2B24 IDD Status Reader Control Point;IDD Command Control Point;IDD Command Data
    2B27 IDD Record Access Control Point;IDD History Data;Client Supported Features;Database Hash
    2B2B BSS Control Point;BSS Response;Emergency ID;Emergency Text;ACS Status;ACS Data In
    2B31 ACS Data Out Notify;ACS Data Out Indicate;ACS Control Point
    2B34 Enhanced Blood Pressure Measurement;Enhanced Intermediate Cuff Pressure
    2B36 Blood Pressure Record;Registered User;BR-EDR Handover Data;Bluetooth SIG Data
    2B3A Server Supported Features;Physical Activity Monitor Features
    2B3C General Activity Instantaneous Data;General Activity Summary Data
    2B3E CardioRespiratory Activity Instantaneous Data;CardioRespiratory Activity Summary Data
    2B40 Step Counter Activity Summary Data;Sleep Activity Instantaneous Data
    2B42 Sleep Activity Summary Data;Physical Activity Monitor Control Point
    2B44 Physical Activity Current Session;Physical Activity Session Descriptor;Preferred Units
    2B47 High Resolution Height;Middle Name;Stride Length;Handedness;Device Wearing Position
    2B4C Four Zone Heart Rate Limits;High Intensity Exercise Threshold;Activity Goal
    2B4F Sedentary Interval Notification;Caloric Intake;TMAP Role
    2B77 Audio Input State;Gain Settings Attribute;Audio Input Type;Audio Input Status
    2B7B Audio Input Control Point;Audio Input Description;Volume State;Volume Control Point
    2B7F Volume Flags;Volume Offset State;Audio Location;Volume Offset Control Point
    2B83 Audio Output Description;Set Identity Resolving Key;Coordinated Set Size;Set Member Lock
    2B87 Set Member Rank;Encrypted Data Key Material;Apparent Energy 32;Apparent Power
    2B8B Live Health Observations;CO₂ Concentration;Cosine of the Angle;Device Time Feature
    2B8F Device Time Parameters;Device Time;Device Time Control Point;Time Change Log Data
    2B93 Media Player Name;Media Player Icon Object ID;Media Player Icon URL;Track Changed
    2B97 Track Title;Track Duration;Track Position;Playback Speed;Seeking Speed
    2B9C Current Track Segments Object ID;Current Track Object ID;Next Track Object ID
    2B9F Parent Group Object ID;Current Group Object ID;Playing Order;Playing Orders Supported
    2BA3 Media State;Media Control Point;Media Control Point Opcodes Supported
    2BA6 Search Results Object ID;Search Control Point;Energy 32;Media Player Icon Object Type
    2BAA Track Segments Object Type;Track Object Type;Group Object Type
    2BAD Constant Tone Extension Enable;Advertising Constant Tone Extension Minimum Length
    2BAF Advertising Constant Tone Extension Minimum Transmit Count
    2BB0 Advertising Constant Tone Extension Transmit Duration
    2BB1 Advertising Constant Tone Extension Interval;Advertising Constant Tone Extension PHY
    2BB3 Bearer Provider Name;Bearer UCI;Bearer Technology;Bearer URI Schemes Supported List
    2BB7 Bearer Signal Strength;Bearer Signal Strength Reporting Interval;Bearer List Current Calls
    2BBA Content Control ID;Status Flags;Incoming Call Target Bearer URI;Call State
    2BBE Call Control Point;Call Control Point Optional Opcodes;Termination Reason;Incoming Call
    2BC2 Call Friendly Name;Mute;Sink ASE;Source ASE;ASE Control Point
    2BC7 Broadcast Audio Scan Control Point;Broadcast Receive State;Sink PAC;Sink Audio Locations
    2BCB Source PAC;Source Audio Locations;Available Audio Contexts;Supported Audio Contexts
    2BCF Ammonia Concentration;Carbon Monoxide Concentration;Methane Concentration
    2BD2 Nitrogen Dioxide Concentration;Non-Methane Volatile Organic Compounds Concentration
    2BD4 Ozone Concentration;Particulate Matter - PM1 Concentration
    2BD6 Particulate Matter - PM2.5 Concentration;Particulate Matter - PM10 Concentration
    2BD8 Sulfur Dioxide Concentration;Sulfur Hexafluoride Concentration;Hearing Aid Features
    2BDB Hearing Aid Preset Control Point;Active Preset Index;Stored Health Observations
    2BDE Fixed String 64;High Temperature;High Voltage;Light Distribution;Light Output
    2BE3 Light Source Type;Noise;Relative Runtime in a Correlated Color Temperature Range
    2BE6 Time Second 32;VOC Concentration;Voltage Frequency;Battery Critical Status
    2BEA Battery Health Status;Battery Health Information;Battery Information;Battery Level Status
    2BEE Battery Time Status;Estimated Service Date;Battery Energy Status
    2BF1 Observation Schedule Changed;Current Elapsed Time;Health Sensor Features;GHS Control Point
    2BF5 LE GATT Security Levels;ESL Address;AP Sync Key Material;ESL Response Key Material
    2BF9 ESL Current Absolute Time;ESL Display Information;ESL Image Information
    2BFC ESL Sensor Information;ESL LED Information;ESL Control Point;UDI for Medical Devices
    2C00 GMAP Role;UGG Features;UGT Features;BGS Features;BGR Features
    """#)
}
