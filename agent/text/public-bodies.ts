/** Nouns of the boards and officers of a local government, singular. */
export const bodyNouns: readonly string[] =
  "board commission council committee court authority agency bureau department administrator officer official director engineer examiner inspector manager planner clerk mayor".split(
    " ",
  );

/** Bodies that are named by their members. */
export const memberNouns: readonly string[] = "selectmen aldermen commissioners supervisors trustees".split(" ");

/** Words of the name of a body, which tell it from others of its noun: "zoning", "appeals". */
export const bodyWords: readonly string[] =
  "town city county village borough municipal metropolitan regional state joint local circuit superior district parish planning zoning subdivision land use building buildings code codes enforcement development design architectural historic historical site plan review appeal appeals adjustment adjustments hearing approving approval decision governing executive administrative special permit granting public works community services health environmental conservation inland wetland wetlands watercourses education prevention chief fire mayor commissioners supervisors aldermen".split(
    " ",
  );
