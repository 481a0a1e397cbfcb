import { notRecorded } from "../document/absence.ts";
import { fact, type Statement } from "../document/statement.ts";
import { date, named } from "../document/values.ts";
import { recordKey, type SectionContext } from "./context.ts";

const listed = (values: readonly (string | null)[]) => values.filter((value) => value !== null).join("; ");

/** Returns what the title block says of the project and the report. */
export function titleFacts(context: SectionContext): { readonly label: string; readonly value: Statement }[] {
  const { project, report_time: at, run_id: run } = context.evidence;
  const record = recordKey(context);
  const stated = (text: string): Statement => (text === "" ? notRecorded : fact`${named(text, record)}`);
  const { municipality, county, state } = project.jurisdiction ?? {};
  const region = [municipality, county ? `${county} County` : null, state].filter((name) => name).join(", ");
  return [
    { label: "Address", value: stated(listed(project.parcels.map(({ address }) => address))) },
    { label: "Parcels", value: stated(listed(project.parcels.map(({ apn }) => apn))) },
    { label: "Jurisdiction", value: stated(region) },
    { label: "Goal as stated", value: stated(project.goal_text) },
    { label: "Date", value: fact`${date(at, null, "time of the report")}, UTC` },
    { label: "Run", value: fact`${named(run, null, "id of the run")}` },
  ];
}
