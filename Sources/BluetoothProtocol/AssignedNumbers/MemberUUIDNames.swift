// swift-format-ignore-file
// Made by `generate` from bluetooth-numbers 1.1.2 (MIT licence). Do not edit.

/// Members of the Bluetooth SIG and standards bodies that bought a 16-bit UUID of their own.
/// The name says whose service it is, not what the service does.
package enum MemberUUIDNames {
  package static func name(for number: UInt16) -> String? { table.name(for: UInt64(number)) }

  private static let table = NameTable(keyDigits: 4, #"""
    FC75 Xiaomi Inc.;Weber-Stephen Products LLC;SING SUN TECHNOLOGY (INTERNATIONAL) LIMITED;DHL
    FC79 LG Electronics Inc.;Outshiny India Private Limited;Testo SE & Co. KGaA
    FC7C Motorola Mobility, LLC;MML US, Inc;Harman International;Southco
    FC80 TELE System Communications Pte. Ltd.;Axon Enterprise, Inc.;Zwift, Inc.;iHealth Labs, Inc.
    FC84 NINGBO FOTILE KITCHENWARE CO., LTD.;Zhejiang Huanfu Technology Co., LTD
    FC86 Samsara Networks, Inc;Samsara Networks, Inc;CCC del Uruguay;Intel Corporation
    FC8A Intel Corporation;Kaspersky Lab Middle East FZ-LLC;SES-Imagotag;Caire Inc.
    FC8E Blue Iris Labs, Inc.;Bose Corporation;Wiliot LTD.;Samsung Electronics Co., Ltd.
    FC92 Furuno Electric Co., Ltd.;Komatsu Ltd.;Apple Inc.;Hippo Camp Software Ltd.;LEGO System A/S
    FC97 Japan Display Inc.;Ruuvi Innovations Ltd.;Badger Meter;Plockat Solutions AB
    FC9B Merry Electronics (S) Pte Ltd;Binary Power, Inc.;Lenovo (Singapore) Pte Ltd.
    FC9E Dell Computer Corporation;Delta Development Team, Inc;Apple Inc.
    FCA1 PF SCHWEISSTECHNOLOGIE GMBH;Meizu Technology Co., Ltd.;Gunnebo Aktiebolag;HP Inc.
    FCA5 HAYWARD INDUSTRIES, INC.;Hubble Network Inc.;Hubble Network Inc.;Medtronic Inc.
    FCA9 Medtronic Inc.;Spintly, Inc.;IRISS INC.;IRISS INC.
    FCAD Beijing 99help Safety Technology Co., Ltd;Imagine Marketing Limited;AltoBeam Inc.
    FCB0 Ford Motor Company;Google LLC;Apple Inc.;SWEEN;OMRON HEALTHCARE Co., Ltd.
    FCB5 OMRON HEALTHCARE Co., Ltd.;OMRON HEALTHCARE Co., Ltd.;T-Mobile USA;Ribbiot, INC.
    FCB9 Lumi United Technology Co., Ltd;BlueID GmbH;SharkNinja Operating LLC;Drowsy Digital, Inc.
    FCBD Toshiba Corporation;Musen Connect, Inc.;ASSA ABLOY Opening Solutions Sweden AB;Xiaomi Inc.
    FCC1 TIMECODE SYSTEMS LIMITED;Qualcomm Technologies, Inc.;HP Inc.;OMRON(DALIAN) CO,.LTD.
    FCC5 OMRON(DALIAN) CO,.LTD.;Wiliot LTD.;PB INC.;Allthenticate, Inc.;SkyHawke Technologies
    FCCA Cosmed s.r.l.;TOTO LTD.;Wi-Fi Easy Connect Specification;Zound Industries International AB
    FCCE Luna Health, Inc.;Google LLC;Laerdal Medical AS;Shenzhen Benwei Media Co.,Ltd.
    FCD2 Allterco Robotics ltd;Fisher & Paykel Healthcare;OMRON HEALTHCARE;Nortek Security & Control
    FCD6 SWISSINNO SOLUTIONS AG;PowerPal Pty Ltd;Appex Factory S.L.;Huso, INC;Draeger;aconno GmbH
    FCDC Amazon.com Services, LLC;Mobilaris AB;ARCTOP, INC.;NIO USA, Inc.
    FCE0 Akciju sabiedriba "SAF TEHNIKA";Sony Group Corporation;Baracoda Daily Healthtech
    FCE3 Smith & Nephew Medical Limited;Samsara Networks, Inc;Samsara Networks, Inc
    FCE6 Guard RFID Solutions Inc.;TKH Security B.V.;ITT Industries;MindRhythm, Inc.;Chess Wise B.V.
    FCEB Avi-On;Griffwerk GmbH;Workaround Gmbh;Velentium, LLC;Divesoft s.r.o.
    FCF0 Security Enhancement Systems, LLC;Google LLC;Bitwards Oy;Armatura LLC;Allegion
    FCF5 Trident Communication Technology, LLC;The Linux Foundation;Honor Device Co., Ltd.
    FCF8 Honor Device Co., Ltd.;Leupold & Stevens, Inc.;Leupold & Stevens, Inc.
    FCFB Shenzhen Benwei Media Co., Ltd.;Barrot Technology Co.,Ltd.;Barrot Technology Co.,Ltd.
    FCFE Sonova Consumer Hearing GmbH;701x;FUTEK Advanced Sensor Technology, Inc.
    FD01 Sanvita Medical Corporation;LEGO System A/S;Quuppa Oy;Shure Inc.
    FD05 Qualcomm Technologies, Inc.;RACE-AI LLC;Swedlock AB;Bull Group Incorporated Company
    FD09 Cousins and Sears LLC;Luminostics, Inc.;Luminostics, Inc.;OSM HK Limited;Blecon Ltd
    FD0E HerdDogg, Inc;AEON MOTOR CO.,LTD.;AEON MOTOR CO.,LTD.;AEON MOTOR CO.,LTD.
    FD12 AEON MOTOR CO.,LTD.;BRG Sports, Inc.;BRG Sports, Inc.;Panasonic Corporation;Sensitech, Inc.
    FD17 LEGIC Identsystems AG;LEGIC Identsystems AG;Smith & Nephew Medical Limited;CSIRO
    FD1B Helios Sports, Inc.;Brady Worldwide Inc.;Samsung Electronics Co., Ltd;Plume Design Inc.;3M
    FD20 GN Hearing A/S;Huawei Technologies Co., Ltd.;Huawei Technologies Co., Ltd.
    FD23 DOM Sicherheitstechnik GmbH & Co. KG;GD Midea Air-Conditioning Equipment Co., Ltd.
    FD25 GD Midea Air-Conditioning Equipment Co., Ltd.;Novo Nordisk A/S
    FD27 Integrated Illumination Systems, Inc.;Julius Blum GmbH;Asahi Kasei Corporation
    FD2A Sony Corporation;The Access Technologies;The Access Technologies;Xiaomi Inc.
    FD2E Bitstrata Systems Inc.;Bitstrata Systems Inc.;Sesam Solutions BV;LG Electronics Inc.
    FD32 Gemalto Holding BV;DashLogic, Inc.;Aerosens LLC.;Transsion Holdings Limited;Google LLC
    FD37 TireCheck GmbH;Danfoss A/S;PREDIKTAS;Verkada Inc.;Verkada Inc.;Redline Communications Inc.
    FD3D Woan Technology (Shenzhen) Co., Ltd.;Pure Watercraft, inc.;Cognosos, Inc;Beflex Inc.
    FD41 Amazon Lab126;Globe (Jiangsu) Co.,Ltd;Apple Inc.;Apple Inc.;GB Solution co.,Ltd;Lemco IKE
    FD47 Liberty Global Inc.;Geberit International AG;Panasonic Corporation;Sigma Elektro GmbH
    FD4B Samsung Electronics Co., Ltd.;Adolf Wuerth GmbH & Co KG;70mai Co.,Ltd.;70mai Co.,Ltd.
    FD4F SONITOR TECHNOLOGIES AS;Hangzhou Tuya Information Technology Co., Ltd;UTC Fire and Security
    FD52 UTC Fire and Security;PCI Private Limited;Qingdao Haier Technology Co., Ltd.
    FD55 Braveheart Wireless, Inc.;Resmed Ltd;Volvo Car Corporation;Volvo Car Corporation
    FD59 Samsung Electronics Co., Ltd.;Samsung Electronics Co., Ltd.;V2SOFT INC.;React Mobile
    FD5D maxon motor ltd.;Tapkey GmbH;Meta Platforms Technologies, LLC;Sercomm Corporation;Arendi AG
    FD62 Google LLC;Google LLC;INRIA;Razer Inc.;Zebra Technologies Corporation;Montblanc Simplo GmbH
    FD68 Ubique Innovation AG;Samsung Electronics Co., Ltd;Emerson;rapitag GmbH
    FD6C Samsung Electronics Co., Ltd.;Sigma Elektro GmbH;Polidea sp. z o.o.;Apple, Inc.
    FD70 GuangDong Oppo Mobile Telecommunications Corp., Ltd;GN Hearing A/S
    FD72 Logitech International SA;BRControls Products BV;BRControls Products BV;Insulet Corporation
    FD76 Insulet Corporation;Withings;Withings;Withings;Withings;WYZE LABS, INC.
    FD7C Toshiba Information Systems(Japan) Corporation
    FD7D Center for Advanced Research Wernher Von Braun;Samsung Electronics Co., Ltd.;Husqvarna AB
    FD80 Phindex Technologies, Inc;CANDY HOUSE, Inc.;Sony Corporation;iNFORM Technology GmbH
    FD84 Tile, Inc.;Husqvarna AB;Abbott;Google LLC;Urbanminded LTD;Urbanminded LTD
    FD8A Signify Netherlands B.V.;Jigowatts Inc.;Google LLC;quip NYC Inc.;Motorola Solutions
    FD8F Matrix ComSec Pvt. Ltd.;Guangzhou SuperSound Information Technology Co.,Ltd;Groove X, Inc.
    FD92 Qualcomm Technologies International, Ltd. (QTIL);Bayerische Motoren Werke AG
    FD94 Hewlett Packard Enterprise;Rigado;Google LLC;June Life, Inc.
    FD98 Disney Worldwide Services, Inc.;ABB Oy;Huawei Technologies Co., Ltd.
    FD9B Huawei Technologies Co., Ltd.;Huawei Technologies Co., Ltd.;Gastec Corporation
    FD9E The Coca-Cola Company;VitalTech Affiliates LLC;Secugen Corporation;Groove X, Inc
    FDA2 Groove X, Inc;Inseego Corp.;Inseego Corp.;Neurostim OAB, Inc.
    FDA6 WWZN Information Technology Company Limited;WWZN Information Technology Company Limited
    FDA8 PSA Peugeot Citroën;Rhombus Systems, Inc.;Xiaomi Inc.;Xiaomi Inc.;Tentacle Sync GmbH
    FDAD Houwa System Design, k.k.;Houwa System Design, k.k.;Wiliot LTD;Oura Health Ltd
    FDB1 Oura Health Ltd;Portable Multimedia Ltd;Audiodo AB;HP Inc;ECSG;GWA Hygiene GmbH
    FDB7 LivaNova USA Inc.;LivaNova USA Inc.;Comcast Cable Corporation;Comcast Cable Corporation
    FDBB Profoto;Emerson;Clover Network, Inc.;California Things Inc.;California Things Inc.
    FDC0 Hunter Douglas;Hunter Douglas;Baidu Online Network Technology (Beijing) Co., Ltd
    FDC3 Baidu Online Network Technology (Beijing) Co., Ltd;Simavita (Aust) Pty Ltd;Automatic Labs
    FDC6 Eli Lilly and Company;Eli Lilly and Company;Hach - Danaher;Busch-Jaeger Elektro GmbH
    FDCA Fortin Electronic Systems;Meggitt SA;Shoof Technologies
    FDCD Qingping Technology (Beijing) Co., Ltd.;SENNHEISER electronic GmbH & Co. KG
    FDCF Nalu Medical, Inc;Huawei Technologies Co., Ltd;Huawei Technologies Co., Ltd
    FDD2 Bose Corporation;FUBA Automotive Electronics GmbH;LX Solutions Pty Limited
    FDD5 Brompton Bicycle Ltd;Ministry of Supply;Emerson;Jiangsu Teranovo Tech Co., Ltd.
    FDD9 Jiangsu Teranovo Tech Co., Ltd.;MHCS;Samsung Electronics Co., Ltd.;4iiii Innovations Inc.
    FDDD Arch Systems Inc;Noodle Technology Inc.;Harman International;John Deere
    FDE1 Fortin Electronic Systems;Google LLC;Abbott Diabetes Care;JUUL Labs, Inc.;SMK Corporation
    FDE6 Intelletto Technologies Inc;SECOM Co., LTD;Robert Bosch GmbH;Spacesaver Corporation
    FDEA SeeScan, Inc;Syntronix Corporation;Mannkind Corporation;Pole Star
    FDEE Huawei Technologies Co., Ltd.;ART AND PROGRAM, INC.;Google LLC;LAMPLIGHT Co.,Ltd
    FDF2 AMICCOM Electronics Corporation;Amersports;O. E. M. Controls, Inc.;Milwaukee Electric Tools
    FDF6 AIAIAI ApS;HP Inc.;Onvocal;INIA;Tandem Diabetes Care;Tandem Diabetes Care;Optrel AG
    FDFD RecursiveSoft Inc.;ADHERIUM(NZ) LIMITED;OSRAM GmbH;Amazon.com Services, Inc.
    FE01 Duracell U.S. Operations Inc.;Robert Bosch GmbH;Amazon.com Services, Inc.
    FE04 Motorola Solutions, Inc.;CORE Transport Technologies NZ Limited;Qualcomm Technologies, Inc.
    FE07 Sonos, Inc.;Microsoft;Pillsy, Inc.;ruwido austria gmbh;ruwido austria gmbh;Procter & Gamble
    FE0D Procter & Gamble;Setec Pty Ltd;Signify Netherlands B.V. (formerly Philips Lighting B.V.)
    FE10 LAPIS Technology Co., Ltd.;GMC-I Messtechnik GmbH;M-Way Solutions GmbH;Apple Inc.
    FE14 Flextronics International USA Inc.;Amazon.com Services, Inc..;Footmarks, Inc.
    FE17 Telit Wireless Solutions GmbH;Runtime, Inc.;Google LLC;Tyto Life LLC;Tyto Life LLC
    FE1C NetMedia, Inc.;Illuminati Instrument Corporation;LAMPLIGHT Co., Ltd.
    FE1F Garmin International, Inc.;Emerson;Bose Corporation;Zoll Medical Corporation
    FE23 Zoll Medical Corporation;August Home Inc;Apple, Inc.;Google LLC;Google LLC;Ayla Networks
    FE29 Gibson Innovations;DaisyWorks, Inc.;ITT Industries;Google LLC;LAMPLIGHT Co., Ltd.;ERi,Inc.
    FE2F CRESCO Wireless, Inc;Volkswagen AG;Volkswagen AG;Pro-Mark, Inc.;CHIPOLO d.o.o.
    FE34 SmallLoop LLC;HUAWEI Technologies Co., Ltd;HUAWEI Technologies Co., Ltd;Spaceek LTD
    FE38 Spaceek LTD;TTS Tooltechnic Systems AG & Co. KG;TTS Tooltechnic Systems AG & Co. KG
    FE3B Dolby Laboratories;alibaba;BD Medical;BD Medical;Friday Labs Limited;Inugo Systems Limited
    FE41 Inugo Systems Limited;Nets A/S;Andreas Stihl AG & Co. KG;SK Telecom;Snapchat Inc
    FE46 B&O Play A/S;General Motors;General Motors;SenionLab AB;OMRON HEALTHCARE Co., Ltd.
    FE4B Signify Netherlands B.V. (formerly Philips Lighting B.V.);Volkswagen AG
    FE4D Casambi Technologies Oy;NTT docomo;Molekule, Inc.;Google LLC;SRAM;SetPoint Medical;3M
    FE54 Motiv, Inc.;Google LLC;Google LLC;Dotted Labs;Nordic Semiconductor ASA
    FE59 Nordic Semiconductor ASA;Cronologics Corporation;GT-tronics HK Ltd;million hunters GmbH
    FE5D Grundfos A/S;Plastc Corporation;Eyefi, Inc.;Lierda Science & Technology Group Co., Ltd.
    FE61 Logitech International SA;Indagem Tech LLC;Connected Yard, Inc.;Siemens AG;CHIPOLO d.o.o.
    FE66 Intel Corporation;Lab Sensor Solutions;Capsle Technologies Inc.;Capsle Technologies Inc.
    FE6A Kontakt Micro-Location Sp. z o.o.;TASER International, Inc.;TASER International, Inc.
    FE6D The University of Tokyo;The University of Tokyo;LINE Corporation
    FE70 Beijing Jingdong Century Trading Co., Ltd.;Plume Design Inc
    FE72 Abbott (formerly St. Jude Medical, Inc.);Abbott (formerly St. Jude Medical, Inc.);unwire
    FE75 TangoMe;TangoMe;Hewlett-Packard Company;Hewlett-Packard Company;Zebra Technologies
    FE7A Bragi GmbH;Orion Labs, Inc.;Telit Wireless Solutions (Formerly Stollmann E+V GmbH)
    FE7D Aterica Health Inc.;Awear Solutions Ltd;Doppler Lab;Doppler Lab;Medtronic Inc.
    FE82 Medtronic Inc.;Blue Bite;RF Digital Corp;RF Digital Corp;HUAWEI Technologies Co., Ltd
    FE87 Qingdao Yeelink Information Technology Co., Ltd. ( 青岛亿联客信息技术有限公司 );SALTO SYSTEMS S.L.
    FE89 B&O Play A/S;Apple, Inc.;Apple, Inc.;TRON Forum;Interaxon Inc.;ARM Ltd;CSR;JUMA
    FE91 Shanghai Imilab Technology Co.,Ltd;Jarden Safety & Security;OttoQ In;OttoQ In;Xiaomi Inc.
    FE96 Tesla Motors Inc.;Tesla Motors Inc.;Currant Inc;Currant Inc;Estimote;Samsara Networks, Inc
    FE9C GSI Laboratories, Inc.;Mobiquity Networks Inc;Dialog Semiconductor B.V.;Google LLC
    FEA0 Google LLC;Intrepid Control Systems, Inc.;Intrepid Control Systems, Inc.;ITT Industries
    FEA4 Paxton Access Ltd;GoPro, Inc.;GoPro, Inc.;UTC Fire and Security;Savant Systems LLC
    FEA9 Savant Systems LLC;Google LLC;Nokia;Nokia;Nokia;Nokia;Nest Labs Inc;Nest Labs Inc
    FEB1 Electronics Tomorrow Limited;Microsoft Corporation;Taobao;WiSilica Inc.;WiSilica Inc.
    FEB6 Vencer Co., Ltd;Meta Platforms, Inc.;Meta Platforms, Inc.;LG Electronics
    FEBA Tencent Holdings Limited;adafruit industries;Dexcom Inc;Clover Network, Inc
    FEBE Bose Corporation;Nod, Inc.;KDDI Corporation;KDDI Corporation;Blue Spark Technologies, Inc.
    FEC3 360fly, Inc.;PLUS Location Systems;Realtek Semiconductor Corp.;Kocomojo, LLC;Apple, Inc.
    FEC8 Apple, Inc.;Apple, Inc.;Apple, Inc.;Apple, Inc.;Apple, Inc.;Apple, Inc.;Apple, Inc.
    FECF Apple, Inc.;Apple, Inc.;Apple, Inc.;Apple, Inc.;Apple, Inc.;Apple, Inc.;Plantronics Inc.
    FED6 Broadcom;Broadcom;Google LLC;Pebble Technology Corporation;ISSC Technologies Corp.
    FEDB Perka, Inc.;Jawbone;Jawbone;Coin, Inc.;Design SHIFT
    FEE0 Anhui Huami Information Technology Co., Ltd.;Anhui Huami Information Technology Co., Ltd.
    FEE2 Anki, Inc.;Anki, Inc.;Nordic Semiconductor ASA;Nordic Semiconductor ASA;Silvair, Inc.
    FEE7 Tencent Holdings Limited.;Quintic Corp.;Quintic Corp.;Swirl Networks, Inc.
    FEEB Swirl Networks, Inc.;Tile, Inc.;Tile, Inc.;Polar Electro Oy;Polar Electro Oy;Intel;CSR;CSR
    FEF3 Google LLC;Google LLC;Dialog Semiconductor GmbH;Wicentric, Inc.;Aplix Corporation
    FEF8 Aplix Corporation;PayPal, Inc.;PayPal, Inc.
    FEFB Telit Wireless Solutions (Formerly Stollmann E+V GmbH);Gimbal, Inc.;Gimbal, Inc.
    FEFE GN Hearing A/S;GN Netcom
    FFEF Wi-Fi Direct Specification;Public Key Open Credential (PKOC);ICCE Digital Key;Aliro
    FFF3 FiRa Consortium;FiRa Consortium;Car Connectivity Consortium, LLC;Matter Profile ID
    FFF7 Zigbee Direct;Mopria Alliance BLE;FIDO2 secure client-to-authenticator transport
    FFFA ASTM Remote ID;Direct Thread Commissioning;Wireless Power Transfer (WPT)
    FFFD Universal Second Factor Authenticator;Wireless Power Transfer
    """#)
}
