import { planProblems } from "../commerce/plan/plan.problems.ts";
import { declareFeatureProblems } from "../http/problem-catalogue.ts";
import { deletionProblems } from "../knowledge/deletion/deletion.problems.ts";
import { messageProblems } from "../knowledge/messages/messages.problems.ts";
import { projectProblems } from "../knowledge/projects/projects.problems.ts";
import { sourceProblems } from "../knowledge/sources/sources.problems.ts";
import { uploadProblems } from "../knowledge/uploads/uploads.problems.ts";
import { mapProblems } from "../land/maps/maps.problems.ts";
import { planExportProblems } from "../land/plan-exports/plan-exports.problems.ts";
import { sitePlanProblems } from "../land/site-plan/site-plan.problems.ts";

// A set that is missing here is a type error: the argument must have every code that a feature declares.
declareFeatureProblems({
  ...planProblems,
  ...deletionProblems,
  ...uploadProblems,
  ...projectProblems,
  ...sourceProblems,
  ...messageProblems,
  ...mapProblems,
  ...planExportProblems,
  ...sitePlanProblems,
});
