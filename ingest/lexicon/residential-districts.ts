/** What a rule says of its neighbors where it names their class and no code. */
export const residentialDistricts = "residential districts";

const residentialName = /\bresiden\w+|\bdwellings?\b|\bmulti-?family\b|\bhousing\b/i;
const mixedName = /\b(?:business|commercial|office|mixed|retail|hotel|medical|industrial|center)\b/i;
const residentialCode = /^(?:R(?:[-\s]?\d|-[A-Z]|[AHMRSU]?$)|(?:SF|MF|TH)R?\b)/i;

/** Whether a district is one of dwellings: by its name, and by its code where the name is not known ("R-20", "RM"). */
export const isResidentialDistrict = (code: string, name: string | null): boolean =>
  name === null || name.trim() === "" || name === code
    ? residentialCode.test(code)
    : (residentialName.test(name) && !mixedName.test(name)) || (residentialCode.test(code) && !mixedName.test(name));
