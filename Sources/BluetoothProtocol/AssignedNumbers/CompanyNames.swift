// swift-format-ignore-file
// Made by `generate` from bluetooth-numbers 1.1.2 (MIT licence). Do not edit.

/// Company identifiers, as in manufacturer specific advertising data.
package enum CompanyNames {
  package static func name(for number: UInt16) -> String? { table.name(for: UInt64(number)) }

  private static let table = NameTable(keyDigits: 4, #"""
    0000 Ericsson AB;Nokia Mobile Phones;Intel Corp.;IBM Corp.;Toshiba Corp.;3Com;Microsoft;Lucent
    0008 Motorola;Infineon Technologies AG;Qualcomm Technologies International, Ltd. (QTIL)
    000B Silicon Wave;Digianswer A/S;Texas Instruments Inc.;Parthus Technologies Inc.
    000F Broadcom Corporation;Mitel Semiconductor;Widcomm, Inc.;Zeevo, Inc.;Atmel Corporation
    0014 Mitsubishi Electric Corporation;RTX A/S;KC Technology Inc.;Newlogic;Transilica, Inc.
    0019 Rohde & Schwarz GmbH & Co. KG;TTPCom Limited;Signia Technologies, Inc.
    001C Conexant Systems Inc.;Qualcomm;Inventel;AVM Berlin;BandSpeed, Inc.;Mansella Ltd
    0022 NEC Corporation;WavePlus Technology Co., Ltd.;Alcatel;NXP B.V.;C Technologies
    0027 Open Interface;R F Micro Devices;Hitachi Ltd;Symbol Technologies, Inc.;Tenovis
    002C Macronix International Co. Ltd.;GCT Semiconductor;Norwood Systems;MewTel Technology Inc.
    0030 ST Microelectronics;Synopsys, Inc.;Red-M (Communications) Ltd;Commil Ltd
    0034 Computer Access Technology Corporation (CATC);Eclipse (HQ Espana) S.L.
    0036 Renesas Electronics Corporation;Mobilian Corporation;Syntronix Corporation
    0039 Integrated System Solution Corp.;Panasonic Holdings Corporation;Gennum Corporation
    003C BlackBerry Limited;IPextreme, Inc.;Systems and Chips, Inc;Bluetooth SIG, Inc
    0040 Seiko Epson Corporation;Integrated Silicon Solution Taiwan, Inc.
    0042 CONWISE Technology Corporation Ltd;PARROT AUTOMOTIVE SAS;Socket Mobile
    0045 Atheros Communications, Inc.;MediaTek, Inc.;Bluegiga;Marvell Technology Group Ltd.
    0049 3DSP Corporation;Accel Semiconductor Ltd.;Continental Automotive Systems;Apple, Inc.
    004D Staccato Communications, Inc.;Avago Technologies;APT Ltd.;SiRF Technology, Inc.
    0051 Tzero Technologies, Inc.;J&M Corporation;Free2move AB;3DiJoy Corporation;Plantronics, Inc.
    0056 Sony Ericsson Mobile Communications;Harman International Industries, Inc.;Vizio, Inc.
    0059 Nordic Semiconductor ASA;EM Microelectronic-Marin SA;Ralink Technology Corporation
    005C Belkin International, Inc.;Realtek Semiconductor Corporation;Stonestreet One, LLC
    005F Wicentric, Inc.;RivieraWaves S.A.S;RDA Microelectronics;Gibson Guitars;MiCommand Inc.
    0064 Band XI International, LLC;HP, Inc.;9Solutions Oy;GN Audio A/S;General Motors
    0069 A&D Engineering, Inc.;MindTree Ltd.;Polar Electro OY;Beautiful Enterprise Co., Ltd.
    006D BriarTek, Inc;Summit Data Communications, Inc.;Sound ID;Monster, LLC;connectBlue AB
    0072 ShangHai Super Smart Electronics Co. Ltd.;Group Sense Ltd.;Zomm, LLC
    0075 Samsung Electronics Co. Ltd.;Creative Technology Ltd.;Laird Connectivity LLC;Nike, Inc.
    0079 lesswire AG;MStar Semiconductor, Inc.;Hanlynn Technologies;A & R Cambridge
    007D Seers Technology Co., Ltd.;Sports Tracking Technologies Ltd.;Autonet Mobile
    0080 DeLorme Publishing Company, Inc.;WuXi Vimicro;DSEA A/S;TimeKeeping Systems, Inc.
    0084 Ludus Helsinki Ltd.;BlueRadios, Inc.;Equinux AG;Garmin International, Inc.;Ecotest
    0089 GN Hearing A/S;Jawbone;Topcon Positioning Systems, LLC;Gimbal Inc.;Zscan Software
    008E Quintic Corp;Telit Wireless Solutions GmbH;Funai Electric Co., Ltd.
    0091 Advanced PANMOBIL systems GmbH & Co. KG;ThinkOptics, Inc.;Universal Electronics, Inc.
    0094 Airoha Technology Corp.;NEC Lighting, Ltd.;ODM Technology, Inc.;ConnecteDevice Ltd.
    0098 zero1.tv GmbH;i.Tech Dynamic Global Distribution Ltd.;Alpwise
    009B Jiangsu Toppower Automotive Electronics Co., Ltd.;Colorfy, Inc.;Geoforce Inc.
    009E Bose Corporation;Suunto Oy;Kensington Computer Products Group;SR-Medizinelektronik
    00A2 Vertu Corporation Limited;Meta Watch Ltd.;LINAK A/S;OTL Dynamics LLC;Panda Ocean Inc.
    00A7 Visteon Corporation;ARP Devices Limited;MARELLI EUROPE S.P.A.;CAEN RFID srl
    00AB Ingenieur-Systemgruppe Zahn GmbH;Green Throttle Games;Peter Systemtechnik GmbH;Omegawave Oy
    00AF Cinetix;Passif Semiconductor Corp;Saris Cycling Group, Inc;Bekey A/S
    00B3 Clarinox Technologies Pty. Ltd.;BDE Technology Co., Ltd.;Swirl Networks;Meso international
    00B7 TreLab Ltd;Qualcomm Innovation Center, Inc. (QuIC);Johnson Controls, Inc.
    00BA Starkey Hearing Technologies;S-Power Electronics Limited;Ace Sensor Inc;Aplix Corporation
    00BE AAMP of America;Stalmart Technology Limited;AMICCOM Electronics Corporation
    00C1 Shenzhen Excelsecu Data Technology Co.,Ltd;Geneq Inc.;adidas AG;LG Electronics
    00C5 Onset Computer Corporation;Selfly BV;Quuppa Oy.;GeLo Inc;Evluma;MC10;Binauric SE
    00CC Beats Electronics;Microchip Technology Inc.;Eve Systems GmbH;ARCHOS SA;Dexcom, Inc.
    00D1 Polar Electro Europe B.V.;Dialog Semiconductor B.V.;Taixingbang Technology (HK) Co,. LTD.
    00D4 Kawantech;Austco Communication Systems;Timex Group USA, Inc.;Qualcomm Technologies, Inc.
    00D8 Qualcomm Connected Experiences, Inc.;Voyetra Turtle Beach;txtr GmbH;Snuza (Pty) Ltd
    00DC Procter & Gamble;Hosiden Corporation;Muzik LLC;Misfit Wearables Corp;Google;Danlers Ltd
    00E2 Semilink Inc;inMusic Brands, Inc;L.S. Research, Inc.;Eden Software Consultants Ltd.
    00E6 Freshtemp;KS Technologies;ACTS Technologies;Vtrack Systems;www.vtracksystems.com
    00EB Server Technology Inc.;BioResearch Associates;Jolly Logic, LLC;Above Average Outcomes, Inc.
    00EF Bitsplitters GmbH;PayPal, Inc.;Witron Technology Limited;Morse Project Inc.
    00F3 Kent Displays Inc.;Nautilus Inc.;Smartifier Oy;Elcometer Limited;VSN Technologies, Inc.
    00F8 AceUni Corp., Ltd.;StickNFind;Crystal Alarm AB;KOUKAAM a.s.;Delphi Corporation
    00FD ValenceTech Limited;Stanley Black and Decker;Typo Products, LLC;TomTom International BV
    0101 Fugoo, Inc.;Keiser Corporation;Bang & Olufsen A/S;PLUS Location Systems Pty Ltd
    0105 Ubiquitous Computing Technology Corporation;Innovative Yachtter Solutions;Demant A/S
    0108 Chicony Electronics Co., Ltd.;Atus BV;Codegate Ltd;ERi, Inc;Transducers Direct, LLC
    010D DENSO TEN Limited;Audi AG;HiSilicon Technologies CO., LIMITED;Nippon Seiki Co., Ltd.
    0111 Steelseries ApS;Visybl Inc.;Openbrain Technologies, Co., Ltd.;Xensr;e.solutions
    0116 10AK Technologies;Wimoto Technologies Inc;Radius Networks, Inc.;Wize Technology Co., Ltd.
    011A Qualcomm Labs, Inc.;Hewlett Packard Enterprise;Baidu;Arendi AG;Skoda Auto a.s.
    011F Volkswagen AG;Porsche AG;Sino Wealth Electronic Ltd.;AirTurn, Inc.;Kinsa, Inc;HID Global
    0125 SEAT es;Promethean Ltd.;Salutica Allied Solutions;GPSI Group Pty Ltd;Nimble Devices Oy
    012A Changzhou Yongse Infotech Co., Ltd.;SportIQ;TEMEC Instruments B.V.;Sony Corporation
    012E ASSA ABLOY;Clarion Co. Inc.;Warehouse Innovations;Cypress Semiconductor;MADS Inc
    0133 Blue Maestro Limited;Resolution Products, Ltd.;Aireware LLC;Silvair, Inc.
    0137 Prestigio Plaza Ltd.;NTEO Inc.;Focus Systems Corporation;Tencent Holdings Ltd.;Allegion
    013C Murata Manufacturing Co., Ltd.;WirelessWERX;Nod, Inc.;B&B Manufacturing Company
    0140 Alpine Electronics (China) Co., Ltd;FedEx Services;Grape Systems Inc.;Bkon Connect
    0144 Lintech GmbH;Novatel Wireless;Ciright;Mighty Cast, Inc.;Ambimat Electronics;Perytons Ltd.
    014A Tivoli Audio, LLC;Master Lock;Mesh-Net Ltd;HUIZHOU DESAY SV AUTOMOTIVE CO., LTD.
    014E Tangerine, Inc.;B&W Group Ltd.;Pioneer Corporation;OnBeep;Vernier Software & Technology
    0153 ROL Ergo;Pebble Technology;NETATMO;Accumulate AB
    0157 Anhui Huami Information Technology Co., Ltd.;Inmite s.r.o.;ChefSteps, Inc.;micas AG
    015B Biomedical Research Ltd.;Pitius Tec S.L.;Estimote, Inc.;Unikey Technologies, Inc.
    015F Timer Cap Co.;AwoX;yikes;MADSGlobalNZ Ltd.;PCH International
    0164 Qingdao Yeelink Information Technology Co., Ltd.;Milwaukee Electric Tools;MISHIK Pte Ltd
    0167 Ascensia Diabetes Care US Inc.;Spicebox LLC;emberlight;Emerson Digital Cold Chain, Inc.
    016B Qblinks;MYSPHERA;LifeScan Inc;Volantic AB;Podo Labs, Inc;Roche Diabetes Care AG
    0171 Amazon.com Services LLC;Connovate Technology Private Limited;Kocomojo, LLC;Everykey Inc.
    0175 Dynamic Controls;SentriLock;I-SYST inc.;CASIO COMPUTER CO., LTD.
    0179 LAPIS Semiconductor Co.,Ltd;Telemonitor, Inc.;taskit GmbH;Mercedes-Benz Group AG;BatAndCat
    017E BluDotz Ltd;XTel Wireless ApS;Gigaset Communications GmbH;Gecko Health Innovations, Inc.
    0182 HOP Ubiquitous;Walt Disney;Nectar;bel'apps LLC;CORE Lighting Ltd;Seraphim Sense Ltd
    0188 Unico RBC;Physical Enterprises Inc.;Able Trend Technology Limited;Konica Minolta, Inc.
    018C Wilo SE;Extron Design Services;Fitbit, Inc.;Fireflies Systems;Intelletto Technologies Inc.
    0191 FDK CORPORATION;Cloudleaf, Inc;Maveric Automation LLC;Acoustic Stream Corporation;Zuli
    0196 Paxton Access Ltd;WiSilica Inc.;VENGIT Korlatolt Felelossegu Tarsasag;SALTO SYSTEMS S.L.
    019A TRON Forum;CUBETECH s.r.o.;Cokiya Incorporated;CVS Health;Ceruus;Strainstall Ltd
    01A0 Channel Enterprises (HK) Ltd.;FIAMM;GIGALANE.CO.,LTD;EROAD;MSA Innovation, LLC
    01A5 Icon Health and Fitness;Wille Engineering;ENERGOUS CORPORATION;Taobao;Canon Inc.
    01AA Geophysical Technology Inc.;Meta Platforms, Inc.;Trividia Health, Inc.
    01AD FlightSafety International;Earlens Corporation;Sunrise Micro Devices, Inc.
    01B0 Star Micronics Co., Ltd.;Netizens Sp. z o.o.;Nymi Inc.;Nytec, Inc.;Trineo Sp. z o.o.
    01B5 Nest Labs Inc.;LM Technologies Ltd;General Electric Company;i+D3 S.L.;HANA Micron
    01BA Stages Cycling LLC;Cochlear Bone Anchored Solutions AB;SenionLab AB;Syszone Co., Ltd
    01BE Pulsate Mobile Ltd.;Hong Kong HunterSun Electronic Limited;pironex GmbH;BRADATECH Corp.
    01C2 Transenergooil AG;Bunch;DME Microelectronics;Bitcraze AB;HASWARE Inc.;Abiogenix Inc.
    01C8 Poly-Control ApS;Avi-on;Laerdal Medical AS;Fetch My Pet;Sam Labs Ltd.
    01CD Chengdu Synwing Technology Ltd;HOUWA SYSTEM DESIGN, k.k.;BSH;Primus Inter Pares Ltd
    01D1 August Home, Inc;Gill Electronics;Sky Wave Design;Newlab S.r.l.;ELAD srl;G-wearables inc.
    01D7 Squadrone Systems Inc.;Code Corporation;Savant Systems LLC;Logitech International SA
    01DB Innblue Consulting;iParking Ltd.;Koninklijke Philips N.V.;Minelab Electronics Pty Limited
    01DF Bison Group Ltd.;Widex A/S;Jolla Ltd;Lectronix, Inc.;Caterpillar Inc;Freedom Innovations
    01E5 Dynamic Devices Ltd;Technology Solutions (UK) Ltd;IPS Group Inc.;STIR;Sano, Inc.
    01EA Advanced Application Design, Inc.;AutoMap LLC;Spreadtrum Communications Shanghai Ltd
    01ED CuteCircuit LTD;Valeo Service;Fullpower Technologies, Inc.;KloudNation
    01F1 Zebra Technologies Corporation;Itron, Inc.;The University of Tokyo;UTC Fire and Security
    01F5 Cool Webthings Limited;DJO Global;Gelliner Limited
    01F8 Anyka (Guangzhou) Microelectronics Technology Co, LTD;Medtronic Inc.;Gozio Inc.
    01FB Form Lifting, LLC;Wahoo Fitness, LLC;Kontakt Micro-Location Sp. z o.o.
    01FE Radio Systems Corporation;Freescale Semiconductor, Inc.
    0200 Verifone Systems Pte Ltd. Taiwan Branch;AR Timing;Rigado LLC;Kemppi Oy;Tapcentive Inc.
    0205 Smartbotics Inc.;Otter Products, LLC;STEMP Inc.;LumiGeek LLC;InvisionHeart Inc.
    020A Macnica Inc.;Jaguar Land Rover Limited;CoroWare Technologies, Inc
    020D Simplo Technology Co., LTD;Omron Healthcare Co., LTD;Comodule GMBH;ikeGPS
    0211 Telink Semiconductor Co. Ltd;Interplan Co., Ltd;Wyler AG;IK Multimedia Production srl
    0215 Lukoton Experience Oy;MTI Ltd;Tech4home, Lda;Hiotech AB;DOTT Limited;Blue Speck Labs, LLC
    021B Cisco Systems, Inc;Mobicomm Inc;Edamic;Goodnet, Ltd;Luster Leaf Products Inc
    0220 Manus Machina BV;Mobiquity Networks Inc;Praxis Dynamics;Philip Morris Products S.A.
    0224 Comarch SA;Nestlé Nespresso S.A.;Merlinia A/S;LifeBEAM Technologies;Twocanoes Labs, LLC
    0229 Muoverti Limited;Stamer Musikanlagen GMBH;Tesla, Inc.;Pharynks Corporation;Lupine
    022E Siemens AG;Huami (Shanghai) Culture Communication CO., LTD;Foster Electric Company, Ltd
    0231 ETA SA;x-Senso Solutions Kft;Shenzhen SuLong Communication Ltd
    0234 FengFan (BeiJing) Technology Co, Ltd;Qrio Inc;Pitpatpet Ltd;MSHeli s.r.l.;Trakm8 Ltd
    0239 JIN CO, Ltd;Alatech Tehnology;Beijing CarePulse Electronic Technology Co, Ltd;Awarepoint
    023D ViCentra B.V.;Raven Industries;WaveWare Technologies Inc.;Argenox Technologies;Bragi GmbH
    0242 16Lab Inc;Masimo Corp;Iotera Inc;Endress+Hauser;ACKme Networks, Inc.;FiftyThree Inc.
    0248 Parker Hannifin Corp;Transcranial Ltd;Uwatec AG;Orlan LLC;Blue Clover Devices
    024D M-Way Solutions GmbH;Microtronics Engineering GmbH;Schneider Schreibgeräte GmbH
    0250 Sapphire Circuits LLC;Lumo Bodytech Inc.;UKC Technosolution;Xicato Inc.;Playbrush
    0255 Dai Nippon Printing Co., Ltd.;G24 Power Limited;AdBabble Local Commerce Inc.;Devialet SA
    0259 ALTYOR;University of Applied Sciences Valais/Haute Ecole Valaisanne
    025B Five Interactive, LLC dba Zendo;NetEase Hangzhou Network co.Ltd.;Lexmark International Inc.
    025E Fluke Corporation;Yardarm Technologies;SensaRx;SECVRE GmbH;Glacial Ridge Technologies
    0263 Identiv, Inc.;DDS, Inc.;SMK Corporation;Schawbel Technologies LLC;XMI Systems SA;Cerevo
    0269 Torrox GmbH & Co KG;Gemalto;DEKA Research & Development Corp.;Domster Tadeusz Szydlowski
    026D Technogym SPA;FLEURBAEY BVBA;Aptcode Solutions;LSI ADL Technology;Animas Corp
    0272 Alps Alpine Co., Ltd.;OCEASOFT;Motsai Research;Geotab;E.G.O. Elektro-Geraetebau GmbH
    0277 bewhere inc;Johnson Outdoors Inc;steute Schaltgerate GmbH & Co. KG;Ekomini inc.;DEFA AS
    027C Aseptika Ltd;HUAWEI Technologies Co., Ltd.;HabitAware, LLC;ruwido austria gmbh
    0280 ITEC corporation;StoneL;Sonova AG;Maven Machines, Inc.;Synapse Electronics
    0285 WOWTech Canada Ltd.;RF Code, Inc.;Wally Ventures S.L.;Willowbank Electronics Ltd;SK Telecom
    028A Jetro AS;Code Gears LTD;NANOLINK APS;IF, LLC;RF Digital Corp;Church & Dwight Co., Inc
    0290 Multibit Oy;CliniCloud Inc;SwiftSensors;Blue Bite;ELIAS GmbH;Sivantos GmbH;Petzl
    0297 storm power ltd;EISST Ltd;Inexess Technology Simma KG;Currant, Inc.;C2 Development, Inc.
    029C Blue Sky Scientific, LLC;ALOTTAZS LABS, LLC;Kupson spol. s r.o.;Areus Engineering GmbH
    02A0 Impossible Camera GmbH;InventureTrack Systems;Sera4 Ltd.;Itude;Pacific Lock Company
    02A5 Tendyron Corporation;Robert Bosch GmbH;Illuxtron international B.V.;miSport Ltd.;Chargelib
    02AA Doppler Lab;BBPOS Limited;RTB Elektronik GmbH & Co. KG;Rx Networks, Inc.;WeatherFlow, Inc.
    02AF Technicolor USA Inc.;Bestechnic(Shanghai),Ltd;Raden Inc;Oura Health Oy;CLABER S.P.A.
    02B4 Hyginex, Inc.;HANSHIN ELECTRIC RAILWAY CO.,LTD.;Schneider Electric;Oort Technologies LLC
    02B8 Chrono Therapeutics;Rinnai Corporation;Swissprime Technologies AG;Koha.,Co.Ltd;Genevac Ltd
    02BD Chemtronics;Seguro Technology Sp. z o.o.;Redbird Flight Simulations;Dash Robotics
    02C1 LINE Corporation;Guillemot Corporation;Techtronic Power Tools Technology Limited
    02C4 Wilson Sporting Goods;Lenovo (Singapore) Pte Ltd.;Ayatan Sensors
    02C7 Electronics Tomorrow Limited;OneSpan;PayRange Inc.;ABOV Semiconductor;AINA-Wireless Inc.
    02CC Eijkelkamp Soil & Water;BMA ergonomics b.v.;Teva Branded Pharmaceutical Products R&D, Inc.
    02CF Anima;3M;Empatica Srl;Afero, Inc.;Powercast Corporation;Secuyou ApS;OMRON Corporation
    02D6 Send Solutions;NIPPON SYSTEMWARE CO.,LTD.;Neosfar;Fliegl Agrartechnik GmbH;Gilvader
    02DB Digi International Inc (R);DeWalch Technologies, Inc.;Flint Rehabilitation Devices, LLC
    02DE Samsung SDS Co., Ltd.;Blur Product Development;University of Michigan;Victron Energy BV
    02E2 NTT docomo;Carmanah Technologies Corp.;Bytestorm Ltd.
    02E5 Espressif Systems (Shanghai) Co., Ltd.;Unwire;Connected Yard, Inc.
    02E8 American Music Environments;Sensogram Technologies, Inc.;Fujitsu Limited;Ardic Technology
    02EC Delta Systems, Inc;HTC Corporation;Citizen Holdings Co., Ltd.;SMART-INNOVATION.inc
    02F0 Blackrat Software;The Idea Cave, LLC;GoPro, Inc.;AuthAir, Inc;Vensi, Inc.;Indagem Tech LLC
    02F6 Intemo Technologies;DreamVisions co., Ltd.;Runteq Oy Ltd;IMAGINATION TECHNOLOGIES LTD
    02FA CoSTAR TEchnologies;Clarius Mobile Health Corp.;Shanghai Frequen Microelectronics Co., Ltd.
    02FD Uwanna, Inc.;Lierda Science & Technology Group Co., Ltd.;Silicon Laboratories
    0300 World Moto Inc.;Giatec Scientific Inc.;Loop Devices, Inc;IACA electronique
    0304 Proxy Technologies, Inc.;Swipp ApS;Life Laboratory Inc.;FUJI INDUSTRIAL CO.,LTD.
    0308 Surefire, LLC;Dolby Labs;Ellisys;Magnitude Lighting Converters;Hilti AG;Devdata S.r.l.
    030E Deviceworx;Shortcut Labs;SGL Italia S.r.l.;PEEQ DATA;Ducere Technologies Pvt Ltd
    0313 DiveNav, Inc.;RIIG AI Sp. z o.o.;Thermo Fisher Scientific;AG Measurematics Pvt. Ltd.
    0317 CHUO Electronics CO., LTD.;Aspenta International;Eugster Frismag AG
    031A Wurth Elektronik eiSos GmbH & Co. KG;HQ Inc;Lab Sensor Solutions;Enterlab ApS;Eyefi, Inc.
    031F MetaSystem S.p.A.;SONO ELECTRONICS. CO., LTD;Jewelbots;Compumedics Limited
    0323 Rotor Bike Components;Astro, Inc.;Amotus Solutions;Healthwear Technologies (Changzhou)Ltd
    0327 Essex Electronics;Grundfos A/S;Eargo, Inc.;Electronic Design Lab;ESYLUX;NIPPON SMT.CO.,Ltd
    032D BM innovations GmbH;indoormap;OttoQ Inc;North Pole Engineering;3flares Technologies Inc.
    0332 Electrocompaniet A.S.;Mul-T-Lock;Airthings ASA;Enlighted Inc;GISTIC;AJP2 Holdings, LLC
    0338 COBI GmbH;Blue Sky Scientific, LLC;Appception, Inc.;Courtney Thorne Limited;Virtuosys
    033D TPV Technology Limited;Monitra SA;Automation Components, Inc.;Letsense s.r.l.
    0341 Etesian Technologies LLC;GERTEC BRASIL LTDA.;Drekker Development Pty. Ltd.;Whirl Inc
    0345 Locus Positioning;Acuity Brands Lighting, Inc;Prevent Biometrics;Arioneo;VersaMe;Vaddio
    034B Libratone A/S;HM Electronics, Inc.;TASER International, Inc.;SafeTrust Inc.
    034F Heartland Payment Systems;Bitstrata Systems Inc.;Pieps GmbH
    0352 iRiding(Xiamen)Technology Co.,Ltd.;Alpha Audiotronics, Inc.;TOPPAN FORMS CO.,LTD.
    0355 Sigma Designs, Inc.;Spectrum Brands, Inc.;Polymap Wireless;MagniWare Ltd.
    0359 Novotec Medical GmbH;Phillips-Medisize A/S;Matrix Inc.;Eaton Corporation;KYS
    035E Naya Health, Inc.;Acromag;Insulet Corporation;Wellinks Inc.;ON Semiconductor;FREELAP SA
    0364 Favero Electronics Srl;BioMech Sensor LLC;BOLTT Sports technologies Private limited
    0367 Saphe International;Metormote AB;littleBits;SetPoint Medical;BRControls Products BV;Zipcar
    036D AirBolt Pty Ltd;MOTIVE TECHNOLOGIES, INC.;Motiv, Inc.;Wazombi Labs OÜ;ORBCOMM
    0372 Nixie Labs, Inc.;AppNearMe Ltd;Holman Industries;Expain AS
    0376 Electronic Temperature Instruments Ltd;Plejd AB;Propeller Health
    0379 Shenzhen iMCO Electronic Technology Co.,Ltd;Algoria;Apption Labs Inc.
    037C Cronologics Corporation;MICRODIA Ltd.;lulabytes S.L.;Société des Produits Nestlé S.A.
    0380 LLC "MEGA-F service";Sharp Corporation;Precision Outcomes Ltd;Kronos Incorporated
    0384 OCOSMOS Co., Ltd.;Embedded Electronic Solutions Ltd. dba e2Solutions;Aterica Inc.
    0387 BluStor PMC, Inc.;Kapsch TrafficCom AB;ActiveBlu Corporation;Kohler Mira Limited;Noke
    038C Appion Inc.;Resmed Ltd;Crownstone B.V.;Xiaomi Inc.;INFOTECH s.r.o.;Thingsquare AB;T&D
    0393 LAVAZZA S.p.A.;Netclearance Systems, Inc.;SDATAWAY;BLOKS GmbH;LEGO System A/S
    0398 Thetatronics Ltd;Nikon Corporation;NeST;South Silicon Valley Microelectronics
    039C ALE International;CareView Communications, Inc.;SchoolBoard Limited;Molex Corporation
    03A0 IVT Wireless Limited;Alpine Labs LLC;Candura Instruments;SmartMovt Technology Co., Ltd
    03A4 Token Zero Ltd;ACE CAD Enterprise Co., Ltd. (ACECAD);Medela, Inc;AeroScout;Esrille Inc.
    03A9 THINKERLY SRL;Exon Sp. z o.o.;Meizu Technology Co., Ltd.;Smablo LTD;XiQ;Allswell Inc.
    03AF Comm-N-Sense Corp DBA Verigo;VIBRADORM GmbH;Otodata Wireless Network Inc.
    03B2 Propagation Systems Limited;Midwest Instruments & Controls;Alpha Nodus, inc.;petPOMM, Inc
    03B6 Mattel;Airbly Inc.;A-Safe Limited;FREDERIQUE CONSTANT SA
    03BA Maxscend Microelectronics Company Limited;Abbott;ASB Bank Ltd;amadas;Applied Science, Inc.
    03BF iLumi Solutions Inc.;Arch Systems Inc.;Ember Technologies, Inc.;Snapchat Inc
    03C3 Casambi Technologies Oy;Pico Technology Inc.;St. Jude Medical, Inc.;Intricon
    03C7 Structural Health Systems, Inc.;Avvel International;Gallagher Group
    03CA In2things Automation Pvt. Ltd.;SYSDEV Srl;Vonkil Technologies Ltd;Wynd Technologies, Inc.
    03CE CONTRINEX S.A.;MIRA, Inc.;Watteam Ltd;Density Inc.;IOT Pot India Private Limited
    03D3 Sigma Connectivity AB;PEG PEREGO SPA;Wyzelink Systems Inc.;Yota Devices LTD;FINSECUR
    03D8 Zen-Me Labs Ltd;3IWare Co., Ltd.;EnOcean GmbH;Instabeat, Inc;Nima Labs
    03DD Andreas Stihl AG & Co. KG;Nathan Rhoades LLC;Grob Technologies, LLC
    03E0 Actions (Zhuhai) Technology Co., Limited;SPD Development Company Ltd;Sensoan Oy
    03E3 Qualcomm Life Inc;Chip-ing AG;ffly4u;IoT Instruments Oy;TRUE Fitness Technology
    03E8 Reiner Kartengeraete GmbH & Co. KG.;SHENZHEN LEMONJOY TECHNOLOGY CO., LTD.;Hello Inc.
    03EB Ozo Edu, Inc.;Jigowatts Inc.;BASIC MICRO.COM,INC.;CUBE TECHNOLOGIES;foolography GmbH;CLINK
    03F1 Hestan Smart Cooking Inc.;WindowMaster A/S;Flowscape AB;PAL Technologies Ltd;WHERE, Inc.
    03F6 Iton Technology Corp.;Owl Labs Inc.;Rockford Corp.;Becon Technologies Co.,Ltd.
    03FA Vyassoft Technologies Inc;Nox Medical;Kimberly-Clark;Trimble Inc.;Littelfuse;Withings
    0400 i-developer IT Beratung UG;Relations Inc.;Sears Holdings Corporation
    0403 Gantner Electronic GmbH;Authomate Inc;Vertex International, Inc.;Airtago;Swiss Audio SA
    0408 ToGetHome Inc.;RYSE INC.;ZF OPENMATICS s.r.o.;Jana Care Inc.;Senix Corporation
    040D NorthStar Battery Company, LLC;SKF (U.K.) Limited;CO-AX Technology, Inc.
    0410 Fender Musical Instruments;Luidia Inc;SEFAM;Wireless Cables Inc
    0414 Lightning Protection International Pty Ltd;Uber Technologies Inc;SODA GmbH;Fatigue Science
    0419 Novalogy LTD;Friday Labs Limited;OrthoAccel Technologies;WaterGuru, Inc.
    041D Benning Elektrotechnik und Elektronik GmbH & Co. KG;Dell Computer Corporation
    041F Kopin Corporation;TecBakery GmbH;Backbone Labs, Inc.;DELSEY SA;Chargifi Limited
    0424 Trainesense Ltd.;Unify Software and Solutions GmbH & Co. KG;Husqvarna AB
    0427 Focus fleet and fuel management inc;SmallLoop, LLC;Prolon Inc.;BD Medical
    042B iMicroMed Incorporated;Ticto N.V.;Meshtech AS;MemCachier Inc.;Danfoss A/S;SnapStyk Inc.
    0431 Alticor Inc.;Silk Labs, Inc.;Pillsy Inc.;Hatch Baby, Inc.;Blocks Wearables Ltd.
    0436 Drayson Technologies (Europe) Limited;eBest IOT Inc.;Helvar Ltd;Radiance Technologies
    043A Nuheara Limited;Appside co., ltd.;DeLaval;Coiler Corporation;Thermomedics, Inc.
    043F Tentacle Sync GmbH;Valencell, Inc.;iProtoXi Oy;SECOM CO., LTD.;Tucker International LLC
    0444 Metanate Limited;Kobian Canada Inc.;NETGEAR, Inc.;Fabtronics Australia Pty Ltd
    0448 Grand Centrix GmbH;1UP USA.com llc;SHIMANO INC.;Nain Inc.;LifeStyle Lock, LLC
    044D VEGA Grieshaber KG;Xtrava Inc.;TTS Tooltechnic Systems AG & Co. KG;Teenage Engineering AB
    0451 Tunstall Nordic AB;Svep Design Center AB;Qorvo Utrecht B.V.;Sphinx Electronics GmbH & Co KG
    0455 Atomation;Nemik Consulting Inc;RF INNOVATION;Mini Solution Co., Ltd.;Lumenetix, Inc
    045A 2048450 Ontario Inc;SPACEEK LTD;Delta T Corporation;Boston Scientific Corporation
    045E Nuviz, Inc.;Real Time Automation, Inc.;Kolibree;vhf elektronik GmbH;Bonsai Systems GmbH
    0463 Fathom Systems Inc.;Bellman & Symfon;International Forte Group LLC;CycleLabs Solutions inc.
    0467 Codenex Oy;Kynesim Ltd;Palago AB;INSIGMA INC.;PMD Solutions
    046C Qingdao Realtime Technology Co., Ltd.;BEGA Gantenbrink-Leuchten KG;Pambor Ltd.
    046F Develco Products A/S;iDesign s.r.l.;TiVo Corp;Control-J Pty Ltd;Steelcase, Inc.
    0474 iApartment co., ltd.;Icom inc.;Oxstren Wearable Technologies Private Limited
    0477 Blue Spark Technologies;FarSite Communications Limited;mywerk system GmbH
    047A Sinosun Technology Co., Ltd.;MIYOSHI ELECTRONICS CORPORATION;POWERMAT LTD;Occly LLC
    047E OurHub Dev IvS;Pro-Mark, Inc.;Dynometrics Inc.;Quintrax Limited
    0482 POS Tuning Udo Vosshenrich GmbH & Co. KG;Multi Care Systems B.V.;Revol Technologies Inc
    0485 SKIDATA AG;DEV TECNOLOGIA INDUSTRIA, COMERCIO E MANUTENCAO DE EQUIPAMENTOS LTDA. - ME
    0487 Centrica Connected Home;Automotive Data Solutions Inc;Igarashi Engineering;Taelek Oy
    048B CP Electronics Limited;Vectronix AG;S-Labs Sp. z o.o.;Companion Medical, Inc.
    048F BlueKitchen GmbH;Matting AB;SOREX - Wireless Solutions GmbH;ADC Technology, Inc.
    0493 Lynxemi Pte Ltd;SENNHEISER electronic GmbH & Co. KG;LMT Mercer Group, Inc
    0496 Polymorphic Labs LLC;Cochlear Limited;METER Group, Inc. USA;Ruuvi Innovations Ltd.
    049A Situne AS;nVisti, LLC;DyOcean;Uhlmann & Zacher GmbH;AND!XOR LLC;Popper Pay AB;Vypin, LLC
    04A1 PNI Sensor Corporation;ovrEngineered, LLC;GT-tronics HK Ltd;Herbert Waldmann GmbH & Co. KG
    04A5 Guangzhou FiiO Electronics Technology Co.,Ltd;Vinetech Co., Ltd;Dallas Logic Corporation
    04A8 BioTex, Inc.;DISCOVERY SOUND TECHNOLOGY, LLC;LINKIO SAS;Harbortronics, Inc.;Undagrid B.V.
    04AD Shure Inc;ERM Electronic Systems LTD;BIOROWER Handelsagentur GmbH
    04B0 Weba Sport und Med. Artikel GmbH;Kartographers Technologies Pvt. Ltd.
    04B2 The Shadow on the Moon;mobike (Hong Kong) Limited;Inuheat Group AB;Swiftronix AB
    04B6 Diagnoptics Technologies;Analog Devices, Inc.;Soraa Inc.;CSR Building Products Limited
    04BA Crestron Electronics, Inc.;Neatebox Ltd;Draegerwerk AG & Co. KGaA;AlbynMedical;Averos FZCO
    04BF VIT Initiative, LLC;Statsports International;Sospitas, s.r.o.;Dmet Products Corp.
    04C3 Mantracourt Electronics Limited;TeAM Hutchins AB;Seibert Williams Glass, LLC;Insta GmbH
    04C7 Svantek Sp. z o.o.;Shanghai Flyco Electrical Appliance Co., Ltd.;Thornwave Labs Inc
    04CA Steiner-Optik GmbH;Novo Nordisk A/S;Enflux Inc.;Safetech Products LLC;GOOOLED S.R.L.
    04CF DOM Sicherheitstechnik GmbH & Co. KG;Olympus Corporation;KTS GmbH;Anloq Technologies Inc.
    04D3 Queercon, Inc;5th Element Ltd;Gooee Limited;LUGLOC LLC;Blincam, Inc.;FUJIFILM Corporation
    04D9 RM Acquisition LLC;Franceschi Marina snc;Engineered Audio, LLC.
    04DC IOTTIVE (OPC) PRIVATE LIMITED;4MOD Technology;Lutron Electronics Co., Inc.
    04DF Emerson Electric Co.;Guardtec, Inc.;REACTEC LIMITED;EllieGrid;Under Armour;Woodenshark
    04E5 Avack Oy;Smart Solution Technology, Inc.;REHABTRONICS INC.;STABILO International
    04E9 Busch Jaeger Elektro GmbH;Pacific Bioscience Laboratories, Inc;Bird Home Automation GmbH
    04EC Motorola Solutions;R9 Technology, Inc.;Auxivia;DaisyWorks, Inc;Kosi Limited;Theben AG
    04F2 InDreamer Techsol Private Limited;Cerevast Medical;ZanCompute Inc.;Pirelli Tyre S.P.A.
    04F6 McLear Limited;Shenzhen Goodix Technology Co., Ltd;Convergence Systems Limited;Interactio
    04FA Androtec GmbH;Benchmark Drives GmbH & Co. KG;SwingLync L. L. C.;Tapkey GmbH
    04FE Woosim Systems Inc.;Microsemi Corporation;Wiliot LTD.;Polaris IND;Specifi-Kali LLC
    0503 Locoroll, Inc;PHYPLUS Inc;InPlay, Inc.;Hager;Yellowcog;Axes System sp. z o. o.
    0509 Garage Smart, Inc.;Shake-on B.V.;Vibrissa Inc.;OSRAM GmbH;TRSystems GmbH
    050E Yichip Microelectronics (Hangzhou) Co.,Ltd.;Foundation Engineering LLC
    0510 UNI-ELECTRONICS, INC.;Brookfield Equinox LLC;Soprod SA;9974091 Canada Inc.;FIBRO GmbH
    0515 RB Controls Co., Ltd.;Footmarks;Amtronic Sverige AB;MAMORIO.inc;Tyto Life LLC
    051A Leica Camera AG;Angee Technologies Ltd.;EDPS;OFF Line Co., Ltd.;Detect Blue Limited
    051F Setec Pty Ltd;Target Corporation;IAI Corporation;NS Tech, Inc.;MTG Co., Ltd.
    0524 Hangzhou iMagic Technology Co., Ltd;HONGKONG NANO IC TECHNOLOGIES CO., LIMITED
    0526 Honeywell International Inc.;Albrecht JUNG;Lunera Lighting Inc.;Lumen UAB
    052A Keynes Controls Ltd;Novartis AG;Geosatis SA;EXFO, Inc.;LEDVANCE GmbH;Center ID Corp.
    0530 Adolene, Inc.;D&M Holdings Inc.;CRESCO Wireless, Inc.;Nura Operations Pty Ltd
    0534 Frontiergadget, Inc.;Smart Component Technologies Limited;ZTR Control Systems LLC
    0537 MetaLogics Corporation;Medela AG;OPPLE Lighting Co., Ltd;Savitech Corp.,;prodigy
    053C Screenovate Technologies Ltd;TESA SA;CLIM8 LIMITED;Silergy Corp;SilverPlus, Inc
    0541 Sharknet srl;Mist Systems, Inc.;MIWA LOCK CO.,Ltd;OrthoSensor, Inc.
    0545 Candy Hoover Group s.r.l;Apexar Technologies S.A.
    0547 LOGICDATA Electronic & Software Entwicklungs GmbH
    0548 Knick Elektronische Messgeraete GmbH & Co. KG;Smart Technologies and Investment Limited
    054A Linough Inc.;Advanced Electronic Designs, Inc.;Carefree Scott Fetzer Co Inc;Sensome
    054E FORTRONIK storitve d.o.o.;Sinnoz;Versa Networks, Inc.;Sylero;Avempace SARL
    0553 Nintendo Co., Ltd.;National Instruments;KROHNE Messtechnik GmbH;Otodynamics Ltd
    0557 Arwin Technology Limited;benegear, inc.;Newcon Optik;CANDY HOUSE, Inc.
    055B FRANKLIN TECHNOLOGY INC;Lely;Valve Corporation;Hekatron Vertriebs GmbH
    055F PROTECH S.A.S. DI GIRARDI ANDREA & C.;Sarita CareTech APS;Finder S.p.A.;Thalmic Labs Inc.
    0563 Steinel Vertrieb GmbH;Beghelli Spa;Beijing Smartspace Technologies Inc.
    0566 CORE TRANSPORT TECHNOLOGIES NZ LIMITED;Xiamen Everesports Goods Co., Ltd;Bodyport Inc.
    0569 Audionics System, INC.;Flipnavi Co.,Ltd.;Rion Co., Ltd.;Long Range Systems, LLC
    056D Redmond Industrial Group LLC;VIZPIN INC.;BikeFinder AS;Consumer Sleep Solutions LLC
    0571 PSIKICK, INC.;AntTail.com;Lighting Science Group Corp.;AFFORDABLE ELECTRONICS INC
    0575 Integral Memroy Plc;Globalstar, Inc.;True Wearables, Inc.;Wellington Drive Technologies Ltd
    0579 Ensemble Tech Private Limited;OMNI Remotes;Duracell U.S. Operations Inc.
    057C Toor Technologies LLC;Instinct Performance;Beco, Inc;Scuf Gaming International, LLC
    0580 ARANZ Medical Limited;LYS TECHNOLOGIES LTD;Breakwall Analytics, LLC
    0583 Code Blue Communications;Gira Giersiepen GmbH & Co. KG;Hearing Lab Technology;LEGRAND
    0587 Derichs GmbH;ALT-TEKNIK LLC;Star Technologies;START TODAY CO.,LTD.
    058B Maxim Integrated Products;Fracarro Radioindustrie SRL;Jungheinrich Aktiengesellschaft
    058E Meta Platforms Technologies, LLC;HENDON SEMICONDUCTORS PTY LTD;Pur3 Ltd;Viasat Group S.p.A.
    0592 IZITHERM;Spaulding Clinical Research;Kohler Company;Inor Process AB;My Smart Blinds
    0597 RadioPulse Inc;rapitag GmbH;Lazlo326, LLC.;Teledyne Lecroy, Inc.;Dataflow Systems Limited
    059C Macrogiga Electronics;Tandem Diabetes Care;Polycom, Inc.;Fisher & Paykel Healthcare
    05A0 RCP Software Oy;Shanghai Xiaoyi Technology Co.,Ltd.;ADHERIUM(NZ) LIMITED
    05A3 Axiomware Systems Incorporated;O. E. M. Controls, Inc.;Kiiroo BV;Telecon Mobile Limited
    05A7 Sonos Inc;Tom Allebrandi Consulting;Monidor;Tramex Limited;Nofence AS
    05AC GoerTek Dynaudio Co., Ltd.;INIA;CARMATE MFG.CO.,LTD;OV LOOP, INC.;NewTec GmbH
    05B1 Medallion Instrumentation Systems;CAREL INDUSTRIES S.P.A.;Parabit Systems, Inc.
    05B4 White Horse Scientific ltd;verisilicon;Elecs Industry Co.,Ltd.
    05B7 Beijing Pinecone Electronics Co.,Ltd.;Ambystoma Labs Inc.
    05B9 Suzhou Pairlink Network Technology;igloohome;Oxford Metrics plc;Leviton Mfg. Co., Inc.
    05BD ULC Robotics Inc.;RFID Global by Softwork SrL;Real-World-Systems Corporation
    05C0 Nalu Medical, Inc.;P.I.Engineering;Grote Industries;Runtime, Inc.
    05C4 Codecoup sp. z o.o. sp. k.;SELVE GmbH & Co. KG;Smart Animal Training Systems, LLC
    05C7 Lippert Components, INC;SOMFY SAS;TBS Electronics B.V.;MHL Custom Inc;LucentWear LLC
    05CC WATTS ELECTRONICS;RJ Brands LLC;V-ZUG Ltd;Biowatch SA;Anova Applied Electronics;Lindab AB
    05D2 frogblue TECHNOLOGY GmbH;Acurable Limited;LAMPLIGHT Co., Ltd.;TEGAM, Inc.
    05D6 Zhuhai Jieli technology Co.,Ltd;modum.io AG;Farm Jenny LLC;Toyo Electronics Corporation
    05DA Applied Neural Research Corp;Avid Identification Systems, Inc.;Petronics Inc.;essentim GmbH
    05DE QT Medical INC.;VIRTUALCLINIC.DIRECT LIMITED;Viper Design LLC;Human, Incorporated
    05E2 stAPPtronics GmbH;Elemental Machines, Inc.;Taiyo Yuden Co., Ltd;INEO ENERGY& SYSTEMS
    05E6 Motion Instruments Inc.;PressurePro;COWBOY;iconmobile GmbH;ACS-Control-System GmbH
    05EB Bayerische Motoren Werke AG;Gycom Svenska AB;Fuji Xerox Co., Ltd;Wristcam Inc.;SIKOM AS
    05F0 beken;The Linux Foundation;Try and E CO.,LTD.;SeeScan;Clearity, LLC;GS TAG;DPTechnics
    05F7 TRACMO, INC.;Anki Inc.;Hagleitner Hygiene International GmbH;Konami Sports Life Co., Ltd.
    05FB Arblet Inc.;Masbando GmbH;Innoseis;Niko nv;Wellnomics Ltd;iRobot Corporation
    0601 Schrader Electronics;Geberit International AG;Fourth Evolution Inc;Cell2Jack LLC
    0605 FMW electronic Futterer u. Maier-Wolf OHG;John Deere;Rookery Technology Ltd;KeySafe-Cloud
    0609 BUCHI Labortechnik AG;IQAir AG;Triax Technologies Inc;Vuzix Corporation;TDK Corporation
    060E Blueair AB;Signify Netherlands B.V.;ADH GUARDIAN USA LLC;Beurer GmbH;Playfinity AS
    0613 Hans Dinslage GmbH;OnAsset Intelligence, Inc.;INTER ACTION Corporation
    0616 OS42 UG (haftungsbeschraenkt);WIZCONNECTED COMPANY LIMITED;Audio-Technica Corporation
    0619 Six Guys Labs, s.r.o.;R.W. Beckett Corporation;silex technology, inc.;Univations Limited
    061D SENS Innovation ApS;Diamond Kinetics, Inc.;Phrame Inc.;Forciot Oy;Noordung d.o.o.
    0622 Beam Labs, LLC;Philadelphia Scientific (U.K.) Limited;Biovotion AG;Square Panda, Inc.
    0626 Amplifico;WEG S.A.;Ensto Oy;PHONEPE PVT LTD;Lunatico Astronomia SL;MinebeaMitsumi Inc.
    062C ASPion GmbH;Vossloh-Schwabe Deutschland GmbH;Procept;ONKYO Corporation;Asthrea D.O.O.
    0631 Fortiori Design LLC;Hugo Muller GmbH & Co KG;Wangi Lai PLT;Fanstel Corp;Crookwood
    0636 ELECTRONICA INTEGRAL DE SONIDO S.A.;GiP Innovation Tools GmbH;LX SOLUTIONS PTY LIMITED
    0639 Shenzhen Minew Technologies Co., Ltd.;Prolojik Limited;Kromek Group Plc
    063C Contec Medical Systems Co., Ltd.;Xradio Technology Co.,Ltd.;The Indoor Lab, LLC
    063F LDL TECHNOLOGY;Dish Network LLC;Revenue Collection Systems FRANCE SAS
    0642 Bluetrum Technology Co.,Ltd;makita corporation;Apogee Instruments;BM3
    0646 SGV Group Holding GmbH & Co. KG;MED-EL;Ultune Technologies;Ryeex Technology Co.,Ltd.
    064A Open Research Institute, Inc.;Scale-Tec, Ltd;Zumtobel Group AG;iLOQ Oy
    064E KRUXWorks Technologies Private Limited;Digital Matter Pty Ltd;Coravin, Inc.
    0651 Stasis Labs, Inc.;ITZ Innovations- und Technologiezentrum GmbH;Meggitt SA
    0654 Ledlenser GmbH & Co. KG;Renishaw PLC;ZhuHai AdvanPro Technology Company Limited
    0657 Meshtronix Limited;Payex Norge AS;UnSeen Technologies Oy;Zound Industries International AB
    065B Sesam Solutions BV;PixArt Imaging Inc.;Panduit Corp.;Alo AB;Ricoh Company Ltd
    0660 RTC Industries, Inc.;Mode Lighting Limited;Particle Industries, Inc.
    0663 Advanced Telemetry Systems, Inc.;RHA TECHNOLOGIES LTD;Pure International Limited
    0666 WTO Werkzeug-Einrichtungen GmbH;Spark Technology Labs Inc.;Bleb Technology srl
    0669 Livanova USA, Inc.;Brady Worldwide Inc.;DewertOkin GmbH;Ztove ApS;Venso EcoSolutions AB
    066E Eurotronik Kranj d.o.o.;Hug Technology Ltd;Gema Switzerland GmbH;Buzz Products Ltd.;Kopi
    0673 Innova Ideas Limited;BeSpoon;Deco Enterprises, Inc.;Expai Solutions Private Limited
    0677 Innovation First, Inc.;SABIK Offshore GmbH;4iiii Innovations Inc.
    067A The Energy Conservatory, Inc.;I.FARM, INC.;Tile, Inc.;Form Athletica Inc.;MbientLab Inc
    067F NETGRID S.N.C. DI BISSOLI MATTEO, CAMPOREALE SIMONE, TOGNETTI FEDERICO;Mannkind Corporation
    0681 Trade FIDES a.s.;Photron Limited;Eltako GmbH;Dermalapps, LLC;Greenwald Industries
    0686 inQs Co., Ltd.;Cherry GmbH;Amsted Digital Solutions Inc.;Tacx b.v.;Raytac Corporation
    068B Jiangsu Teranovo Tech Co., Ltd.;Changzhou Sound Dragon Electronics and Acoustics Co., Ltd
    068D JetBeep Inc.;Razer Inc.;JRM Group Limited;Eccrine Systems, Inc.;Curie Point AB
    0692 Georg Fischer AG;Hach - Danaher;T&A Laboratories LLC;Koki Holdings Co., Ltd.
    0696 Gunakar Private Limited;Stemco Products Inc;Wood IT Security, LLC;RandomLab SAS;Adero, Inc.
    069B Dragonchip Limited;Noomi AB;Vakaros LLC;Delta Electronics, Inc.;FlowMotion Technologies AS
    06A0 OBIQ Location Technology Inc.;Cardo Systems, Ltd;Globalworx GmbH;Nymbus, LLC;LIMNO Co. Ltd.
    06A5 TEKZITEL PTY LTD;Roambee Corporation;Chipsea Technologies (ShenZhen) Corp.
    06A8 GD Midea Air-Conditioning Equipment Co., Ltd.;Soundmax Electronics Limited;Produal Oy
    06AB HMS Industrial Networks AB;Ingchips Technology Co., Ltd.;InnovaSea Systems Inc.;SenseQ Inc.
    06AF Shoof Technologies;BRK Brands, Inc.;SimpliSafe, Inc.;Tussock Innovation 2013 Limited
    06B3 The Hablab ApS;Sencilion Oy;Wabilogic Ltd.;Sociometric Solutions, Inc.;iCOGNIZE GmbH
    06B8 ShadeCraft, Inc;Beflex Inc.;Beaconzone Ltd;Leaftronix Analogic Solutions Private Limited
    06BC TWS Srl;ABB Oy;HitSeed Oy;Delcom Products Inc.;CAME S.p.A.;Alarm.com Holdings, Inc
    06C2 Measurlogic Inc.;King I Electronics.Co.,Ltd;Dream Labs GmbH;Urban Compass, Inc
    06C6 Simm Tronic Limited;Somatix Inc;Storz & Bickel GmbH & Co. KG;MYLAPS B.V.
    06CA Shenzhen Zhongguang Infotech Technology Development Co., Ltd;Dyeware, LLC
    06CC Dongguan SmartAction Technology Co.,Ltd.;DIG Corporation;FIOR & GENTZ;Belparts N.V.
    06D0 Etekcity Corporation;Meyer Sound Laboratories, Incorporated;CeoTronics AG
    06D3 TriTeq Lock and Security, LLC;DYNAKODE TECHNOLOGY PRIVATE LIMITED;Sensirion AG
    06D6 JCT Healthcare Pty Ltd;FUBA Automotive Electronics GmbH;AW Company
    06D9 Shanghai Mountain View Silicon Co.,Ltd.;Zliide Technologies ApS;Automatic Labs, Inc.
    06DC Industrial Network Controls, LLC;Intellithings Ltd.;Navcast, Inc.;HLI Solutions Inc.
    06E0 Avaya Inc.;Milestone AV Technologies LLC;Alango Technologies Ltd;Spinlock Ltd;Aluna
    06E5 OPTEX CO.,LTD.;NIHON DENGYO KOUSAKU;VELUX A/S;Almendo Technologies GmbH
    06E9 Zmartfun Electronics, Inc.;SafeLine Sweden AB;Houston Radar LLC;Sigur;J Neades Ltd
    06EE Avantis Systems Limited;ALCARE Co., Ltd.;Chargy Technologies, SL;Shibutani Co., Ltd.
    06F2 Trapper Data AB;Alfred International Inc.;Touché Technology Ltd;Vigil Technologies Inc.
    06F6 Vitulo Plus BV;WILKA Schliesstechnik GmbH;BodyPlus Technology Co.,Ltd;happybrush GmbH
    06FA Enequi AB;Sartorius AG;Tom Communication Industrial Co.,Ltd.
    06FD ESS Embedded System Solutions Inc.;Mahr GmbH;Redpine Signals Inc;TraqFreq LLC;PAFERS TECH
    0702 Akciju sabiedriba "SAF TEHNIKA";Beijing Jingdong Century Trading Co., Ltd.;JBX Designs Inc.
    0705 AB Electrolux;Wernher von Braun Center for ASdvanced Research
    0707 Essity Hygiene and Health Aktiebolag;Be Interactive Co., Ltd;Carewear Corp.
    070A Huf Hülsbeck & Fürst GmbH & Co. KG;Element Products, Inc.
    070C Beijing Winner Microelectronics Co.,Ltd;SmartSnugg Pty Ltd;FiveCo Sarl
    070F California Things Inc.;Audiodo AB;ABAX AS;Bull Group Company Limited;Respiri Limited
    0714 MindPeace Safety LLC;MBARC LABS Inc;Altonics;iQsquare BV;IDIBAIX enginneering
    0719 COREIOT PTY LTD;REVSMART WEARABLE HK CO LTD;Precor;F5 Sports, Inc;exoTIC Systems
    071E DONGGUAN HELE ELECTRONICS CO., LTD;Dongguan Liesheng Electronic Co.Ltd;Oculeve, Inc.
    0721 Clover Network, Inc.;Xiamen Eholder Electronics Co.Ltd;Ford Motor Company
    0724 Guangzhou SuperSound Information Technology Co.,Ltd;Tedee Sp. z o.o.;PHC Corporation
    0727 STALKIT AS;Eli Lilly and Company;SwaraLink Technologies;JMR embedded systems GmbH
    072B Bitkey Inc.;GWA Hygiene GmbH;Safera Oy;Open Platform Systems LLC
    072F OnePlus Electronics (Shenzhen) Co., Ltd.;Wildlife Acoustics, Inc.;ABLIC Inc.
    0732 Dairy Tech, Inc.;Iguanavation, Inc.;DiUS Computing Pty Ltd;UpRight Technologies LTD
    0736 Luna XIO, Inc.;LLC Navitek;Glass Security Pte Ltd;Jiangsu Qinheng Co., Ltd.
    073A Chandler Systems Inc.;Fantini Cosmi s.p.a.;Acubit ApS;Beijing Hao Heng Tian Tech Co., Ltd.
    073E Bluepack S.R.L.;Beijing Unisoc Technologies Co., Ltd.;HITIQ LIMITED;MAC SRL;DML LLC;Sanofi
    0744 SOCOMEC;WIZNOVA, Inc.;Seitec Elektronik GmbH;OR Technologies Pty Ltd
    0748 GuangZhou KuGou Computer Technology Co.Ltd;DIAODIAO (Beijing) Technology Co., Ltd.
    074A Illusory Studios LLC;Sarvavid Software Solutions LLP;iopool s.a.;Amtech Systems, LLC
    074E EAGLE DETECTION SA;MEDIATECH S.R.L.;Hamilton Professional Services of Canada Incorporated
    0751 Changsha JEMO IC Design Co.,Ltd;Elatec GmbH;JLG Industries, Inc.;Michael Parkin
    0755 Brother Industries, Ltd;Lumens For Less, Inc;ELA Innovation;umanSense AB
    0759 Shanghai InGeek Cyber Security Co., Ltd.;HARMAN CO.,LTD.;Smart Sensor Devices AB
    075C Antitronics Inc.;RHOMBUS SYSTEMS, INC.;Katerra Inc.;Remote Solution Co., LTD.;Vimar SpA
    0761 Mantis Tech LLC;TerOpta Ltd;PIKOLIN S.L.;WWZN Information Technology Company Limited
    0765 Voxx International;ART AND PROGRAM, INC.;NITTO DENKO ASIA TECHNICAL CENTRE PTE. LTD.
    0768 Peloton Interactive Inc.;Force Impact Technologies;Dmac Mobile Developments, LLC
    076B Engineered Medical Technologies;Noodle Technology inc;Graesslin GmbH
    076E WuQi technologies, Inc.;Successful Endeavours Pty Ltd;InnoCon Medical ApS
    0771 Corvex Connected Safety;Thirdwayv Inc.;Echoflex Solutions Inc.;C-MAX Asia Limited
    0775 4eBusiness GmbH;Cyber Transport Control GmbH;Cue;KOAMTAC INC.;Loopshore Oy
    077A Niruha Systems Private Limited;AmaterZ, Inc.;radius co., ltd.;Sensority, s.r.o.
    077E Sparkage Inc.;Glenview Software Corporation;Finch Technologies Ltd.
    0781 Qingping Technology (Beijing) Co., Ltd.;DeviceDrive AS;ESEMBER LIMITED LIABILITY COMPANY
    0784 audifon GmbH & Co. KG;O2 Micro, Inc.;HLP Controls Pty Limited;Pangaea Solution
    0788 BubblyNet, LLC;PCB Piezotronics, Inc.;The Wildflower Foundation;Optikam Tech Inc.
    078C MINIBREW HOLDING B.V;Cybex GmbH;FUJIMIC NIIGATA, INC.;Hanna Instruments, Inc.;KOMPAN A/S
    0791 Scosche Industries, Inc.;Cricut, Inc.;AEV spol. s r.o.;The Coca-Cola Company
    0795 GASTEC CORPORATION;StarLeaf Ltd;Water-i.d. GmbH;HoloKit, Inc.;PlantChoir Inc.
    079A GuangDong Oppo Mobile Telecommunications Corp., Ltd.;CST ELECTRONICS (PROPRIETARY) LIMITED
    079C Sky UK Limited;Digibale Pty Ltd;Smartloxx GmbH;Pune Scientific LLP
    07A0 Regent Beleuchtungskorper AG;Apollo Neuroscience, Inc.;Roku, Inc.;Comcast Cable
    07A4 Xiamen Mage Information Technology Co., Ltd.;RAB Lighting, Inc.;Musen Connect, Inc.
    07A7 Zume, Inc.;conbee GmbH;Bruel & Kjaer Sound & Vibration;The Kroger Co.
    07AB Granite River Solutions, Inc.;LoupeDeck Oy;New H3C Technologies Co.,Ltd
    07AE Aurea Solucoes Tecnologicas Ltda.;Hong Kong Bouffalo Lab Limited;GV Concepts Inc.
    07B1 Thomas Dynamics, LLC;Moeco IOT Inc.;2N TELEKOMUNIKACE a.s.;Hormann KG Antriebstechnik
    07B5 CRONO CHIP, S.L.;Soundbrenner Limited;ETABLISSEMENTS GEORGES RENAULT;iSwip
    07B9 Epona Biotec Limited;Battery-Biz Inc.;EPIC S.R.L.;KD CIRCUITS LLC;Genedrive Diagnostics Ltd
    07BE Axentia Technologies AB;REGULA Ltd.;Biral AG;A.W. Chesterton Company;Radinn AB
    07C3 CIMTechniques, Inc.;Johnson Health Tech NA;June Life, Inc.;Bluenetics GmbH
    07C7 iaconicDesign Inc.;WRLDS Creations AB;Skullcandy, Inc.;Modul-System HH AB
    07CB West Pharmaceutical Services, Inc.;Barnacle Systems Inc.;Smart Wave Technologies Canada Inc
    07CE Shanghai Top-Chip Microelectronics Tech. Co., LTD;NeoSensory, Inc.
    07D0 Hangzhou Tuya Information Technology Co., Ltd;Shanghai Panchip Microelectronics Co., Ltd
    07D2 React Accessibility Limited;LIVNEX Co.,Ltd.;Kano Computing Limited;hoots classic GmbH
    07D6 ecobee Inc.;Nanjing Qinheng Microelectronics Co., Ltd;SOLUTIONS AMBRA INC.
    07D9 Micro-Design, Inc.;STARLITE Co., Ltd.;Remedee Labs;ThingOS GmbH & Co KG;Linear Circuits
    07DE Unlimited Engineering SL;Snap-on Incorporated;Edifier International Limited;Lucie Labs
    07E2 Alfred Kaercher SE & Co. KG;Airoha Technology Corp.;Geeksme S.L.;Minut, Inc.
    07E6 Waybeyond Limited;Komfort IQ, Inc.;Packetcraft, Inc.;Häfele GmbH & Co KG;ShapeLog, Inc.
    07EB NOVABASE S.R.L.;Frecce LLC;Joule IQ, INC.;KidzTek LLC;Aktiebolaget Sandvik Coromant
    07F0 e-moola.com Pty Ltd;Zimi Innovations Pty Ltd;SERENE GROUP, INC;DIGISINE ENERGYTECH CO. LTD.
    07F4 MEDIRLAB Orvosbiologiai Fejleszto Korlatolt Felelossegu Tarsasag
    07F5 Byton North America Corporation;Shenzhen TonliScience and Technology Development Co.,Ltd
    07F7 Cesar Systems Ltd.;quip NYC Inc.;Direct Communication Solutions, Inc.;Klipsch Group, Inc.
    07FB Access Co., Ltd;Renault SA;JSK CO., LTD.;BIROTA;maxon motor ltd.;Optek
    0801 CRONUS ELECTRONICS LTD;NantSound, Inc.;Domintell s.a.;Andon Health Co.,Ltd;Urbanminded Ltd
    0806 TYRI Sweden AB;ECD Electronic Components GmbH Dresden;SISTEMAS KERN, SOCIEDAD ANÓMINA
    0809 Trulli Audio;Altaneos;Nanoleaf Canada Limited;Ingy B.V.;Azbil Co.;TATTCOM LLC
    080F Paradox Engineering SA;LECO Corporation;Becker Antriebe GmbH;Mstream Technologies., Inc.
    0813 Flextronics International USA Inc.;Ossur hf.;SKC Inc;SPICA SYSTEMS LLC
    0817 Wangs Alliance Corporation;tatwah SA;Hunter Douglas Inc;Shenzhen Conex;DIM3
    081C Bobrick Washroom Equipment, Inc.;Potrykus Holdings and Development LLC
    081E iNFORM Technology GmbH;eSenseLab LTD;Brilliant Home Technology, Inc.
    0821 INOVA Geophysical, Inc.;adafruit industries;Nexite Ltd;8Power Limited;CME PTE. LTD.
    0826 Hyundai Motor Company;Kickmaker;Shanghai Suisheng Information Technology Co., Ltd.
    0829 HEXAGON METROLOGY DIVISION ROMER;Mitutoyo Corporation;shenzhen fitcare electronics Co.,Ltd
    082C INGICS TECHNOLOGY CO., LTD.;INCUS PERFORMANCE LTD.;ABB S.p.A.;Blippit AB
    0830 Core Health and Fitness LLC;Foxble, LLC;Intermotive,Inc.;Conneqtech B.V.
    0834 RIKEN KEIKI CO., LTD.,;Canopy Growth Corporation;Bitwards Oy
    0837 vivo Mobile Communication Co., Ltd.;Etymotic Research, Inc.;A puissance 3
    083A BPW Bergische Achsen Kommanditgesellschaft;Piaggio Fast Forward;BeerTech LTD;Tokenize, Inc.
    083E Zorachka LTD;D-Link Corp.;Down Range Systems LLC;General Luminaire (Shanghai) Co., Ltd.
    0842 Tangshan HongJia electronic technology co., LTD.;FRAGRANCE DELIVERY TECHNOLOGIES LTD
    0844 Pepperl + Fuchs GmbH;Dometic Corporation;USound GmbH;DNANUDGE LIMITED
    0848 JUJU JOINTS CANADA CORP.;Dopple Technologies B.V.;ARCOM;Biotechware SRL;ORSO Inc.;SafePort
    084E Carol Cole Company;Embedded Fitness B.V.;Yealink (Xiamen) Network Technology Co.,LTD
    0851 Subeca, Inc.;Cognosos, Inc.;Pektron Group Limited;Tap Sound System;Helios Sports, Inc.
    0856 Canopy Growth Corporation;Parsyl Inc;SOUNDBOKS;BlueUp;DAKATECH;Nisshinbo Micro Devices Inc.
    085C ACOS CO.,LTD.;Guilin Zhishen Information Technology Co.,Ltd.;Krog Systems LLC
    085F COMPEGPS TEAM,SOCIEDAD LIMITADA;Alflex Products B.V.;SmartSensor Labs Ltd;SmartDrive
    0863 Yo-tronics Technology Co., Ltd.;Rafaelmicro;Emergency Lighting Products Limited
    0866 LAONZ Co.,Ltd;Western Digital Techologies, Inc.;WIOsense GmbH & Co. KG
    0869 EVVA Sicherheitstechnologie GmbH;Odic Incorporated;Pacific Track, LLC
    086C Revvo Technologies, Inc.;Biometrika d.o.o.;Vorwerk Elektrowerke GmbH & Co. KG;Trackunit A/S
    0870 Wyze Labs, Inc;Dension Elektronikai Kft.;11 Health & Technologies Limited
    0873 Innophase Incorporated;Treegreen Limited;Berner International LLC;SmartResQ ApS;Tome, Inc.
    0878 The Chamberlain Group, Inc.;MIZUNO Corporation;ZRF, LLC;BYSTAMP;Crosscan GmbH;Konftel AB
    087E 1bar.net Limited;Phillips Connect Technologies LLC;imagiLabs AB;Optalert;PSYONIC, Inc.
    0883 Wintersteiger AG;Controlid Industria, Comercio de Hardware e Servicos de Tecnologia Ltda
    0885 LEVOLOR INC;Movella Technologies B.V.;Hydro-Gear Limited Partnership
    0888 EnPointe Fencing Pty Ltd;XANTHIO;sclak s.r.l.;Tricorder Arraay Technologies LLC
    088C GB Solution co.,Ltd;Soliton Systems K.K.;GIGA-TMS INC;Tait International Limited
    0890 NICHIEI INTEC CO., LTD.;SmartWireless GmbH & Co. KG
    0892 Ingenieurbuero Birnfeld UG (haftungsbeschraenkt);Maytronics Ltd;EPIFIT;Gimer medical
    0896 Nokian Renkaat Oyj;Current Lighting Solutions LLC;Sensibo, Inc.;SFS unimarket AG
    089A Private limited company "Teltonika";Saucon Technologies;Embedded Devices Co. Company
    089D J-J.A.D.E. Enterprise LLC;i-SENS, inc.;Witschi Electronic Ltd;Aclara Technologies LLC
    08A1 EXEO TECH CORPORATION;Epic Systems Co., Ltd.;Hoffmann SE
    08A4 Realme Chongqing Mobile Telecommunications Corp., Ltd.;UMEHEAL Ltd;Intelligenceworks Inc.
    08A7 TGR 1.618 Limited;Shanghai Kfcube Inc;Fraunhofer IIS;SZ DJI TECHNOLOGY CO.,LTD
    08AB Coburn Technology, LLC;Topre Corporation;Kayamatics Limited;Moticon ReGo AG
    08AF Polidea Sp. z o.o.;Trivedi Advanced Technologies LLC;CORE|vision BV
    08B2 PF SCHWEISSTECHNOLOGIE GMBH;IONIQ Skincare GmbH & Co. KG;Sengled Co., Ltd.;TransferFi
    08B6 Boehringer Ingelheim Vetmedica GmbH;ABB Inc;Check Technology Solutions LLC;U-Shin Ltd.
    08BA HYPER ICE, INC.;Tokai-rika co.,ltd.;Prevayl Limited;bf1systems limited
    08BE ubisys technologies GmbH;SIRC Co., Ltd.;Accent Advanced Systems SLU;Rayden.Earth LTD
    08C2 Lindinvent AB;CHIPOLO d.o.o.;CellAssist, LLC;J. Wagner GmbH;Integra Optics Inc
    08C7 Monadnock Systems Ltd.;Liteboxer Technologies Inc.;Noventa AG;Nubia Technology Co.,Ltd.
    08CB JT INNOVATIONS LIMITED;TGM TECHNOLOGY CO., LTD.;ifly;ZIMI CORPORATION
    08CF betternotstealmybike UG (with limited liability);ESTOM Infotech Kft.;Sensovium Inc.
    08D2 Virscient Limited;Novel Bits, LLC;ADATA Technology Co., LTD.;KEYes;Nome Oy;Inovonics Corp
    08D8 WARES;Pointr Labs Limited;Miridia Technology Incorporated;Tertium Technology
    08DC SHENZHEN AUKEY E BUSINESS CO., LTD;code-Q;TE Connectivity Corporation;IRIS OHYAMA CO.,LTD.
    08E0 Philia Technology;KOZO KEIKAKU ENGINEERING Inc.;Shenzhen Simo Technology co. LTD
    08E3 Republic Wireless, Inc.;Rashidov ltd;Crowd Connected Ltd
    08E6 Eneso Tecnologia de Adaptacion S.L.;Barrot Technology Co.,Ltd.;Naonext
    08E9 Taiwan Intelligent Home Corp.;COWBELL ENGINEERING CO.,LTD.
    08EB Beijing Big Moment Technology Co., Ltd.;Denso Corporation
    08ED IMI Hydronic Engineering International SA;Askey Computer Corp.;Cumulus Digital Systems, Inc
    08F0 Joovv, Inc.;The L.S. Starrett Company;Microoled;PSP - Pauli Services & Products GmbH
    08F4 Kodimo Technologies Company Limited;Tymtix Technologies Private Limited
    08F6 Dermal Photonics Corporation;MTD Products Inc & Affiliates;instagrid GmbH
    08F9 Spacelabs Medical Inc.;Troo Corporation;Darkglass Electronics Oy;Hill-Rom
    08FD BioIntelliSense, Inc.;Ketronixs Sdn Bhd;Plastimold Products, Inc
    0900 Beijing Zizai Technology Co., LTD.;Lucimed;TSC Auto-ID Technology Co., Ltd.;DATAMARS, Inc.
    0904 SUNCORPORATION;Yandex Services AG;Scope Logistical Solutions;User Hello, LLC
    0908 Pinpoint Innovations Limited;70mai Co.,Ltd.;Zhuhai Hoksi Technology CO.,LTD;EMBR labs, INC
    090C Radiawave Technologies Co.,Ltd.;IOT Invent GmbH;OPTIMUSIOT TECH LLP;VC Inc.
    0910 ASR Microelectronics (Shanghai) Co., Ltd.;Douglas Lighting Controls Inc.
    0912 Nerbio Medical Software Platforms Inc;Braveheart Wireless, Inc.;INEO-SENSE
    0915 Honda Motor Co., Ltd.;Ambient Sensors LLC;ASR Microelectronics(ShenZhen)Co., Ltd.
    0918 Technosphere Labs Pvt. Ltd.;NO SMD LIMITED;Albertronic BV;Luminostics, Inc.;Oblamatik AG
    091D Innokind, Inc.;Melbot Studios, Sociedad Limitada;Myzee Technology;Omnisense Limited
    0921 KAHA PTE. LTD.;Shanghai MXCHIP Information Technology Co., Ltd.;JSB TECH PTE LTD
    0924 Fundacion Tecnalia Research and Innovation;Yukai Engineering Inc.
    0926 Gooligum Technologies Pty Ltd;ROOQ GmbH;AiRISTA;Qingdao Haier Technology Co., Ltd.
    092A Sappl Verwaltungs- und Betriebs GmbH;TekHome;PCI Private Limited
    092D Leggett & Platt, Incorporated;PS GmbH;C.O.B.O. SpA;James Walker RotaBolt Limited
    0931 BREATHINGS Co., Ltd.;BarVision, LLC;SRAM;KiteSpring Inc.;Reconnect, Inc.;Elekon AG
    0937 RealThingks GmbH;Henway Technologies, LTD.;ASTEM Co.,Ltd.
    093A LinkedSemi Microelectronics (Xiamen) Co., Ltd;ENSESO LLC;Xenoma Inc.
    093D Adolf Wuerth GmbH & Co KG;Catalyft Labs, Inc.;JEPICO Corporation;Hero Workout GmbH
    0941 Rivian Automotive, LLC;TRANSSION HOLDINGS LIMITED;;Agitron d.o.o.;Globe (Jiangsu) Co., Ltd
    0946 AMC International Alfa Metalcraft Corporation AG;First Light Technologies Ltd.
    0948 Wearable Link Limited;Metronom Health Europe;Zwift, Inc.;Kindeva Drug Delivery L.P.
    094C GimmiSys GmbH;tkLABS INC.;PassiveBolt, Inc.;Limited Liability Company "Mikrotikls";Capetech
    0951 PPRS;Apptricity Corporation;LogiLube, LLC;Julbo;Breville Group;Kerlink;Ohsung Electronics
    0958 ZTE Corporation;HerdDogg, Inc
    095A Selekt Bilgisayar, lletisim Urunleri lnsaat Sanayi ve Ticaret Limited Sirketi
    095B Lismore Instruments Limited;LogiLube, LLC;Electronic Theatre Controls;BioEchoNet inc.
    095F NUANCE HEARING LTD;Sena Technologies Inc.;Linkura AB;GL Solutions K.K.;Moonbird BV
    0964 Countrymate Technology Limited;Asahi Kasei Corporation;PointGuard, LLC
    0967 Neo Materials and Consulting Inc.;Actev Motors, Inc.;Woan Technology (Shenzhen) Co., Ltd.
    096A dricos, Inc.;Guide ID B.V.;9374-7319 Quebec inc;Gunwerks, LLC;Band Industries, inc.
    096F Lund Motion Products, Inc.;IBA Dosimetry GmbH;GA
    0972 Closed Joint Stock Company "Zavod Flometr" ("Zavod Flometr" CJSC);Popit Oy;ABEYE
    0975 BlueIOT(Beijing) Technology Co.,Ltd;Fauna Audio GmbH;TOYOTA motor corporation
    0978 ZifferEins GmbH & Co. KG;BIOTRONIK SE & Co. KG;CORE CORPORATION;CTEK Sweden AB
    097C Thorley Industries, LLC;CLB B.V.;SonicSensory Inc;ISEMAR S.R.L.
    0980 DEKRA TESTING AND CERTIFICATION, S.A.U.;Bernard Krone Holding SE & Co.KG;ELPRO-BUCHS AG
    0983 Feedback Sports LLC;TeraTron GmbH;Lumos Health Inc.;Cello Hill, LLC;TSE BRAKES, INC.
    0988 BHM-Tech Produktionsgesellschaft m.b.H;WIKA Alexander Wiegand SE & Co.KG;Biovigil
    098B Mequonic Engineering, S.L.;bGrid B.V.;C3-WIRELESS, LLC;ADVEEZ;Aktiebolaget Regin
    0990 Anton Paar GmbH;Telenor ASA;Big Kaiser Precision Tooling Ltd;Absolute Audio Labs B.V.
    0994 VT42 Pty Ltd;Bronkhorst High-Tech B.V.;C. & E. Fein GmbH;NextMind
    0998 Pixie Dust Technologies, Inc.;eTactica ehf;New Audio LLC;Sendum Wireless Corporation
    099C deister electronic GmbH;YKK AP Inc.;Step One Limited;Koya Medical, Inc.
    09A0 Proof Diagnostics, Inc.;VOS Systems, LLC;ENGAGENOW DATA SCIENCES PRIVATE LIMITED;ARDUINO SA
    09A4 KUMHO ELECTRICS, INC;Security Enhancement Systems, LLC;BEIJING ELECTRIC VEHICLE CO.,LTD
    09A7 Paybuddy ApS;KHN Solutions LLC;Nippon Ceramic Co.,Ltd.;PHOTODYNAMIC INCORPORATED
    09AB DashLogic, Inc.;Ambiq;Narhwall Inc.;Pozyx NV;ifLink Open Community;Deublin Company, LLC
    09B1 BLINQY;DYPHI;BlueX Microelectronics Corp Ltd.;PentaLock Aps.
    09B5 AUTEC Gesellschaft fuer Automationstechnik mbH;Pegasus Technologies, Inc.;Bout Labs, LLC
    09B8 PlayerData Limited;SAVOY ELECTRONIC LIGHTING;Elimo Engineering Ltd;SkyStream Corporation
    09BC Aerosens LLC;Centre Suisse d'Electronique et de Microtechnique SA;Vessel Ltd.;Span.IO, Inc.
    09C0 AnotherBrain inc.;Rosewill;Universal Audio, Inc.;JAPAN TOBACCO INC.;UVISIO
    09C5 HungYi Microelectronics Co.,Ltd.;Honor Device Co., Ltd.;Combustion, LLC;XUNTONG
    09C9 CrowdGlow Ltd;Mobitrace;Hx Engineering, LLC;Senso4s d.o.o.;Blyott;Julius Blum GmbH
    09CF BlueStreak IoT, LLC;Chess Wise B.V.;ABLEPAY TECHNOLOGIES AS
    09D2 Temperature Sensitive Solutions Systems Sweden AB;HeartHero, inc.;ORBIS Inc.
    09D5 GEAR RADIO ELECTRONICS CORP.
    09D6 EAR TEKNIK ISITME VE ODIOMETRI CIHAZLARI SANAYI VE TICARET ANONIM SIRKETI;Coyotta
    09D8 Synergy Tecnologia em Sistemas Ltda;VivoSensMedical GmbH;Nagravision SA
    09DB Bionic Avionics Inc.;AON2 Ltd.;Innoware Development AB;JLD Technology Solutions, LLC
    09DF Magnus Technology Sdn Bhd;Preddio Technologies Inc.;Tag-N-Trac Inc;Wuhan Linptech Co.,Ltd.
    09E3 Friday Home Aps;CPS AS;Mobilogix;Masonite Corporation;Kabushikigaisha HANERON
    09E8 Melange Systems Pvt. Ltd.;LumenRadio AB;Athlos Oy;KEAN ELECTRONICS PTY LTD
    09EC Yukon advanced optics worldwide, UAB;Sibel Inc.;OJMAR SA;Steinel Solutions AG;WatchGas B.V.
    09F1 OM Digital Solutions Corporation;Audeara Pty Ltd
    09F3 Beijing Zero Zero Infinity Technology Co.,Ltd.;Spectrum Technologies, Inc.
    09F5 OKI Electric Industry Co., Ltd;Mobile Action Technology Inc.;SENSATEC Co., Ltd.;R.O. S.R.L.
    09F9 Hangzhou Yaguan Technology Co. LTD;Listen Technologies Corporation;TOITU CO., LTD.;Confidex
    09FD Keep Technologies, Inc.;Lichtvision Engineering GmbH;AIRSTAR;Ampler Bikes OU;Cleveron AS
    0A02 Ayxon-Dynamics GmbH;donutrobotics Co., Ltd.;Flosonics Medical;Southwire Company, LLC
    0A06 Shanghai wuqi microelectronics Co.,Ltd;Reflow Pty Ltd;Oras Oy;ECCT;Volan Technology Inc.
    0A0B SIANA Systems;Shanghai Yidian Intelligent Technology Co., Ltd.;Blue Peacock GmbH
    0A0E Roland Corporation;LIXIL Corporation;SUBARU Corporation;Sensolus;Dyson Technology Limited
    0A13 Tec4med LifeScience GmbH;CROXEL, INC.;Syng Inc;RIDE VISION LTD;Plume Design Inc
    0A18 Cambridge Animal Technologies Ltd;Maxell, Ltd.;Link Labs, Inc.;Embrava Pty Ltd;INPEAK S.C.
    0A1D API-K;CombiQ AB;DeVilbiss Healthcare LLC;Jiangxi Innotech Technology Co., Ltd
    0A21 Apollogic Sp. z o.o.;DAIICHIKOSHO CO., LTD.;BIXOLON CO.,LTD;Atmosic Technologies, Inc.
    0A25 Eran Financial Services LLC;Louis Vuitton;AYU DEVICES PRIVATE LIMITED
    0A28 NanoFlex Power Corporation;Worthcloud Technology Co.,Ltd;Yamaha Corporation;PaceBait IVS
    0A2C Shenzhen H&T Intelligent Control Co., Ltd;Shenzhen Feasycom Technology Co., Ltd.
    0A2E Zuma Array Limited;Instamic, Inc.;Air-Weigh;Nevro Corp.;Pinnacle Technology, Inc.;WMF AG
    0A34 Luxer Corporation;safectory GmbH;NGK SPARK PLUG CO., LTD.;2587702 Ontario Inc.
    0A38 Bouffalo Lab (Nanjing)., Ltd.;BLUETICKETING SRL;Incotex Co. Ltd.;Galileo Technology Limited
    0A3C Siteco GmbH;DELABIE;Hefei Yunlian Semiconductor Co., Ltd
    0A3F Shenzhen Yopeak Optoelectronics Technology Co., Ltd.;GEWISS S.p.A.;OPEX Corporation
    0A42 Motionalysis, Inc.;Busch Systems International Inc.;Novidan, Inc.;3SI Security Systems, Inc
    0A46 Beijing HC-Infinite Technology Limited;The Wand Company Ltd;JRC Mobility Inc.
    0A49 Venture Research Inc.;Map Large, Inc.;MistyWest Energy and Transport Ltd.
    0A4C SiFli Technologies (shanghai) Inc.;Lockn Technologies Private Limited;Toytec Corporation
    0A4F VANMOOF Global Holding B.V.;Nextscape Inc.;CSIRO;Follow Sense Europe B.V.
    0A53 KKM COMPANY LIMITED;SQL Technologies Corp.;Inugo Systems Limited;ambie
    0A57 Meizhou Guo Wei Electronics Co., Ltd;Indigo Diabetes;TourBuilt, LLC
    0A5A Sontheim Industrie Elektronik GmbH;LEGIC Identsystems AG;Innovative Design Labs Inc.
    0A5D MG Energy Systems B.V.;LaceClips llc;stryker;DATANG SEMICONDUCTOR TECHNOLOGY CO.,LTD
    0A61 Smart Parks B.V.;MOKO TECHNOLOGY Ltd;Gremsy JSC;Geopal system A/S;Lytx, INC.
    0A66 JUSTMORPH PTE. LTD.;Beijing SuperHexa Century Technology CO. Ltd;Focus Ingenieria SRL
    0A69 HAPPIEST BABY, INC.;Scribble Design Inc.;Olympic Ophthalmics, Inc.;Pokkels
    0A6D KUUKANJYOKIN Co.,Ltd.;Pac Sane Limited;Warner Bros.;Ooma;Senquip Pty Ltd;Jumo GmbH & Co. KG
    0A73 Innohome Oy;MICROSON S.A.;Delta Cycle Corporation;Synaptics Incorporated;AXTRO PTE. LTD.
    0A78 Shenzhen Sunricher Technology Limited;Webasto SE;Emlid Limited;UniqAir Oy;WAFERLOCK
    0A7D Freedman Electronics Pty Ltd;KEBA Handover Automation GmbH;Intuity Medical;Cleer Limited
    0A81 Universal Biosensors Pty Ltd;Corsair;Rivata, Inc.;Greennote Inc,
    0A85 Snowball Technology Co., Ltd.;ALIZENT International
    0A87 Shanghai Smart System Technology Co., Ltd;PSA Peugeot Citroen;SES-Imagotag
    0A8A HAINBUCH GMBH SPANNENDE TECHNIK;SANlight GmbH;DelpSys, s.r.o.;JCM TECHNOLOGIES S.A.
    0A8E Perfect Company;TOTO LTD.;Shenzhen Grandsun Electronic Co.,Ltd.;Monarch International Inc.
    0A92 Carestream Dental LLC;GiPStech S.r.l.;OOBIK Inc.;Pamex Inc.;Lightricity Ltd;SensTek
    0A98 Foil, Inc.;Shanghai high-flying electronics technology Co.,Ltd;TEMKIN ASSOCIATES, LLC
    0A9B Eello LLC;Xi'an Fengyu Information Technology Co., Ltd.;Canon Finetech Nisca Inc.
    0A9E LifePlus, Inc.;ista International GmbH;Loy Tec electronics GmbH
    0AA1 LINCOGN TECHNOLOGY CO. LIMITED;Care Bloom, LLC;DIC Corporation;FAZEPRO LLC
    0AA5 Shenzhen Uascent Technology Co., Ltd;Realityworks, inc.;Urbanista AB;Zencontrol Pty Ltd
    0AA9 Mrinq Technologies LLC;Computime International Ltd;Anhui Listenai Co;OSM HK Limited
    0AAD Adevo Consulting AB;PS Engineering, Inc.;AIAIAI ApS;Visiontronic s.r.o.
    0AB1 InVue Security Products Inc;TouchTronics, Inc.;INNER RANGE PTY. LTD.
    0AB4 Ellenby Technologies, Inc.;Elstat Electronics Ltd.;Xenter, Inc.;LogTag North America Inc.
    0AB8 Sens.ai Incorporated;STL;Open Bionics Ltd.;R-DAS, s.r.o.;KCCS Mobile Engineering Co., Ltd.
    0ABD Inventas AS;Robkoo Information & Technologies Co., Ltd.;PAUL HARTMANN AG;Omni-ID USA, INC.
    0AC1 Shenzhen Jingxun Technology Co., Ltd.
    0AC2 RealMega Microelectronics technology (Shanghai) Co. Ltd.;Kenzen, Inc.;CODIUM;Flexoptix GmbH
    0AC6 Barnes Group Inc.;Chengdu Aich Technology Co.,Ltd;Keepin Co., Ltd.;Swedlock AB
    0ACA Shenzhen CoolKit Technology Co., Ltd;ise Individuelle Software und Elektronik GmbH;Nuvoton
    0ACD Visuallex Sport International Limited;KOBATA GAUGE MFG. CO., LTD.;CACI Technologies
    0AD0 Nordic Strong ApS;EAGLE KINGDOM TECHNOLOGIES LIMITED;Lautsprecher Teufel GmbH
    0AD3 SSV Software Systems GmbH;Zhuhai Pantum Electronisc Co., Ltd;Streamit B.V.;nymea GmbH
    0AD7 AL-KO Geraete GmbH;Franz Kaldewei GmbH&Co KG;Shenzhen Aimore. Co.,Ltd;Codefabrik GmbH
    0ADB Reelables, Inc.;Duravit AG;Boss Audio;Vocera Communications, Inc.;Douglas Dynamics L.L.C.
    0AE0 Viceroy Devices Corporation;ChengDu ForThink Technology Co., Ltd.;IMATRIX SYSTEMS, INC.
    0AE3 GlobalMed;DALI Alliance;unu GmbH;Hexology;Sunplus Technology Co., Ltd.;LEVEL, s.r.o.
    0AE9 FLIR Systems AB;Borda Technology;Square, Inc.;FUTEK ADVANCED SENSOR TECHNOLOGY, INC
    0AED Saxonar GmbH;Velentium, LLC;GLP German Light Products GmbH;Leupold & Stevens, Inc.
    0AF1 CRADERS,CO.,LTD;Shanghai All Link Microelectronics Co.,Ltd;701x Inc.
    0AF4 Radioworks Microelectronics PTY LTD;Unitech Electronic Inc.;AMETEK, Inc.;Irdeto
    0AF8 First Design System Inc.;Unisto AG;Chengdu Ambit Technology Co., Ltd.;SMT ELEKTRONIK GmbH
    0AFC Cerebrum Sensor Technologies Inc.;Weber Sensors, LLC;Earda Technologies Co.,Ltd
    0AFF FUSEAWARE LIMITED;Flaircomm Microelectronics Inc.;RESIDEO TECHNOLOGIES, INC.
    0B02 IORA Technology Development Ltd. Sti.;Precision Triathlon Systems Limited;I-PERCUT
    0B05 Marquardt GmbH;FAZUA GmbH;Workaround Gmbh
    0B08 Shenzhen Qianfenyi Intelligent Technology Co., LTD;soonisys
    0B0A Belun Technology Company Limited;Sanistaal A/S;BluPeak;SANYO DENKO Co.,Ltd.
    0B0E Honda Lock Mfg. Co.,Ltd.;B.E.A. S.A.;Alfa Laval Corporate AB;ThermoWorks, Inc.
    0B12 ToughBuilt Industries LLC;IOTOOLS;Olumee;NAOS JAPAN K.K.;Guard RFID Solutions Inc.
    0B17 SIG SAUER, INC.;DECATHLON SE;WBS PROJECT H PTY LTD;Roca Sanitario, S.A.
    0B1B Enerpac Tool Group Corp.;Nanoleq AG;Accelerated Systems;PB INC.
    0B1F Beijing ESWIN Computing Technology Co., Ltd.;TKH Security B.V.;ams AG;Hygiene IQ, LLC.
    0B23 iRhythm Technologies, Inc.;BeiJing ZiJie TiaoDong KeJi Co.,Ltd.;NIBROTECH LTD
    0B26 Baracoda Daily Healthtech.;Lumi United Technology Co., Ltd;CHACON
    0B29 Tech-Venom Entertainment Private Limited;ACL Airshop B.V.;MAINBOT;ILLUMAGEAR, Inc.
    0B2D REDARC ELECTRONICS PTY LTD;MOCA System Inc.;Duke Manufacturing Co;ART SPA
    0B31 Silver Wolf Vehicles Inc.;Hala Systems, Inc.;ARMATURA LLC
    0B34 CONZUMEX INDUSTRIES PRIVATE LIMITED;BH SENS;SINTEF
    0B37 Omnivoltaic Energy Solutions Limited Company;WISYCOM S.R.L.;Red 100 Lighting Co., ltd.
    0B3A Impact Biosystems, Inc.;AIC semiconductor (Shanghai) Co., Ltd.;Dodge Industrial, Inc.
    0B3D REALTIMEID AS;ISEO Serrature S.p.a.;MindRhythm, Inc.;Havells India Limited;Sentrax GmbH;TSI
    0B43 INCITAT ENVIRONNEMENT;nFore Technology Co., Ltd.;Electronic Sensors, Inc.;Bird Rides, Inc.
    0B47 Gentex Corporation;NIO USA, Inc.;SkyHawke Technologies;Nomono AS;EMS Integrators, LLC
    0B4C BiosBob.Biz;Adam Hall GmbH;ICP Systems B.V.;Breezi.io, Inc.;Mesh Systems LLC
    0B51 FUN FACTORY GmbH;ZIIP Inc;SHENZHEN KAADAS INTELLIGENT TECHNOLOGY CO.,Ltd
    0B54 Emotion Fitness GmbH & Co. KG;H G M Automotive Electronics, Inc.
    0B56 BORA - Vertriebs GmbH & Co KG;CONVERTRONIX TECHNOLOGIES AND SERVICES LLP;TOKAI-DENSHI INC
    0B59 Versa Group B.V.;H.P. Shelby Manufacturing, LLC.;Shenzhen ImagineVision Technology Limited
    0B5C Exponential Power, Inc.;Fujian Newland Auto-ID Tech. Co., Ltd.;CELLCONTROL, INC.
    0B5F Rivieh, Inc.;RATOC Systems, Inc.;Sentek Pty Ltd;NOVEA ENERGIES;Innolux Corporation
    0B64 NingBo klite Electric Manufacture Co.,LTD;The Apache Software Foundation
    0B66 MITSUBISHI ELECTRIC AUTOMATION (THAILAND) COMPANY LIMITED;CleanSpace Technology Pty Ltd
    0B68 Quha oy;Addaday;Dymo;Samsara Networks, Inc;Sensitech, Inc.;SOLUM CO., LTD;React Mobile
    0B6F Shenzhen Malide Technology Co.,Ltd;JDRF Electromag Engineering Inc;lilbit ODM AS
    0B72 Geeknet, Inc.;HARADA INDUSTRY CO., LTD.;BQN;Triple W Japan Inc.;MAX-co., ltd
    0B77 Aixlink(Chengdu) Co., Ltd.;FIELD DESIGN INC.;Sankyo Air Tech Co.,Ltd.
    0B7A Shenzhen KTC Technology Co.,Ltd.;Hardcoder Oy;Scangrip A/S;FoundersLane GmbH;Offcode Oy
    0B7F ICU tech GmbH;AXELIFE;SCM Group;Mammut Sports Group AG;Taiga Motors Inc.
    0B84 Presidio Medical, Inc.;VIMANA TECH PTY LTD;Trek Bicycle;Ampetronic Ltd
    0B88 Muguang (Guangdong) Intelligent Lighting Technology Co., Ltd;Rotronic AG
    0B8A Seiko Instruments Inc.;American Technology Components, Incorporated;MOTREX
    0B8D Pertech Industries Inc;Gentle Energy Corp.;Senscomm Semiconductor Co., Ltd.
    0B90 Ineos Automotive Limited;Alfen ICU B.V.;Citisend Solutions, SL
    0B93 Hangzhou BroadLink Technology Co., Ltd.;Dreem SAS;Netwake GmbH;Telecom Design
    0B97 SILVER TREE LABS, INC.;Gymstory B.V.;The Goodyear Tire & Rubber Company
    0B9A Beijing Wisepool Infinite Intelligence Technology Co.,Ltd;GISMAN;Komatsu Ltd.
    0B9D Sensoria Holdings LTD;Audio Partnership Plc;Group Lotus Limited;Data Sciences International
    0BA1 Bunn-O-Matic Corporation;TireCheck GmbH;Sonova Consumer Hearing GmbH;Vervent Audio Group
    0BA5 SONICOS ENTERPRISES, LLC;Nissan Motor Co., Ltd.;hearX Group (Pty) Ltd;GLOWFORGE INC.
    0BA9 Allterco Robotics ltd;Infinitegra, Inc.;Grandex International Corporation;Machfu Inc.
    0BAD Roambotics, Inc.;Soma Labs LLC;NITTO KOGYO CORPORATION;Ecolab Inc.
    0BB1 Beijing ranxin intelligence technology Co.,LTD;Fjorden Electra AS;Flender GmbH
    0BB4 New Cosmos USA, Inc.;Xirgo Technologies, LLC;Build With Robots Inc.;IONA Tech LLC
    0BB8 INNOVAG PTY. LTD.;SaluStim Group Oy;Huso, INC;SWISSINNO SOLUTIONS AG
    0BBC T2REALITY SOLUTIONS PRIVATE LIMITED;ETHEORY PTY LTD;SAAB Aktiebolag;HIMSA II K/S
    0BC0 READY FOR SKY LLP;Miele & Cie. KG;EntWick Co.;MCOT INC.;TECHTICS ENGINEERING B.V.
    0BC5 Aperia Technologies, Inc.;TCL COMMUNICATION EQUIPMENT CO.,LTD.;Signtle Inc.
    0BC8 OTF Distribution, LLC;Neuvatek Inc.;Perimeter Technologies, Inc.;Divesoft s.r.o.;Sylvac sa
    0BCD Amiko srl;Neurosity, Inc.;LL Tec Group LLC;Durag GmbH;Hubei Yuan Times Technology Co., Ltd.
    0BD2 IDEC;Procon Analytics, LLC;ndd Medizintechnik AG;Super B Lithium Power B.V.
    0BD6 Shenzhen Injoinic Technology Co., Ltd.;VINFAST TRADING AND PRODUCTION JOINT STOCK COMPANY
    0BD8 PURA SCENTS, INC.;Elics Basis Ltd.;Aardex Ltd.;CHAR-BROIL, LLC;Ledworks S.r.l.
    0BDD Coroflo Limited;Yale;WINKEY ENTERPRISE (HONG KONG) LIMITED
    0BE0 Koizumi Lighting Technology corp.;Back40 Precision;OTC engineering;Comtel Systems Ltd.
    0BE4 Deepfield Connect GmbH;ZWILLING J.A. Henckels Aktiengesellschaft;Puratap Pty Ltd
    0BE7 Fresnel Technologies, Inc.;Sensormate AG;Shindengen Electric Manufacturing Co., Ltd.
    0BEA Twenty Five Seven, prodaja in storitve, d.o.o.;Luna Health, Inc.;Miracle-Ear, Inc.
    0BED CORAL-TAIYI Co. Ltd.;LINKSYS USA, INC.;Safetytest GmbH;KIDO SPORTS CO., LTD.;Site IQ LLC
    0BF2 Angel Medical Systems, Inc.;PONE BIOMETRICS AS;ER Lab LLC;T5 tek, Inc.;greenTEG AG
    0BF7 Wacker Neuson SE;Innovacionnye Resheniya;Alio, Inc;CleanBands Systems Ltd.
    0BFB Dodam Enersys Co., Ltd;T+A elektroakustik GmbH & Co.KG;Esmé Solutions;Media-Cartec GmbH
    0BFF Ratio Electric BV;MQA Limited;NEOWRK SISTEMAS INTELIGENTES S.A.;Loomanet, Inc.;Puff Corp
    0C04 Happy Health, Inc.;Montage Connect, Inc.;LED Smart Inc.;CONSTRUKTS, INC.
    0C08 limited liability company "Red";Senic Inc.;Automated Pet Care Products, LLC;aconno GmbH
    0C0C Mendeltron, Inc.;Mereltron bv;ALEX DENKO CO.,LTD.;AETERLINK;Cosmed s.r.l.
    0C11 Gordon Murray Design Limited;IoSA;Scandinavian Health Limited;Fasetto, Inc.;Geva Sol B.V.
    0C16 TYKEE PTY. LTD.;SomnoMed Limited;CORROHM;Arlo Technologies, Inc.
    0C1A Catapult Group International Ltd;Rockchip Electronics Co., Ltd.;GEMU
    0C1D OFF Line Japan Co., Ltd.;EC sense co., Ltd;LVI Co.;COMELIT GROUP S.P.A.
    0C21 Foshan Viomi Electrical Technology Co., Ltd;Glamo Inc.;KEYTEC,Inc.;SMARTD TECHNOLOGIES INC.
    0C25 JURA Elektroapparate AG;Performance Electronics, Ltd.;Pal Electronics;Embecta Corp.
    0C29 DENSO AIRCOOL CORPORATION;Caresix Inc.;GigaDevice Semiconductor Inc.
    0C2C Zeku Technology (Shanghai) Corp., Ltd.;OTF Product Sourcing, LLC;Easee AS;BEEHERO, INC.
    0C30 McIntosh Group Inc;KINDOO LLP;Xian Yisuobao Electronic Technology Co., Ltd.
    0C33 Exeger Operations AB;BYD Company Limited;Thermokon-Sensortechnik GmbH;Cosmicnode BV
    0C37 SignalQuest, LLC;Noritz Corporation.;TIGER CORPORATION;Equinosis, LLC;ORB Innovations Ltd
    0C3C Classified Cycling;Wrmth Corp.;BELLDESIGN Inc.;Stinger Equipment, Inc.;HORIBA, Ltd.
    0C41 Control Solutions LLC;Heath Consultants Inc.;Berlinger & Co. AG;ONCELABS LLC
    0C45 Brose Verwaltung SE, Bamberg;Granwin IoT Technology (Guangzhou) Co.,Ltd
    0C47 Epsilon Electronics,lnc;VALEO MANAGEMENT SERVICES;twopounds gmbh;atSpiro ApS;ADTRAN, Inc.
    0C4C Orpyx Medical Technologies Inc.;Seekwave Technology Co.,ltd.;Tactile Engineering, Inc.
    0C4F SharkNinja Operating LLC;Imostar Technologies Inc.;INNOVA S.R.L.;ESCEA LIMITED;Taco, Inc.
    0C54 HiViz Lighting, Inc.;Zintouch B.V.;Rheem Sales Company, Inc.;UNEEG medical A/S;Hykso Inc.
    0C59 CYBERDYNE Inc.;Lockswitch Sdn Bhd;Alban Giacomo S.P.A.;MGM WIRELESSS HOLDINGS PTY LTD
    0C5D StepUp Solutions ApS;BlueID GmbH;Nanjing Linkpower Microelectronics Co.,Ltd
    0C60 KEBA Energy Automation GmbH;NNOXX, Inc;Phiaton Corporation
    0C63 phg Peter Hengstler GmbH + Co. KG;dormakaba Holding AG;WAKO CO,.LTD;DEN Smart Home B.V.
    0C67 TRACKTING S.R.L.;Emerja Corporation;BLITZ electric motors. LTD
    0C6A CONSORCIO TRUST CONTROL - NETTEL;GILSON SAS;SNIFF LOGIC LTD;Fidure Corp.;Sensa LLC
    0C6F Parakey AB;SCARAB SOLUTIONS LTD;BitGreen Technolabz (OPC) Private Limited
    0C72 StreetCar ORV, LLC;Truma Gerätetechnik GmbH & Co. KG;yupiteru
    0C75 Embedded Engineering Solutions LLC;Shenzhen Gwell Times Technology Co. , Ltd
    0C77 TEAC Corporation;CHARGTRON IOT PRIVATE LIMITED;Zhuhai Smartlink Technology Co., Ltd
    0C7A Triductor Technology (Suzhou), Inc.;PT SADAMAYA GRAHA TEKNOLOGI;Mopeka Products LLC
    0C7D 3ALogics, Inc.;BOOMING OF THINGS;Rochester Sensors, LLC;CARDIOID - TECHNOLOGIES, LDA
    0C81 Carrier Corporation;NACON;Watchdog Systems LLC;MAXON INDUSTRIES, INC.;Amlogic, Inc.
    0C86 Qingdao Eastsoft Communication Technology Co.,Ltd;Weltek Technologies Company Limited
    0C88 Nextivity Inc.;AGZZX OPTOELECTRONICS TECHNOLOGY CO., LTD;ARTISTIC&CO.GLOBAL Ltd.;Heavys Inc
    0C8C T-Mobile USA;tonies GmbH;Technocon Engineering Ltd.
    0C8F Radar Automobile Sales(Shandong)Co.,Ltd.;WESCO AG;Yashu Systems
    0C92 Kesseböhmer Ergonomietechnik GmbH;Movesense Oy;Baxter Healthcare Corporation
    0C95 Gemstone Lights Canada Ltd.;H+B Hightech GmbH;Deako;MiX Telematics International (PTY) LTD
    0C99 Vire Health Oy;ALF Inc.;NTT sonority, Inc.
    0C9C Sunstone-RTLS Ipari Szolgaltato Korlatolt Felelossegu Tarsasag;Ribbiot, INC.
    0C9E ECCEL CORPORATION SAS;Dragonfly Energy Corp.;BIGBEN;YAMAHA MOTOR CO.,LTD.;XSENSE LTD
    0CA3 MAQUET GmbH;MITSUBISHI ELECTRIC LIGHTING CO, LTD;Princess Cruise Lines, Ltd.;Megger Ltd
    0CA7 Verve InfoTec Pty Ltd;Sonas, Inc.;Mievo Technologies Private Limited
    0CAA Shenzhen Poseidon Network Technology Co., Ltd;HERUTU ELECTRONICS CORPORATION
    0CAC Shenzhen Shokz Co.,Ltd.;Shenzhen Openhearing Tech CO., LTD .;Evident Corporation;NEURINNOV
    0CB0 SwipeSense, Inc.;RF Creations;SHINKAWA Sensor Technology, Inc.;janova GmbH
    0CB4 Eberspaecher Climate Control Systems GmbH;Racketry, d. o. o.;THE EELECTRIC MACARON LLC
    0CB7 Cucumber Lighting Controls Limited;Shanghai Proxy Network Technology Co., Ltd.
    0CB9 seca GmbH & Co. KG;Ameso Tech (OPC) Private Limited;Emlid Tech Kft.;TROX GmbH;Pricer AB
    0CBE Missing Company ID from Bluetooth SIG Assigned Numbers;Forward Thinking Systems LLC.
    0CC0 Garnet Instruments Ltd.;CLEIO Inc.;Anker Innovations Limited;HMD Global Oy
    0CC4 ABUS August Bremicker Soehne Kommanditgesellschaft;Open Road Solutions, Inc.
    0CC6 Serial Technology Corporation;SB C&S Corp.;TrikThom;Innocent Technology Co., Ltd.
    0CCA Cyclops Marine Ltd;NOTHING TECHNOLOGY LIMITED;Kord Defence Pty Ltd
    0CCD YanFeng Visteon(Chongqing) Automotive Electronic Co.,Ltd;SENOSPACE LLC
    0CCF Shenzhen CESI Information Technology Co., Ltd.
    0CD0 MooreSilicon Semiconductor Technology (Shanghai) Co., LTD.;Imagine Marketing Limited
    0CD2 EQOM SSC B.V.;TechSwipe;Shenzhen Zhiduotun IoT Technology Co., Ltd;Numa Products, LLC
    0CD6 HHO (Hangzhou) Digital Technology Co., Ltd.;Maztech Industries, LLC;SIA Mesh Group
    0CD9 Minami acoustics Limited;Wolf Steel ltd;Circus World Displays Limited;Ypsomed AG
    0CDD Alif Semiconductor, Inc.;RESPONSE TECHNOLOGIES, LTD.;SHENZHEN CHENYUN ELECTRONICS CO., LTD
    0CE0 VODALOGIC PTY LTD;Regal Beloit America, Inc.;CORVENT MEDICAL, INC.;Taiwan Fuhsing
    0CE4 Off-Highway Powertrain Services Germany GmbH;Amina Distribution AS
    0CE6 McWong International, Inc.;TAG HEUER SA;Dongguan Yougo Electronics Co.,Ltd.
    0CE9 PEAG, LLC dba JLab Audio;HAYWARD INDUSTRIES, INC;Shenzhen Tingting Technology Co. LTD
    0CEC Pacific Coast Fishery Services (2003) Inc.;CV. NURI TEKNIK;MadgeTech, Inc;POGS B.V.
    0CF0 THOTAKA TEKHNOLOGIES INDIA PRIVATE LIMITED;Midmark;BestSens AG;Radio Sound;SOLUX PTY LTD
    0CF5 BOS Balance of Storage Systems AG;OJ Electronics A/S;TVS Motor Company Ltd.
    0CF8 core sensing GmbH;Tamblue Oy;Protect Animals With Satellites LLC;Tyromotion GmbH
    0CFC ElectronX design;Wuhan Woncan Construction Technologies Co., Ltd.;Thule Group AB
    0CFF Ergodriven Inc;Sparkpark AS;KEEPEN;Rocky Mountain ATV/MC Jake Wilson;MakuSafe Corp
    0D04 Bartec Auto Id Ltd;Energy Technology and Control Limited;doubleO Co., Ltd.;Datalogic S.r.l.
    0D08 Datalogic USA, Inc.;Leica Geosystems AG;CATEYE Co., Ltd.;Research Products Corporation
    0D0C Planmeca Oy;C.Ed. Schulte GmbH Zylinderschlossfabrik;PetVoice Co., Ltd.
    0D0F Timebirds Australia Pty Ltd;JVC KENWOOD Corporation;Great Dane LLC;Spartek Systems Inc.
    0D13 MERRY ELECTRONICS CO., LTD.;Merry Electronics (S) Pte Ltd;Spark;Nations Technologies Inc.
    0D17 Akix S.r.l.;Bioliberty Ltd;C.G. Air Systemes Inc.;Maturix ApS;RACHIO, INC.;LIMBOID LLC
    0D1D Electronics4All Inc.;FESTINA LOTUS SA;Synkopi, Inc.;SCIENTERRA LIMITED;Cennox Group Limited
    0D22 Cedarware, Corp.;GREE Electric Appliances, Inc. of Zhuhai;Japan Display Inc.
    0D25 System Elite Holdings Group Limited;Burkert Werke GmbH & Co. KG;velocitux
    0D28 FUJITSU COMPONENT LIMITED;MIYAKAWA ELECTRIC WORKS LTD;PhysioLogic Devices, Inc.;Sensoryx AG
    0D2C SIL System Integration Laboratory GmbH;Cooler Pro, LLC
    0D2E Advanced Electronic Applications, Inc;Delta Development Team, Inc
    0D30 Laxmi Therapeutic Devices, Inc.;SYNCHRON, INC.;Badger Meter;Micropower Group AB
    0D34 ZILLIOT TECHNOLOGIES PRIVATE LIMITED;Universidad Politecnica de Madrid
    0D36 XIHAO INTELLIGENGT TECHNOLOGY CO., LTD;Zerene Inc.;CycLock;Systemic Games, LLC
    0D3A Frost Solutions, LLC;Lone Star Marine Pty Ltd;SIRONA Dental Systems GmbH;bHaptics Inc.
    0D3E LUMINOAH, INC.;Vogels Products B.V.;SignalFire Telemetry, Inc.;CPAC Systems AB
    0D42 TEKTRO TECHNOLOGY CORPORATION;Gosuncn Technology Group Co., Ltd.;Ex Makhina Inc.
    0D45 Odeon, Inc.;Thales Simulation & Training AG;Shenzhen DOKE Electronic Co., Ltd;Vemcon GmbH
    0D49 Refrigerated Transport Electronics, Inc.;Rockpile Solutions, LLC;Soundwave Hearing, LLC
    0D4C IotGizmo Corporation;Optec, LLC;NIKAT SOLUTIONS PRIVATE LIMITED;Movano Inc.
    0D50 Ningbo Fotile Marketing Co.,Ltd.;Genetus inc.;DIVAN TRADING CO., LTD.;Luxottica Group S.p.A
    FFFF Internal and interoperability tests
    """#)
}
