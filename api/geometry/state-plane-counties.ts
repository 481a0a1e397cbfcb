/**
 * The counties of the zones of the State Plane Coordinate System in states with several zones, one zone a line. States
 * whose zones follow meridians or islands (Alaska, Hawaii), and Grant County in Washington, which two zones share, are
 * left out.
 *
 * Source: EPSG Geodetic Parameter Dataset, version 10.076, extents of the projected systems
 */
const lines = `
Alabama East|Barbour;Bullock;Calhoun;Chambers;Cherokee;Clay;Cleburne;Coffee;Coosa;Covington;Crenshaw;Dale;De Kalb;Elmore;Etowah;Geneva;Henry;Houston;Jackson;Lee;Macon;Madison;Marshall;Montgomery;Pike;Randolph;Russell;StClair;Talladega;Tallapoosa
Alabama West|Autauga;Baldwin;Bibb;Blount;Butler;Chilton;Choctaw;Clarke;Colbert;Conecuh;Cullman;Dallas;Escambia;Fayette;Franklin;Greene;Hale;Jefferson;Lamar;Lauderdale;Lawrence;Limestone;Lowndes;Marengo;Marion;Mobile;Monroe;Morgan;Perry;Pickens;Shelby;Sumter;Tuscaloosa;Walker;Washington;Wilcox;Winston
Arizona Central|Coconino;Maricopa;Pima;Pinal;Santa Cruz;Yavapai
Arizona East|Apache;Cochise;Gila;Graham;Greenlee;Navajo
Arizona West|La Paz;Mohave;Yuma
Arkansas North|Baxter;Benton;Boone;Carroll;Clay;Cleburne;Conway;Craighead;Crawford;Crittenden;Cross;Faulkner;Franklin;Fulton;Greene;Independence;Izard;Jackson;Johnson;Lawrence;Logan;Madison;Marion;Mississippi;Newton;Perry;Poinsett;Pope;Randolph;Scott;Searcy;Sebastian;Sharp;St Francis;Stone;Van Buren;Washington;White;Woodruff;Yell
Arkansas South|Arkansas;Ashley;Bradley;Calhoun;Chicot;Clark;Cleveland;Columbia;Dallas;Desha;Drew;Garland;Grant;Hempstead;Hot Spring;Howard;Jefferson;Lafayette;Lee;Lincoln;Little River;Lonoke;Miller;Monroe;Montgomery;Nevada;Ouachita;Phillips;Pike;Polk;Prairie;Pulaski;Saline;Sevier;Union
California zone 1|Del Norte;Humboldt;Lassen;Modoc;Plumas;Shasta;Siskiyou;Tehama;Trinity
California zone 2|Alpine;Amador;Butte;Colusa;El Dorado;Glenn;Lake;Mendocino;Napa;Nevada;Placer;Sacramento;Sierra;Solano;Sonoma;Sutter;Yolo;Yuba
California zone 3|Alameda;Calaveras;Contra Costa;Madera;Marin;Mariposa;Merced;Mono;San Francisco;San Joaquin;San Mateo;Santa Clara;Santa Cruz;Stanislaus;Tuolumne
California zone 4|Fresno;Inyo;Kings;Monterey;San Benito;Tulare
California zone 5|Kern;Los Angeles;San Bernardino;San Luis Obispo;Santa Barbara;Ventura
California zone 6|Imperial;Orange;Riverside;San Diego
Colorado Central|Arapahoe;Chaffee;Cheyenne;Clear Creek;Delta;Denver;Douglas;Eagle;El Paso;Elbert;Fremont;Garfield;Gunnison;Jefferson;Kit Carson;Lake;Lincoln;Mesa;Park;Pitkin;Summit;Teller
Colorado North|Adams;Boulder;Gilpin;Grand;Jackson;Larimer;Logan;Moffat;Morgan;Phillips;Rio Blanco;Routt;Sedgwick;Washington;Weld;Yuma
Colorado South|Alamosa;Archuleta;Baca;Bent;Conejos;Costilla;Crowley;Custer;Dolores;Hinsdale;Huerfano;Kiowa;La Plata;Las Animas;Mineral;Montezuma;Montrose;Otero;Ouray;Prowers;Pueblo;Rio Grande;Saguache;San Juan;San Miguel
Florida East|Brevard;Broward;Clay;Collier;Dade;Duval;Flagler;Glades;Hendry;Highlands;Indian River;Lake;Martin;Monroe;Nassau;Okeechobee;Orange;Osceola;Palm Beach;Putnam;Seminole;St Johns;St Lucie;Volusia
Florida North|Alachua;Baker;Bay;Bradford;Calhoun;Columbia;Dixie;Escambia;Franklin;Gadsden;Gilchrist;Gulf;Hamilton;Holmes;Jackson;Jefferson;Lafayette;Leon;Liberty;Madison;Okaloosa;Santa Rosa;Suwannee;Taylor;Union;Wakulla;Walton;Washington
Florida West|Charlotte;Citrus;De Soto;Hardee;Hernando;Hillsborough;Lee;Levy;Manatee;Marion;Pasco;Pinellas;Polk;Sarasota;Sumter
Georgia East|Appling;Atkinson;Bacon;Baldwin;Brantley;Bryan;Bulloch;Burke;Camden;Candler;Charlton;Chatham;Clinch;Coffee;Columbia;Dodge;Echols;Effingham;Elbert;Emanuel;Evans;Franklin;Glascock;Glynn;Greene;Hancock;Hart;Jeff Davis;Jefferson;Jenkins;Johnson;Lanier;Laurens;Liberty;Lincoln;Long;Madison;McDuffie;McIntosh;Montgomery;Oglethorpe;Pierce;Richmond;Screven;Stephens;Taliaferro;Tattnall;Telfair;Toombs;Treutlen;Ware;Warren;Washington;Wayne;Wheeler;Wilkes;Wilkinson
Georgia West|Baker;Banks;Barrow;Bartow;Ben Hill;Berrien;Bibb;Bleckley;Brooks;Butts;Calhoun;Carroll;Catoosa;Chattahoochee;Chattooga;Cherokee;Clarke;Clay;Clayton;Cobb;Colquitt;Cook;Coweta;Crawford;Crisp;Dade;Dawson;De Kalb;Decatur;Dooly;Dougherty;Douglas;Early;Fannin;Fayette;Floyd;Forsyth;Fulton;Gilmer;Gordon;Grady;Gwinnett;Habersham;Hall;Haralson;Harris;Heard;Henry;Houston;Irwin;Jackson;Jasper;Jones;Lamar;Lee;Lowndes;Lumpkin;Macon;Marion;Meriwether;Miller;Mitchell;Monroe;Morgan;Murray;Muscogee;Newton;Oconee;Paulding;Peach;Pickens;Pike;Polk;Pulaski;Putnam;Quitman;Rabun;Randolph;Rockdale;Schley;Seminole;Spalding;Stewart;Sumter;Talbot;Taylor;Terrell;Thomas;Tift;Towns;Troup;Turner;Twiggs;Union;Upson;Walker;Walton;Webster;White;Whitfield;Wilcox;Worth
Idaho Central|Blaine;Butte;Camas;Cassia;Custer;Gooding;Jerome;Lemhi;Lincoln;Minidoka;Twin Falls
Idaho East|Bannock;Bear Lake;Bingham;Bonneville;Caribou;Clark;Franklin;Fremont;Jefferson;Madison;Oneida;Power;Teton
Idaho West|Ada;Adams;Benewah;Boise;Bonner;Boundary;Canyon;Clearwater;Elmore;Gem;Idaho;Kootenai;Latah;Lewis;Nez Perce;Owyhee;Payette;Shoshone;Valley;Washington
Illinois East|Boone;Champaign;Clark;Clay;Coles;Cook;Crawford;Cumberland;De Kalb;De Witt;Douglas;Du Page;Edgar;Edwards;Effingham;Fayette;Ford;Franklin;Gallatin;Grundy;Hamilton;Hardin;Iroquois;Jasper;Jefferson;Johnson;Kane;Kankakee;Kendall;La Salle;Lake;Lawrence;Livingston;Macon;Marion;Massac;McHenry;McLean;Moultrie;Piatt;Pope;Richland;Saline;Shelby;Vermilion;Wabash;Wayne;White;Will;Williamson
Illinois West|Adams;Alexander;Bond;Brown;Bureau;Calhoun;Carroll;Cass;Christian;Clinton;Fulton;Greene;Hancock;Henderson;Henry;Jackson;Jersey;Jo Daviess;Knox;Lee;Logan;Macoupin;Madison;Marshall;Mason;McDonough;Menard;Mercer;Monroe;Montgomery;Morgan;Ogle;Peoria;Perry;Pike;Pulaski;Putnam;Randolph;Rock Island;Sangamon;Schuyler;Scott;St Clair;Stark;Stephenson;Tazewell;Union;Warren;Washington;Whiteside;Winnebago;Woodford
Indiana East|Adams;Allen;Bartholomew;Blackford;Brown;Cass;Clark;De Kalb;Dearborn;Decatur;Delaware;Elkhart;Fayette;Floyd;Franklin;Fulton;Grant;Hamilton;Hancock;Harrison;Henry;Howard;Huntington;Jackson;Jay;Jefferson;Jennings;Johnson;Kosciusko;Lagrange;Madison;Marion;Marshall;Miami;Noble;Ohio;Randolph;Ripley;Rush;Scott;Shelby;St Joseph;Steuben;Switzerland;Tipton;Union;Wabash;Washington;Wayne;Wells;Whitley
Indiana West|Benton;Boone;Carroll;Clay;Clinton;Crawford;Daviess;Dubois;Fountain;Gibson;Greene;Hendricks;Jasper;Knox;La Porte;Lake;Lawrence;Martin;Monroe;Montgomery;Morgan;Newton;Orange;Owen;Parke;Perry;Pike;Porter;Posey;Pulaski;Putnam;Spencer;Starke;Sullivan;Tippecanoe;Vanderburgh;Vermillion;Vigo;Warren;Warrick;White
Iowa North|Allamakee;Benton;Black Hawk;Boone;Bremer;Buchanan;Buena Vista;Butler;Calhoun;Carroll;Cerro Gordo;Cherokee;Chickasaw;Clay;Clayton;Crawford;Delaware;Dickinson;Dubuque;Emmet;Fayette;Floyd;Franklin;Greene;Grundy;Hamilton;Hancock;Hardin;Howard;Humboldt;Ida;Jackson;Jones;Kossuth;Linn;Lyon;Marshall;Mitchell;Monona;O'Brien;Osceola;Palo Alto;Plymouth;Pocahontas;Sac;Sioux;Story;Tama;Webster;Winnebago;Winneshiek;Woodbury;Worth;Wright
Iowa South|Adair;Adams;Appanoose;Audubon;Cass;Cedar;Clarke;Clinton;Dallas;Davis;Decatur;Des Moines;Fremont;Guthrie;Harrison;Henry;Iowa;Jasper;Jefferson;Johnson;Keokuk;Lee;Louisa;Lucas;Madison;Mahaska;Marion;Mills;Monroe;Montgomery;Muscatine;Page;Polk;Pottawattamie;Poweshiek;Ringgold;Scott;Shelby;Taylor;Union;Van Buren;Wapello;Warren;Washington;Wayne
Kansas North|Atchison;Brown;Cheyenne;Clay;Cloud;Decatur;Dickinson;Doniphan;Douglas;Ellis;Ellsworth;Geary;Gove;Graham;Jackson;Jefferson;Jewell;Johnson;Leavenworth;Lincoln;Logan;Marshall;Mitchell;Morris;Nemaha;Norton;Osborne;Ottawa;Phillips;Pottawatomie;Rawlins;Republic;Riley;Rooks;Russell;Saline;Shawnee;Sheridan;Sherman;Smith;Thomas;Trego;Wabaunsee;Wallace;Washington;Wyandotte
Kansas South|Allen;Anderson;Barber;Barton;Bourbon;Butler;Chase;Chautauqua;Cherokee;Clark;Coffey;Comanche;Cowley;Crawford;Edwards;Elk;Finney;Ford;Franklin;Grant;Gray;Greeley;Greenwood;Hamilton;Harper;Harvey;Haskell;Hodgeman;Kearny;Kingman;Kiowa;Labette;Lane;Linn;Lyon;Marion;McPherson;Meade;Miami;Montgomery;Morton;Neosho;Ness;Osage;Pawnee;Pratt;Reno;Rice;Rush;Scott;Sedgwick;Seward;Stafford;Stanton;Stevens;Sumner;Wichita;Wilson;Woodson
Kentucky North|Anderson;Bath;Boone;Bourbon;Boyd;Bracken;Bullitt;Campbell;Carroll;Carter;Clark;Elliott;Fayette;Fleming;Franklin;Gallatin;Grant;Greenup;Harrison;Henry;Jefferson;Jessamine;Kenton;Lawrence;Lewis;Mason;Menifee;Montgomery;Morgan;Nicholas;Oldham;Owen;Pendleton;Robertson;Rowan;Scott;Shelby;Spencer;Trimble;Woodford
Kentucky South|Adair;Allen;Ballard;Barren;Bell;Boyle;Breathitt;Breckinridge;Butler;Caldwell;Calloway;Carlisle;Casey;Christian;Clay;Clinton;Crittenden;Cumberland;Daviess;Edmonson;Estill;Floyd;Fulton;Garrard;Graves;Grayson;Green;Hancock;Hardin;Harlan;Hart;Henderson;Hickman;Hopkins;Jackson;Johnson;Knott;Knox;Larue;Laurel;Lee;Leslie;Letcher;Lincoln;Livingston;Logan;Lyon;Madison;Magoffin;Marion;Marshall;Martin;McCracken;McCreary;McLean;Meade;Mercer;Metcalfe;Monroe;Muhlenberg;Nelson;Ohio;Owsley;Perry;Pike;Powell;Pulaski;Rockcastle;Russell;Simpson;Taylor;Todd;Trigg;Union;Warren;Washington;Wayne;Webster;Whitley;Wolfe
Louisiana North|Avoyelles;Bienville;Bossier;Caddo;Caldwell;Catahoula;Claiborne;Concordia;De Soto;East Carroll;Franklin;Grant;Jackson;La Salle;Lincoln;Madison;Morehouse;Natchitoches;Ouachita;Rapides;Red River;Richland;Sabine;Tensas;Union;Vernon;Webster;West Carroll;Winn
Louisiana South|Acadia;Allen;Ascension;Assumption;Beauregard;Calcasieu;Cameron;East Baton Rouge;East Feliciana;Evangeline;Iberia;Iberville;Jefferson;Jefferson Davis;Lafayette;LaFourche;Livingston;Orleans;Plaquemines;Pointe Coupee;St Bernard;St Charles;St Helena;St James;St John the Baptist;St Landry;St Martin;St Mary;St Tammany;Tangipahoa;Terrebonne;Vermilion;Washington;West Baton Rouge;West Feliciana
Maine East|Aroostook;Hancock;Knox;Penobscot;Piscataquis;Waldo;Washington
Maine West|Androscoggin;Cumberland;Franklin;Kennebec;Lincoln;Oxford;Sagadahoc;Somerset;York
Massachusetts Island|Dukes;Nantucket
Massachusetts Mainland|Barnstable;Berkshire;Bristol;Essex;Franklin;Hampden;Hampshire;Middlesex;Norfolk;Plymouth;Suffolk;Worcester
Michigan Central|Alcona;Alpena;Antrim;Arenac;Benzie;Charlevoix;Cheboygan;Clare;Crawford;Emmet;Gladwin;Grand Traverse;Iosco;Kalkaska;Lake;Leelanau;Manistee;Mason;Missaukee;Montmorency;Ogemaw;Osceola;Oscoda;Otsego;Presque Isle;Roscommon;Wexford
Michigan North|Alger;Baraga;Chippewa;Delta;Dickinson;Gogebic;Houghton;Iron;Keweenaw;Luce;Mackinac;Marquette;Menominee;Ontonagon;Schoolcraft
Michigan South|Allegan;Barry;Bay;Berrien;Branch;Calhoun;Cass;Clinton;Eaton;Genesee;Gratiot;Hillsdale;Huron;Ingham;Ionia;Isabella;Jackson;Kalamazoo;Kent;Lapeer;Lenawee;Livingston;Macomb;Mecosta;Midland;Monroe;Montcalm;Muskegon;Newaygo;Oakland;Oceana;Ottawa;Saginaw;Sanilac;Shiawassee;St Clair;St Joseph;Tuscola;Van Buren;Washtenaw;Wayne
Minnesota Central|Aitkin;Becker;Benton;Carlton;Cass;Chisago;Clay;Crow Wing;Douglas;Grant;Hubbard;Isanti;Kanabec;Mille Lacs;Morrison;Otter Tail;Pine;Pope;Stearns;Stevens;Todd;Traverse;Wadena;Wilkin
Minnesota North|Beltrami;Clearwater;Cook;Itasca;Kittson;Koochiching;Lake;Lake of the Woods;Mahnomen;Marshall;Norman;Pennington;Polk;Red Lake;Roseau;St Louis
Minnesota South|Anoka;Big Stone;Blue Earth;Brown;Carver;Chippewa;Cottonwood;Dakota;Dodge;Faribault;Fillmore;Freeborn;Goodhue;Hennepin;Houston;Jackson;Kandiyohi;Lac Qui Parle;Le Sueur;Lincoln;Lyon;Martin;McLeod;Meeker;Mower;Murray;Nicollet;Nobles;Olmsted;Pipestone;Ramsey;Redwood;Renville;Rice;Rock;Scott;Sherburne;Sibley;Steele;Swift;Wabasha;Waseca;Washington;Watonwan;Winona;Wright;Yellow Medicine
Mississippi East|Alcorn;Attala;Benton;Calhoun;Chickasaw;Choctaw;Clarke;Clay;Covington;Forrest;George;Greene;Hancock;Harrison;Itawamba;Jackson;Jasper;Jones;Kemper;Lafayette;Lamar;Lauderdale;Leake;Lee;Lowndes;Marshall;Monroe;Neshoba;Newton;Noxubee;Oktibbeha;Pearl River;Perry;Pontotoc;Prentiss;Scott;Smith;Stone;Tippah;Tishomingo;Union;Wayne;Webster;Winston
Mississippi West|Adams;Amite;Bolivar;Carroll;Claiborne;Coahoma;Copiah;De Soto;Franklin;Grenada;Hinds;Holmes;Humphreys;Issaquena;Jefferson;Jefferson Davis;Lawrence;Leflore;Lincoln;Madison;Marion;Montgomery;Panola;Pike;Quitman;Rankin;Sharkey;Simpson;Sunflower;Tallahatchie;Tate;Tunica;Walthall;Warren;Washington;Wilkinson;Yalobusha;Yazoo
Missouri Central|Adair;Audrain;Benton;Boone;Callaway;Camden;Carroll;Chariton;Christian;Cole;Cooper;Dallas;Douglas;Greene;Grundy;Hickory;Howard;Howell;Knox;Laclede;Linn;Livingston;Macon;Maries;Mercer;Miller;Moniteau;Monroe;Morgan;Osage;Ozark;Pettis;Phelps;Polk;Pulaski;Putnam;Randolph;Saline;Schuyler;Scotland;Shelby;Stone;Sullivan;Taney;Texas;Webster;Wright
Missouri East|Bollinger;Butler;Cape Girardeau;Carter;Clark;Crawford;Dent;Dunklin;Franklin;Gasconade;Iron;Jefferson;Lewis;Lincoln;Madison;Marion;Mississippi;Montgomery;New Madrid;Oregon;Pemiscot;Perry;Pike;Ralls;Reynolds;Ripley;Scott;Shannon;St Charles;St Francois;St Louis;Ste. Genevieve;Stoddard;Warren;Washington;Wayne
Missouri West|Andrew;Atchison;Barry;Barton;Bates;Buchanan;Caldwell;Cass;Cedar;Clay;Clinton;Dade;Daviess;De Kalb;Gentry;Harrison;Henry;Holt;Jackson;Jasper;Johnson;Lafayette;Lawrence;McDonald;Newton;Nodaway;Platte;Ray;St Clair;Vernon;Worth
Nevada Central|Lander;Nye
Nevada East|Clark;Elko;Eureka;Lincoln;White Pine
Nevada West|Churchill;Douglas;Esmeralda;Humboldt;Lyon;Mineral;Pershing;Storey;Washoe
New Mexico Central|Bernalillo;Dona Ana;Lincoln;Los Alamos;Otero;Rio Arriba;Sandoval;Santa Fe;Socorro;Taos;Torrance;Valencia
New Mexico East|Chaves;Colfax;Curry;De Baca;Eddy;Guadalupe;Harding;Lea;Mora;Quay;Roosevelt;San Miguel;Union
New Mexico West|Catron;Cibola;Grant;Hidalgo;Luna;McKinley;San Juan;Sierra
New York Central|Broome;Cayuga;Chemung;Chenango;Cortland;Jefferson;Lewis;Madison;Oneida;Onondaga;Ontario;Oswego;Schuyler;Seneca;Steuben;Tioga;Tompkins;Wayne;Yates
New York East|Albany;Clinton;Columbia;Delaware;Dutchess;Essex;Franklin;Fulton;Greene;Hamilton;Herkimer;Montgomery;Orange;Otsego;Putnam;Rensselaer;Rockland;Saratoga;Schenectady;Schoharie;St Lawrence;Sullivan;Ulster;Warren;Washington;Westchester
New York Long Island|Bronx;Kings;Nassau;New York;Queens;Richmond;Suffolk
New York West|Allegany;Cattaraugus;Chautauqua;Erie;Genesee;Livingston;Monroe;Niagara;Orleans;Wyoming
North Dakota North|Benson;Bottineau;Burke;Cavalier;Divide;Eddy;Foster;Grand Forks;Griggs;McHenry;McKenzie;McLean;Mountrial;Nelson;Pembina;Pierce;Ramsey;Renville;Rolette;Sheridan;Steele;Towner;Traill;Walsh;Ward;Wells;Williams
North Dakota South|Adams;Barnes;Billings;Bowman;Burleigh;Cass;Dickey;Dunn;Emmons;Golden Valley;Grant;Hettinger;Kidder;La Moure;Logan;McIntosh;Mercer;Morton;Oliver;Ransom;Richland;Sargent;Sioux;Slope;Stark;Stutsman
Ohio North|Allen;Ashland;Ashtabula;Auglaize;Carroll;Columbiana;Coshocton;Crawford;Cuyahoga;Defiance;Delaware;Erie;Fulton;Geauga;Hancock;Hardin;Harrison;Henry;Holmes;Huron;Jefferson;Knox;Lake;Logan;Lorain;Lucas;Mahoning;Marion;Medina;Mercer;Morrow;Ottawa;Paulding;Portage;Putnam;Richland;Sandusky;Seneca;Shelby;Stark;Summit;Trumbull;Tuscarawas;Union;Van Wert;Wayne;Williams;Wood;Wyandot
Ohio South|Adams;Athens;Belmont;Brown;Butler;Champaign;Clark;Clermont;Clinton;Darke;Fairfield;Fayette;Franklin;Gallia;Greene;Guernsey;Hamilton;Highland;Hocking;Jackson;Lawrence;Licking;Madison;Meigs;Miami;Monroe;Montgomery;Morgan;Muskingum;Noble;Perry;Pickaway;Pike;Preble;Ross;Scioto;Vinton;Warren;Washington
Oklahoma North|Adair;Alfalfa;Beaver;Blaine;Canadian;Cherokee;Cimarron;Craig;Creek;Custer;Delaware;Dewey;Ellis;Garfield;Grant;Harper;Kay;Kingfisher;Lincoln;Logan;Major;Mayes;Muskogee;Noble;Nowata;Okfuskee;Oklahoma;Okmulgee;Osage;Ottawa;Pawnee;Payne;Roger Mills;Rogers;Sequoyah;Texas;Tulsa;Wagoner;Washington;Woods;Woodward
Oklahoma South|Atoka;Beckham;Bryan;Caddo;Carter;Choctaw;Cleveland;Coal;Comanche;Cotton;Garvin;Grady;Greer;Harmon;Haskell;Hughes;Jackson;Jefferson;Johnston;Kiowa;Latimer;Le Flore;Love;Marshall;McClain;McCurtain;McIntosh;Murray;Pittsburg;Pontotoc;Pottawatomie;Pushmataha;Seminole;Stephens;Tillman;Washita
Oregon North|Baker;Benton;Clackamas;Clatsop;Columbia;Gilliam;Grant;Hood River;Jefferson;Lincoln;Linn;Marion;Morrow;Multnomah;Polk;Sherman;Tillamook;Umatilla;Union;Wallowa;Wasco;Washington;Wheeler;Yamhill
Oregon South|Coos;Crook;Curry;Deschutes;Douglas;Harney;Jackson;Josephine;Klamath;Lake;Lane;Malheur
Pennsylvania North|Bradford;Cameron;Carbon;Centre;Clarion;Clearfield;Clinton;Columbia;Crawford;Elk;Erie;Forest;Jefferson;Lackawanna;Luzerne;Lycoming;McKean;Mercer;Monroe;Montour;Northumberland;Pike;Potter;Sullivan;Susquehanna;Tioga;Union;Venango;Warren;Wayne;Wyoming
Pennsylvania South|Adams;Allegheny;Armstrong;Beaver;Bedford;Berks;Blair;Bucks;Butler;Cambria;Chester;Cumberland;Dauphin;Delaware;Fayette;Franklin;Fulton;Greene;Huntingdon;Indiana;Juniata;Lancaster;Lawrence;Lebanon;Lehigh;Mifflin;Montgomery;Northampton;Perry;Philadelphia;Schuylkill;Snyder;Somerset;Washington;Westmoreland;York
South Dakota North|Beadle;Brookings;Brown;Butte;Campbell;Clark;Codington;Corson;Day;Deuel;Dewey;Edmunds;Faulk;Grant;Hamlin;Hand;Harding;Hyde;Kingsbury;Lawrence;Marshall;McPherson;Meade;Perkins;Potter;Roberts;Spink;Sully;Walworth;Ziebach
South Dakota South|Aurora;Bennett;Bon Homme;Brule;Buffalo;Charles Mix;Clay;Custer;Davison;Douglas;Fall River;Gregory;Haakon;Hanson;Hughes;Hutchinson;Jackson;Jerauld;Jones;Lake;Lincoln;Lyman;McCook;Mellette;Miner;Minnehaha;Moody;Pennington;Sanborn;Shannon;Stanley;Todd;Tripp;Turner;Union;Yankton
Texas Central|Anderson;Angelina;Bastrop;Bell;Blanco;Bosque;Brazos;Brown;Burleson;Burnet;Cherokee;Coke;Coleman;Comanche;Concho;Coryell;Crane;Crockett;Culberson;Ector;El Paso;Falls;Freestone;Gillespie;Glasscock;Grimes;Hamilton;Hardin;Houston;Hudspeth;Irion;Jasper;Jeff Davis;Kimble;Lampasas;Lee;Leon;Liberty;Limestone;Llano;Loving;Madison;Mason;McCulloch;McLennan;Menard;Midland;Milam;Mills;Montgomery;Nacogdoches;Newton;Orange;Pecos;Polk;Reagan;Reeves;Robertson;Runnels;Sabine;San Augustine;San Jacinto;San Saba;Schleicher;Shelby;Sterling;Sutton;Tom Green;Travis;Trinity;Tyler;Upton;Walker;Ward;Washington;Williamson;Winkler
Texas North|Armstrong;Briscoe;Carson;Castro;Childress;Collingsworth;Dallam;Deaf Smith;Donley;Gray;Hall;Hansford;Hartley;Hemphill;Hutchinson;Lipscomb;Moore;Ochiltree;Oldham;Parmer;Potter;Randall;Roberts;Sherman;Swisher;Wheeler
Texas North Central|Andrews;Archer;Bailey;Baylor;Borden;Bowie;Callahan;Camp;Cass;Clay;Cochran;Collin;Cooke;Cottle;Crosby;Dallas;Dawson;Delta;Denton;Dickens;Eastland;Ellis;Erath;Fannin;Fisher;Floyd;Foard;Franklin;Gaines;Garza;Grayson;Gregg;Hale;Hardeman;Harrison;Haskell;Henderson;Hill;Hockley;Hood;Hopkins;Howard;Hunt;Jack;Johnson;Jones;Kaufman;Kent;King;Knox;Lamar;Lamb;Lubbock;Lynn;Marion;Martin;Mitchell;Montague;Morris;Motley;Navarro;Nolan;Palo Pinto;Panola;Parker;Rains;Red River;Rockwall;Rusk;Scurry;Shackelford;Smith;Somervell;Stephens;Stonewall;Tarrant;Taylor;Terry;Throckmorton;Titus;Upshur;Van Zandt;Wichita;Wilbarger;Wise;Wood;Yoakum;Young
Texas South|Brooks;Cameron;Duval;Hidalgo;Jim Hogg;Jim Wells;Kenedy;Kleberg;Nueces;San Patricio;Starr;Webb;Willacy;Zapata
Texas South Central|Aransas;Atascosa;Austin;Bandera;Bee;Bexar;Brazoria;Brewster;Caldwell;Calhoun;Chambers;Colorado;Comal;De Witt;Dimmit;Edwards;Fayette;Fort Bend;Frio;Galveston;Goliad;Gonzales;Guadalupe;Harris;Hays;Jackson;Jefferson;Karnes;Kendall;Kerr;Kinney;La Salle;Lavaca;Live Oak;Matagorda;Maverick;McMullen;Medina;Presidio;Real;Refugio;Terrell;Uvalde;Val Verde;Victoria;Waller;Wharton;Wilson;Zavala
Utah Central|Carbon;Duchesne;Emery;Grand;Juab;Millard;Salt Lake;Sanpete;Sevier;Tooele;Uintah;Utah;Wasatch
Utah North|Box Elder;Cache;Daggett;Davis;Morgan;Rich;Summit;Weber
Utah South|Beaver;Garfield;Iron;Kane;Piute;San Juan;Washington;Wayne
Virginia North|Arlington;Augusta;Bath;Caroline;Clarke;Culpeper;Fairfax;Fauquier;Frederick;Greene;Highland;King George;Loudoun;Madison;Orange;Page;Prince William;Rappahannock;Rockingham;Shenandoah;Spotsylvania;Stafford;Warren;Westmoreland
Virginia South|Accomack;Albemarle;Alleghany;Amelia;Amherst;Appomattox;Bedford;Bland;Botetourt;Bristol;Brunswick;Buchanan;Buckingham;Campbell;Carroll;Charles City;Charlotte;Chesapeake;Chesterfield;Colonial Heights;Craig;Cumberland;Dickenson;Dinwiddie;Essex;Floyd;Fluvanna;Franklin;Giles;Gloucester;Goochland;Grayson;Greensville;Halifax;Hampton;Hanover;Henrico;Henry;Isle of Wight;James City;King and Queen;King William;Lancaster;Lee;Louisa;Lunenburg;Lynchburg;Mathews;Mecklenburg;Middlesex;Montgomery;Nelson;New Kent;Newport News;Norfolk;Northampton;Northumberland;Norton;Nottoway;Patrick;Petersburg;Pittsylvania;Portsmouth;Powhatan;Prince Edward;Prince George;Pulaski;Richmond;Roanoke;Rockbridge;Russell;Scott;Smyth;Southampton;Suffolk;Surry;Sussex;Tazewell;Washington;Wise;Wythe;York
Washington North|Chelan;Clallam;Douglas;Ferry;Island;Jefferson;King;Kitsap;Lincoln;Okanogan;Pend Oreille;San Juan;Skagit;Snohomish;Spokane;Stevens;Whatcom
Washington South|Adams;Asotin;Benton;Clark;Columbia;Cowlitz;Franklin;Garfield;Grays Harbor;Kittitas;Klickitat;Lewis;Mason;Pacific;Pierce;Skamania;Thurston;Wahkiakum;Walla Walla;Whitman;Yakima
West Virginia North|Barbour;Berkeley;Brooke;Doddridge;Grant;Hampshire;Hancock;Hardy;Harrison;Jefferson;Marion;Marshall;Mineral;Monongalia;Morgan;Ohio;Pleasants;Preston;Ritchie;Taylor;Tucker;Tyler;Wetzel;Wirt;Wood
West Virginia South|Boone;Braxton;Cabell;Calhoun;Clay;Fayette;Gilmer;Greenbrier;Jackson;Kanawha;Lewis;Lincoln;Logan;Mason;McDowell;Mercer;Mingo;Monroe;Nicholas;Pendleton;Pocahontas;Putnam;Raleigh;Randolph;Roane;Summers;Upshur;Wayne;Webster;Wyoming
Wisconsin Central|Barron;Brown;Buffalo;Chippewa;Clark;Door;Dunn;Eau Claire;Jackson;Kewaunee;Langlade;Lincoln;Marathon;Marinette;Menominee;Oconto;Outagamie;Pepin;Pierce;Polk;Portage;Rusk;Shawano;St Croix;Taylor;Trempealeau;Waupaca;Wood
Wisconsin North|Ashland;Bayfield;Burnett;Douglas;Florence;Forest;Iron;Oneida;Price;Sawyer;Vilas;Washburn
Wisconsin South|Adams;Calumet;Columbia;Crawford;Dane;Dodge;Fond Du Lac;Grant;Green;Green Lake;Iowa;Jefferson;Juneau;Kenosha;La Crosse;Lafayette;Manitowoc;Marquette;Milwaukee;Monroe;Ozaukee;Racine;Richland;Rock;Sauk;Sheboygan;Vernon;Walworth;Washington;Waukesha;Waushara;Winnebago
Wyoming East|Albany;Campbell;Converse;Crook;Goshen;Laramie;Niobrara;Platte;Weston
Wyoming East Central|Big Horn;Carbon;Johnson;Natrona;Sheridan;Washakie
Wyoming West|Lincoln;Sublette;Teton;Uinta
Wyoming West Central|Fremont;Hot Springs;Park;Sweetwater
`;

/** Counties by zone, each as `countyKey` writes it. */
const countiesByZone: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [zone = "", counties = ""] = line.split("|");
      return [zone, new Set(counties.split(";").map(countyKey))] as const;
    }),
);

/** Tells whether a zone of the State Plane Coordinate System contains a county: "Kings" or "Kings County". */
export function hasCounty(zone: string, county: string): boolean {
  return countiesByZone.get(zone)?.has(countyKey(county)) ?? false;
}

/** Writes the name of a county without what is spelled in several ways: "St. Clair County" is "stclair". */
function countyKey(county: string): string {
  return county
    .normalize("NFD")
    .toLowerCase()
    .replace(/\s+(?:county|parish)$/, "")
    .replace(/^saint\b/, "st")
    .replace(/[^a-z]/g, "");
}
