import { runAdminProcess } from "./boot/run-admin.ts";

process.exitCode = await runAdminProcess(process.argv.slice(2));
