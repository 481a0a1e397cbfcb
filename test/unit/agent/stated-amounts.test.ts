import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../agent/extractive/question/read-question.ts";
import { ask, type PassageSource } from "../../support/passages.ts";

const noContext = { zoningCodes: [], jurisdiction: null };

async function firstLine(sources: readonly PassageSource[], question: string): Promise<string> {
  return (await ask(sources, question)).answer.split("\n")[0] ?? "";
}

describe("what an amount is asked for", () => {
  it.each([
    ["How long can the antenna of a small wireless facility be?", "size in feet"],
    ["How long can a travel trailer be to park it at my house?", "size in feet"],
    ["How long can the trailer be parked on the street?", "time"],
    ["How long can a banner be up?", "time"],
    ["What is the minimum length of stay for a rented cottage?", "time"],
    ["What is the steepest grade a driveway can have?", "slope"],
    ["What are the minimum dimensions of a parking stall?", "area"],
    ["What is the maximum area of a wall sign?", "surface"],
    ["What's the heaviest truck I may park at my house?", "weight"],
    ["What can I be fined for an unlawful sign?", "money"],
    ["What is the fine for an unlawful sign?", "money"],
    ["What is the widest my driveway can be?", "width"],
    ["One wall sign of ten square feet on my barn. Is that fine?", "surface"],
  ])("is the kind its words name: %s", (question, measure) => {
    expect(readQuestion(question, noContext).measure?.id).toBe(measure);
  });

  it.each([
    ["How tall can a hedge be?", "maximum"],
    ["How tall must a hedge be when it is planted?", "minimum"],
    ["How wide must the aisle be?", "minimum"],
    ["How wide can a driveway be?", "maximum"],
    ["How far can a roof extend into the side yard?", "maximum"],
    ["How far from the lake must a privy be?", "minimum"],
    ["What is the steepest grade of a driveway?", "maximum"],
    ["How many days after the hearing must the board decide?", null],
  ])("is a most of what may be, and a least of what must be: %s", (question, limit) => {
    expect(readQuestion(question, noContext).limit).toBe(limit);
  });

  it.each([
    ["How big can a yard sale sign be on a house lot?", null],
    ["How big must a corner lot be?", "lot area"],
    ["How much land do I need for two horses?", "lot area"],
    ["How close to the front property line can parking spaces be?", "parking street setback"],
    ["How far must parking be from the rear lot line?", "parking line setback"],
    ["how big may an adu be", "unit floor area"],
    ["How many parking spaces does a diner need?", "parking"],
    ["How much parking for a diner?", "parking"],
    ["What parking does a diner have to provide?", "parking"],
    ["How many spaces must a diner have?", "parking"],
    ["Required off-street parking for a diner?", "parking"],
    ["What is the seat ratio for diner parking?", "parking"],
    ["How close to the street can I build?", "front setback"],
    ["How many feet on the street does a lot need?", "frontage"],
    ["How many feet of it must touch the road?", "frontage"],
    ["What share of it can buildings cover?", "lot coverage"],
    ["What is the street line setback?", "front setback"],
  ])("is of the thing that the question measures: %s", (question, dimension) => {
    expect(readQuestion(question, noContext).dimension?.id ?? null).toBe(dimension);
  });
});

describe("a weight asked for", () => {
  it("is that of the clause that limits it, in pounds or tons", async () => {
    const trucks: PassageSource = {
      headings: ["Chapter 7", "7.8 Commercial vehicles"],
      text: "No commercial vehicle parked on a residential lot shall exceed 10,500 pounds.\nIt shall be parked at least 20 feet from the street.",
      score: 0.6,
    };
    expect(await firstLine([trucks], "How heavy may a commercial vehicle be that I park on my lot?")).toMatch(
      /10,500 pounds/,
    );
  });
});

