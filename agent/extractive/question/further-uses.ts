/**
 * Uses that the learned model tells from a question and that `use-words.ts` does not know, with their names in the law; the
 * first one is the model's id. Only a question is read with them: the words of an ordinance speak for themselves.
 */
export const furtherUses: ReadonlyMap<string, readonly string[]> = new Map(
  `
club or lodge|club|clubs|private club|membership club|social club|fraternal organization|lodge|lodge hall|fraternal lodge
community center|civic center|senior center|youth center|neighborhood center
park or playground|park|parks|playground|public park|dog park
public utility|public utilities|utility|utilities|utility substation|substation|essential services|water tower
government building|municipal building|municipal facility|governmental use|fire station|police station|post office|town hall
trade school|vocational school|technical school|business school
college|colleges|university|college or university|colleges and universities
dormitory|dormitories|fraternity house|sorority house|student housing
homeless shelter|emergency shelter|shelter
research laboratory|laboratory|laboratories|research and development|research facility|testing laboratory
outdoor storage|outside storage|open storage|storage yard
equipment rental|tool rental|rental of equipment|equipment rental and sales
studio|art studio|dance studio|photography studio|artist studio|music studio|studios
pet shop|pet store|pet shops
pet grooming|dog grooming|animal grooming
marina|marinas|boat yard|boatyard|boat basin
dock|docks|pier|piers|boathouse
flea market|flea markets|swap meet
auction|auction house|auction sales|auction gallery
landscaping business|landscaping contractor|landscape contractor
slaughterhouse|slaughterhouses|abattoir|slaughtering of animals|stockyard
concrete plant|asphalt plant|batch plant|concrete mixing plant|concrete batch plant
recycling|recycling center|recycling facility
composting|composting facility
firewood|sale of firewood|cordwood
carnival|circus|carnivals|carnivals and circuses
fireworks|sale of fireworks|fireworks sales
payday lender|payday lending|check cashing|title loan
shopping center|shopping centers|shopping mall|shopping plaza
bus station|bus terminal|bus depot|passenger terminal
catering|caterer|catering establishment|catering service
small repair shop|appliance repair|shoe repair|small engine repair|repair shop|repair services
live-work unit|live-work|live/work unit
swim or tennis club|swim club|tennis club|swimming club
indoor recreation|commercial indoor recreation|indoor amusement|skating rink|ice rink|indoor recreation facility
outdoor recreation|commercial outdoor recreation|outdoor amusement|amusement park|driving range|outdoor recreation facility
dance hall|dance halls|ballroom
boat sales|sale of boats|boat sales and service|marine sales
farm equipment sales|farm machinery sales|farm implement sales|farm equipment
truck repair|repair of trucks|truck service
generator|generators|standby generator|emergency generator
satellite dish|satellite dishes|dish antenna|satellite antenna|satellite dish antenna
flagpole|flagpoles|flag poles
playhouse|tree house|children's playhouse
barn|barns|private barn
unregistered vehicle|unregistered motor vehicle|unregistered motor vehicles|inoperable vehicle|inoperative vehicle|junk vehicles
outdoor dining|outdoor dining area|outdoor seating|sidewalk cafe|outside dining
kiosk or vending|kiosk|kiosks|vending machine|vending machines
donation bin|donation bins|donation box|collection bin
outdoor display of goods|outdoor display|outdoor sales|outdoor display and sales|outside display
construction trailer|construction trailers|construction office|temporary construction office|field office
model home|model homes|real estate sales office|sales office
cluster subdivision|cluster development|conservation subdivision|open space subdivision
planned development|planned unit development
filling or grading land|filling|grading|filling of land|placement of fill|deposit of fill
ice cream or snack stand|ice cream stand|ice cream parlor|snack bar|refreshment stand
rehabilitation or halfway house|halfway house|rehabilitation center|substance abuse treatment facility|drug treatment center
room addition|additions to existing dwellings
sports court|tennis court|tennis courts|basketball court|sports courts
hot tub|hot tubs|hot tubs and spas
retaining wall|retaining walls
ham radio antenna|amateur radio antenna|ham radio antennas|amateur radio
propane tank|propane tanks|fuel storage tank|fuel tank|oil tank|underground storage tank
roadside memorial or statue|statue|statues|sculpture
pond|ponds|farm pond
helicopter landing|heliport|helipad|helistop
keeping of other animals|keeping of animals|household pets|domestic animals|exotic animals|wild animals
`
    .trim()
    .split("\n")
    .map((line) => line.split("|"))
    .map(([id = "", ...names]) => [id, / or /.test(id) ? names : [id, ...names]]),
);

/** What the law may call a use of several names that a question tells in lay words; of other such uses only the id counts. */
export const plainNamesOf: ReadonlyMap<string, readonly string[]> = new Map(
  `
restaurant|restaurants|eating establishment|eating place|eating and drinking establishment
retail|retail sales|retail store|retail trade|stores|shops
beauty|beauty salon|beauty shop|hair salon|barber shop|personal service|personal services|personal service establishment
hotel|hotels|motel|hotels and motels
bar|tavern|taverns|bars
warehouse|warehousing|warehouses
gym|health club|fitness center|fitness facility|gymnasium
event venue|banquet hall|banquet facility|reception hall|event center
medical|medical office|medical clinic|medical offices
chicken|chickens|poultry|hens
horse|horses|keeping of horses
stable|riding stable|stables
commercial vehicle|commercial vehicles|parking of commercial vehicles
produce|farm stand|roadside stand|farm stands
excavation|earth removal|excavation of earth
boarding house|boarding house|rooming house
brewery|breweries|microbrewery
fence|fences
wireless|wireless telecommunications facility|telecommunications tower|cell tower
solar|solar energy system|solar panels
`
    .trim()
    .split("\n")
    .map((line) => line.split("|"))
    .map(([id = "", ...names]) => [id, [id, ...names]]),
);
