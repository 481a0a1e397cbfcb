import { startServer } from "./boot/start-server.ts";

await startServer();
