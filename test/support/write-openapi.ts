import { writeFile } from "node:fs/promises";
import { goldenPath, goldenText } from "../contract/golden-openapi.ts";
import { declaredOperations } from "./declared-operations.ts";

await writeFile(goldenPath, goldenText(declaredOperations()));
console.log(`wrote ${goldenPath}`);