describe("what a value is asked of", () => {
  it.each([
    ["We plan a foundry in M-1. How wide must the land be, and how far from the street must the building be?", []],
    ["We plan a foundry in M-1. How far from the street must it be?", ["foundri"]],
    ["We plan a church in M-1. How wide must the lot be?", ["church"]],
    ["We plan a kiln in R-1. How close to the lot line may the kiln be?", ["kiln"]],
    ["In a lot with 90 degree parking, what stall width and aisle width must the layout show?", []],
  ])(
    "is the lot or building that the sentence measures, unless the story names a known use: %s",
    (question, things) => {
      const { subject } = readQuestion(question, noContext);
      expect(subject.map(({ kind, phrases }) => kind ?? phrases.flat()[0])).toEqual(things);
    },
  );
});

describe("the dimensions that one question asks for", () => {
  it.each([
    ["up to how many feet tall can a fence stand without minding the setbacks", ["height"]],
    ["how wide and how big must the lot be", ["lot width", "lot area"]],
    ["how wide and deep must a lot be", ["lot width", "lot depth"]],
    [
      "how big does the lot have to be, how wide, and how far from the road must the house sit",
      ["lot area", "lot width", "front setback"],
    ],
    ["how big can the sign be, how wide, and how tall", ["height"]],
    ["lot size, width and height limit in R-2?", ["lot area", "lot width", "height"]],
    [
      "What are the front, side and rear yards and the maximum height?",
      ["front setback", "side setback", "rear setback", "height"],
    ],
    ["I own a parcel. How large must it be and how far from the rear line must I stay?", ["lot area", "rear setback"]],
    ["We may split our land. How big and how wide must the new lot be?", ["lot area", "lot width"]],
    [
      "What are the lot size and lot width for offices and how much of it can we pave or build over?",
      ["lot area", "lot width", "impervious coverage"],
    ],
    ["Setbacks from the secondary frontage and the rear line?", ["street side setback", "rear setback"]],
    ["I want a fence along the street side. How high can I go?", ["height"]],
    ["How close to the street and how tall can I build?", ["front setback", "height"]],
    ["How tall can a hedge in the front and side yard be?", ["height"]],
    ["What width and length must a parking space have?", ["stall width", "stall length"]],
    [
      "We're adding on. How near can we come to the neighbor on the side and the one behind, and how high can we go?",
      ["side setback", "rear setback", "height"],
    ],
  ])("are all read: %s", (question, ids) => {
    const { dimensions } = readQuestion(question, noContext);
    expect(dimensions.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });
});

describe("a question for a cap", () => {
  it("asks for the most, and is not about a cap", () => {
    const asked = "my sister wants a bed and breakfast; is there a cap on how many nights one guest can stay";
    const { terms, limit } = readQuestion(asked, noContext);
    expect(limit).toBe("maximum");
    expect(terms).toContain("guest");
    expect(terms).not.toContain("cap");
  });
});

describe("an amount of a provision", () => {
  it("is none of a dimension where its sentence sets a fee", async () => {
    const fees: PassageSource = {
      headings: ["12.10 Fees"],
      text: "The fee for a building up to a height of 300 feet in the A-1 district shall be $1,000.",
    };
    const turn = await ask([fees], "What is the maximum building height in the A-1 district?");
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("alone does not answer a question on several dimensions", async () => {
    const height: PassageSource = {
      headings: ["5.4 R-2 District", "5.4.3 Requirements"],
      text: "The maximum height of a building is 35 feet.",
    };
    const turn = await ask([height], "lot size, width and height limit in R-2?");
    expect(turn.answerStatus).toBe("partial");
  });

  it("for parking stands under the heading that names the use", async () => {
    const headed: PassageSource[] = [
      { headings: ["Parking", "7.3.1 Dwellings"], text: "Two (2) spaces for each dwelling unit." },
      {
        headings: ["Parking", "7.3.2 Medical Clinics"],
        text: "One (1) space for every 250 sq. ft. of gross floor area.",
      },
    ];
    expect(await firstLine(headed, "How many parking spaces does a medical clinic need?")).toContain("250 sq. ft.");
  });

  it.each([
    [
      "the front, side and rear where it is from each lot line",
      {
        headings: ["8.1 Chickens"],
        text: "The coop must be in the rear yard and at least ten feet from each lot line.",
      },
      "How far must a chicken coop be from the lot line?",
    ],
    [
      "the thing its title names where it opens with a pronoun, though it is measured by the principal building",
      {
        headings: ["8.2 Accessory Dwelling Units"],
        text: "It shall have no more than 900 square feet of floor area or half the floor area of the principal dwelling, whichever is less.",
      },
      "What is the maximum floor area of an accessory dwelling unit?",
    ],
    [
      "what is near in meaning, where no other provision comes close",
      { headings: ["8.3 Access"], text: "A driveway shall be no nearer than fifty feet to an intersection." },
      "How far must a driveway be from a corner?",
    ],
  ])("is told of %s", async (_, source, question) => {
    const turn = await ask([source], question);
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain(source.text.slice(3, 60));
  });

  it("for the side of a corner lot along a street is that of the row for the street side", async () => {
    const table: PassageSource = {
      headings: ["3.2 Standards"],
      text: "Standard | R-1-6 | R-1-8\nStreet side yard setback (ft.) | 10 | 12",
    };
    const turn = await ask([table], "What is the side setback on the street side of a corner lot in R-1-6?");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("10 ft");
  });

  it("is told of an item though the line above the list is long", async () => {
    const circumstances =
      "a parcel of the open country that its owner has farmed himself in each of the last ten years";
    const listed: PassageSource = {
      headings: ["5.7 Pumpkin Festivals"],
      text: [
        `As an accessory use on ${circumstances}, that lies on a road of the county, that is reached by a drive of its own, that keeps its distance from the dwellings around it, and that is not leased to anyone beside the farmer and the household of the farmer, a pumpkin festival may be held with the following requirements:`,
        "a. The festival shall take place in October only.",
        "b. At least 65% of the pumpkins sold at the festival shall be grown on the farm.",
      ].join("\n"),
    };
    expect(
      await firstLine([listed], "What percent of the pumpkins sold at a festival must be grown on the farm?"),
    ).toContain("65%");
  });

  const buffers: PassageSource = {
    headings: ["12.4 Buffers"],
    text: [
      "Table 12.4 Buffers of wetlands and streams (feet)",
      "Resource | Planted buffer | Building setback",
      "Inland wetland | 40 | 65",
      "Otter Creek | 90 | 115",
    ].join("\n"),
  };

  it("takes the unit of its table, and every matching column is stated", async () => {
    const { answer, answerStatus } = await ask([buffers], "How close to the wetland may I build?");
    expect(answer).toMatch(/distance from wetlands is 65 feet[\s\S]*buffer along wetlands is 40 feet/);
    expect(answer).not.toContain("115");
    expect(answerStatus).toBe("answered");
  });

  it("is not asserted of one row where other rows fit what is asked as well", async () => {
    const slopes: PassageSource = {
      headings: ["14.2 Disturbance"],
      text: [
        "Table 14.2 Disturbance of steep land",
        "Land | Share that may be disturbed (percent) | Soil to be kept (inches)",
        "Gentle slope | 100 | 6",
        "Steep slope | 25 | 8",
        "Very steep slope | 5 | 9",
      ].join("\n"),
    };
    const { answer, answerStatus } = await ask([slopes], "How much of the steep land may I disturb?");
    expect(answer).toContain("“25”");
    expect(answerStatus).toBe("partial");
  });

  it("is not read from the label of a row whose value stands apart", async () => {
    const read: PassageSource = {
      headings: ["14.3 Disturbance"],
      text: "Natural slope | Share that may be disturbed\n20 percent to 30 percent (steep) | 25\n30 percent or more (steep) | 5",
    };
    const { answer } = await ask([read], "How much of the steep land may I disturb?");
    expect(answer).not.toMatch(/^20 percent/);
  });

  it("is that of the sentence which goes on from the one that names the matter", async () => {
    const notice: PassageSource = {
      headings: ["9.6 Watersheds"],
      text:
        "An applicant shall provide written notice of an application to the water company where the site lies in its watershed. " +
        "Such notice shall be sent by certified mail not later than nine (9) days after the application is submitted.",
    };
    expect(
      (await ask([notice], "How many days do I have to send notice of my application to the water company?")).answer,
    ).toContain("nine (9) days");
  });

  it("is counted in the unit that the question counts in", async () => {
    const report: PassageSource = {
      headings: ["9.9 Gravel Pits"],
      text:
        "Every 12 months the operator of a gravel pit shall give the commission a report of progress. " +
        "The report of progress shall be given by the operator of the gravel pit within 20 days of the end of the period.",
    };
    expect(
      await firstLine([report], "Within how many days must the operator of a gravel pit give the report of progress?"),
    ).toContain("20 days");
  });

  it("is no number of a section in front of a provision that counts nothing", async () => {
    const hens: PassageSource = {
      headings: ["45.9 Keeping of Hens"],
      text: "45.9.5 All coops shall be kept in the manner that the keeping of hens requires.\nNo more than ten hens shall be permitted on a lot.",
    };
    expect(await firstLine([hens], "How many hens can I keep?")).toContain("ten hens");
  });

  it("is that of the very thing, where another provision speaks of a wider one", async () => {
    const poles: PassageSource[] = [
      { headings: ["6.2 Athletic Fields"], text: "The maximum height of a light pole shall be seventy (70) feet." },
      {
        headings: ["6.3 Yards"],
        text: "Accessory light poles shall not exceed a maximum height of sixteen (16) feet.",
      },
    ];
    expect(await firstLine(poles, "How tall can accessory light poles be?")).toContain("sixteen (16) feet");
  });

  it("is told with the width of lots, though the area of the lots comes first", async () => {
    const lots: PassageSource = {
      headings: ["3.5 Lot area and lot width", "T-4 District"],
      text: [
        "(1) Detached cottages. Detached cottages shall be located on lots of not less than 3,900 square feet in area with a width of not less than 35 feet.",
        "(2) Attached cottages. Lot width shall be not less than 19 feet.",
      ].join("\n"),
    };
    expect(
      await firstLine([lots], "What is the minimum lot width for a detached cottage in the T-4 district?"),
    ).toContain("35 feet");
  });

  it("is not asserted of one that a chapter on uses by special permit sets", async () => {
    const special: PassageSource = {
      headings: ["Article 5 Special permits", "5.7 Retirement housing", "c. Floor area"],
      text: "Each dwelling unit shall have not less than six hundred square feet of floor area.",
    };
    const turn = await ask([special], "What is the minimum floor area of a dwelling unit?");
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("is no number of another dimension under a heading that names the one asked for", async () => {
    const yards: PassageSource = {
      headings: ["4.1 Height and yard requirements"],
      text: ["Kind | Front yard", "Principal building | 40 feet"].join("\n"),
    };
    expect((await ask([yards], "What is the maximum building height?")).answer).not.toContain("40 feet");
  });

  it("that a question wants and no sentence states leaves the answer partial", async () => {
    const extended: PassageSource = {
      headings: ["5.2 District Boundaries"],
      text: "A use may be extended across a district boundary into the other district where the commission permits it.",
    };
    expect((await ask([extended], "How far can a use be extended across a district boundary?")).answerStatus).not.toBe(
      "answered",
    );
  });

  it("of trees for parking lots is no lot area", async () => {
    const trees: PassageSource = {
      headings: ["6.8 Open burning", "6.8.9 Open burning permits"],
      text: "Any tree that is removed shall be replaced with trees of at least two inches in caliper.",
    };
    expect((await ask([trees], "What is the minimum lot area?")).answer).not.toContain("1,800");
  });
});

describe("a provision that states an amount", () => {
  it("speaks of what the sentence before names where it points to that one", async () => {
    const appeals: PassageSource = {
      headings: ["Chapter 17", "17.4 Appeals"],
      text: "Any person aggrieved by a decision of an official charged with the enforcement of this code may appeal to the Board. Such appeal shall be filed within fifteen (15) days from the issuance of notice of said decision.",
    };
    const filing: PassageSource = {
      headings: ["Chapter 15", "15.6 Filing of site plans"],
      text: "The endorsed prints are to be filed by the applicant within ninety (90) days of the expiration of the appeal period.",
    };
    const question = "How many days do I have to appeal a decision of the zoning enforcement officer?";
    expect(await firstLine([filing, appeals], question)).toMatch(/^Appeals: Such appeal shall be filed within fifteen/);
  });

  it("is no row of a table where a scan took an item for one", async () => {
    const accessory: PassageSource = {
      headings: ["3.1 Farming District (RF-1)", "3.1.3 Accessory uses"],
      text: "Accessory uses may include:\n\n(3) | Private sheds for the storage of tools and other personal property of the residents.\n(4) | The keeping of no more than four (4) dogs, whose run is at least 100 feet from any property line.",
    };
    expect(await firstLine([accessory], "How many dogs can I keep in the RF-1 district?")).toMatch(/four \(4\) dogs/);
  });

  it("answers each of two amounts of one thing, and is partial where one is not told", async () => {
    const driveways = (width: string): PassageSource => ({
      headings: ["Chapter 8", "8.12 Driveways"],
      text: `Driveway grades shall not exceed 15 percent.\n\n${width}`,
    });
    const question = "how wide does my driveway need to be and how steep can it get";
    const both = await ask([driveways("Driveway width shall be a minimum of 12 feet.")], question);
    expect(both.answerStatus).toBe("answered");
    expect(both.answer).toMatch(/12 feet[\s\S]*15 percent/);
    expect((await ask([driveways("Driveways shall be paved.")], question)).answerStatus).toBe("partial");
  });

  it("is a size where a size is asked for, and no distance from a line", async () => {
    const boats: PassageSource = {
      headings: ["R-3 Residence District", "3.6 Boats"],
      text: "No boat shall be stored closer than 40 feet from a lot line.\n\nA boat stored in the R-3 district shall not exceed twenty-three feet in length.",
    };
    const turn = await ask([boats], "longest boat I may keep in my yard in the R-3 district");
    expect(turn.answerStatus).toBe("answered");
    expect(turn.answer).toContain("twenty-three feet in length");
  });

  it("is asserted of the space between two things only by a provision on what lies between", async () => {
    const billboards: PassageSource = {
      headings: ["Chapter 9", "9.2 Billboards"],
      text: "No billboard shall extend more than six feet above the roof of a building.",
    };
    const turn = await ask([billboards], "How far apart must two billboards on the same street be?");
    expect(turn.answerStatus).not.toBe("answered");
  });

  it("of the district asked about comes before one for a use in any district, and its name is no case", async () => {
    const own: PassageSource = {
      headings: ["3.2 Residential and Farming District 2 (RF-2)", "3.2.4 Lot area and bulk standards"],
      text: "Each lot shall have a minimum area of two (2) acres (or 87,120 square feet), shall be of such shape that a square with one-hundred-seventy-five (175) feet on each side will fit on the lot and shall have a frontage of two-hundred (200) feet or more on a public street.",
    };
    const ofUse: PassageSource = {
      headings: ["Article 8", "8.2 Standards for special uses"],
      text: "Lot area: The minimum lot size shall be twenty (20) acres and the maximum lot size shall be eighty (80) acres.",
    };
    const answer = await firstLine([ofUse, own], "What is the minimum lot size in the RF-2 district?");
    expect(answer).toMatch(/^In the RF-2 district: Each lot shall have a minimum area of two \(2\) acres/);
  });

  it("of another district, whose code its heading has in brackets, is not quoted", async () => {
    const own: PassageSource = {
      headings: ["3.1 Residential and Farming District 1 (RF-1)", "3.1.7 Coverage"],
      text: "The aggregate coverage of all buildings, driveways and other impervious areas on any lot shall not exceed twenty percent (20%) of the area of the lot.",
    };
    const other: PassageSource = {
      headings: ["3.5 Age Restricted Residence (ARR) District", "3.5.5 Coverage of lots"],
      text: "The aggregate land area covered by all buildings shall not exceed fifteen percent (15%) of the total area of the lot.",
    };
    const answer = await firstLine([other, own], "How much of my lot can be covered in the RF-1 district?");
    expect(answer).toContain("twenty percent");
  });

  it("is asked for by a project whose sizes come behind, and a part that is missing leaves the answer partial", async () => {
    const table: PassageSource = {
      headings: ["4.3 Industrial District (I-3)", "4.3.6 Bulk"],
      text: "Minimum lot area: 10 acres.\n\nMinimum lot frontage: 200 feet.",
    };
    const question = "I want to build in I-3: how big must the lot be, how much frontage and how tall may it be?";
    const turn = await ask([table], question);
    expect(turn.answerStatus).toBe("partial");
    expect(turn.answer).toContain("10 acres");
  });
});

describe("an amount of something else", () => {
  it.each([
    [
      "the fee of another paper",
      "How many dollars is the fee for a special exception application?",
      {
        headings: ["Chapter 9", "9.4 Certificates"],
        text: "A record of all certificates shall be kept and copies furnished upon application for a fee of one dollar ($1.00).",
      },
    ],
    [
      "the height of a hedge for a fence",
      "What is the tallest privacy fence I can put around my back yard?",
      {
        headings: ["Chapter 9", "9.5 Buffers"],
        text: "Buffer areas shall be planted with trees and shrubs and grow in the back yard to a height of ten (10) feet.",
      },
    ],
    [
      "the number of an ordinance",
      "What do I pay to file for a variance?",
      { headings: ["Chapter 9", "9.6 Filing fees for variances"], text: "No. 2021-16, § 5, 8-23-2021)" },
    ],
  ])("is not asserted: %s", async (_, question, source) => {
    expect((await ask([source], question)).answerStatus).not.toBe("answered");
  });

  it("of the main building is not given for an accessory dwelling unit", async () => {
    const district: PassageSource = {
      headings: ["17.12 R-1 zone", "17.12.050 Development standards"],
      text: "The maximum building height in the R-1 zone is 30 feet.",
    };
    const units: PassageSource = {
      headings: ["17.60", "17.60.020 Accessory dwelling units"],
      text: "A detached accessory dwelling unit shall not exceed eighteen feet in height.",
    };
    const turn = await ask([district, units], "How tall can an ADU be in the R-1 zone?");
    expect(turn.answer).toContain("eighteen feet");
    expect(turn.answer).not.toContain("30 feet");
  });
});

describe("an amount for what stands for a time", () => {
  const signs: readonly PassageSource[] = [
    {
      headings: ["Article 8 Signs", "8.4 Temporary signs"],
      text: "One temporary ground sign on a sale may be displayed under these conditions: it shall not be more than four feet in height.",
      score: 0.8,
    },
    { headings: ["Article 8 Signs", "8.2 Design"], text: "Ground signs shall not exceed ten feet in height." },
  ];

  it("is not stated for a permanent thing", async () => {
    const { answer } = await ask(signs, "How tall can a ground sign be?");
    expect(answer).toContain("ten feet");
    expect(answer).not.toContain("four feet");
  });

  it("is stated for a temporary use of the thing asked about", async () => {
    const pets: PassageSource = {
      headings: ["34 Pet care"],
      text: "A pet care home may serve the temporary care or boarding of not more than twelve dogs.",
    };
    const { answer } = await ask([pets], "At most how many dogs may a pet care home board?");
    expect(answer).toContain("twelve dogs");
  });

  it("answers where the question is on such a thing", async () => {
    const { answer } = await ask(signs.slice(0, 1), "How tall can a temporary ground sign be?");
    expect(answer).toContain("four feet");
  });
});

describe("a fee whose asking sentence names nothing that it is for", () => {
  it("is that of the matter of the sentence before", async () => {
    const copies: PassageSource = {
      headings: ["Article 11", "11.3 Certificates"],
      text: "A record of all certificates shall be kept on file and copies shall be furnished for a fee of one dollar ($1.00).",
      score: 0.8,
    };
    const petitions: PassageSource = {
      headings: ["Article 13", "13.1 Amendments"],
      text: "A fee of thirty dollars ($30.00) shall accompany a petition for an amendment.",
    };
    const question = "We may petition for an amendment. What does it cost to file?";
    const { answer, answerStatus } = await ask([copies, petitions], question);
    expect(answer).toContain("thirty dollars");
    expect(answer).not.toContain("one dollar");
    expect(answerStatus).toBe("answered");
  });
});

describe("an amount that one reading only quotes", () => {
  const units: PassageSource = {
    headings: ["17.60", "17.60.020 Accessory dwelling units"],
    text: "A detached accessory dwelling unit shall not exceed eighteen feet in height and shall be at least five feet from side and rear lot lines.",
  };

  it("is asserted where the reading of what comes closest finds that it alone tells", async () => {
    const { answer, answerStatus } = await ask([units], "How tall can a detached ADU be?");
    expect(answerStatus).toBe("answered");
    expect(answer).toContain("eighteen feet");
  });

  it("stays a quote where it is of another procedure", async () => {
    const copies: PassageSource = {
      headings: ["Chapter 11", "11.3 Certificates of occupancy"],
      text: "A copy of a certificate of occupancy shall be furnished for a fee of one dollar ($1.00).",
    };
    const question = "How many dollars is the fee for a special exception application?";
    expect((await ask([copies], question)).answerStatus).not.toBe("answered");
  });
});

describe("the acts that made a provision", () => {
  it("are no part of what an answer states", async () => {
    const fees: PassageSource = {
      headings: ["78-59 Filing fees"],
      text: "The filing fee for a variance is $250.00 (Code 1978, § 11-1804; Ord. No. 96-44, § 2, 12-9-96; Ord. No. 2021-16, § 5, 8-23-2021).",
    };
    const { answer, citations } = await ask([fees], "What is the filing fee for a variance?");
    expect(answer).toContain("The filing fee for a variance is $250.00 [1].");
    expect(answer).not.toContain("Ord.");
    expect(citations[0]?.quote).toContain("Ord. No. 2021-16");
  });
});

describe("an amount under a title that only means something like what is asked", () => {
  it("is not asserted", async () => {
    const trees: PassageSource = {
      headings: ["6.8.9 Tree Removal Permits", "G. Tree Removal Violations"],
      text: "Any tree that is damaged or removed from a conservation easement shall be replaced with trees of at least two inches in caliper.",
    };
    const { answerStatus } = await ask([trees], "How far from the house does a fire pit have to be?");
    expect(answerStatus).not.toBe("answered");
  });
});

describe("a limit in the words of the law", () => {
  const section = (title: string, text: string): PassageSource => ({ headings: ["Article 4", title], text });
  it.each([
    [
      "is the time from which a right is lost",
      section(
        "4.2 Nonconforming uses",
        "A nonconforming use that is discontinued for more than 9 consecutive months shall not be resumed.",
      ),
      "How long can a nonconforming use be discontinued?",
      "9 consecutive months",
    ],
    [
      "is the size from which something is barred",
      section("4.3 Weeds", "Weeds growing to a height exceeding ten inches anywhere are declared to be a nuisance."),
      "How many inches high can weeds be?",
      "ten inches",
    ],
    [
      "is a number of things beside the area of the lot",
      section("4.4 Chickens", "Up to seven hens may be kept on a lot that has an area of at least one-half acre."),
      "How many hens may I keep?",
      "seven hens",
    ],
    [
      "is a number of things that the law calls by another name",
      section("4.5 Commercial vehicles", "Not more than two commercial vehicles may be parked overnight on a lot."),
      "How many work trucks can I park overnight at my house?",
      "two commercial vehicles",
    ],
    [
      "holds in the back yard where it holds elsewhere than in front",
      section(
        "4.6 Fences",
        "No fence in a front yard shall exceed three feet in height. Elsewhere on the lot no fence shall exceed seven feet.",
      ),
      "How high can a fence be in the back yard?",
      "seven feet",
    ],
    [
      "is the distance from each line where a question names no side",
      section(
        "4.7 Accessory buildings",
        "An accessory building shall be at least four feet from any lot line and twelve feet from the principal building.",
      ),
      "How far from the lot line does a shed have to be?",
      "four feet from any lot line",
    ],
    [
      "is the floor area of an accessory dwelling unit and not the area of its lot",
      section(
        "4.8 Accessory dwelling units",
        "The lot shall have an area of at least 12,000 square feet. The floor area of the unit shall not exceed 850 square feet.",
      ),
      "how big can an adu be",
      "850 square feet",
    ],
    [
      "of a district speaks of the thing that the sentence before names",
      section(
        "4.9 Freestanding signs",
        "One freestanding sign is allowed on each lot. In the C-2 district it shall not exceed 90 square feet in area.",
      ),
      "How big can a freestanding sign be in the C-2 district?",
      "90 square feet",
    ],
  ])("%s", async (_, source, question, told) => {
    const { answer, answerStatus } = await ask([source], question);
    expect(answerStatus).toBe("answered");
    expect(answer).toContain(told);
  });

  it("is none where a provision is for more things than the question has", async () => {
    const text = "Any structure for more than 12 hens shall be at least 90 feet from any property line.";
    const coops = section("4.10 Keeping of hens", text);
    const asked = (hens: number) =>
      ask([coops], `How far from the property line must a structure for ${hens} hens be?`);
    expect((await asked(10)).answerStatus).not.toBe("answered");
    expect((await asked(20)).answerStatus).toBe("answered");
  });

  it("is none where a size only begins a case", async () => {
    const towers = section("4.9 Towers", "Towers over 60 feet are prohibited except by special permit.");
    expect((await ask([towers], "How tall can a tower be?")).answerStatus).not.toBe("answered");
  });
});

describe("a width", () => {
  it("is not the length of what passes: it is quoted", async () => {
    const access: PassageSource = {
      headings: ["Chapter 7", "7.3 Driveways"],
      text: "A driveway shall let a car with an overall length of 18 feet turn on the lot.",
    };
    expect((await ask([access], "How wide can I make my driveway?")).answerStatus).not.toBe("answered");
    const wide = { ...access, text: "A driveway shall be no more than 24 feet wide at the street." };
    const turn = await ask([wide], "How wide can I make my driveway?");
    expect([turn.answerStatus, turn.answer]).toEqual(["answered", expect.stringContaining("24 feet wide")]);
  });
});

describe("a limit on fences by the street", () => {
  const fences: PassageSource = {
    headings: ["Chapter 4 Residence zones", "4.6 Fences"],
    text: [
      "No fence in the street yard shall exceed a height of 3 feet.",
      "Fences around pools shall be, at minimum, four feet high.",
      "No fence shall exceed a height of seven feet.",
    ].join("\n"),
  };

  it("does not hold in a back yard, nor does a least height answer how high one may be", async () => {
    const line = await firstLine([fences], "How high can we make the fence around our back yard?");
    expect(line).toContain("seven feet");
    expect(line).not.toMatch(/3 feet|four feet/);
  });
});
