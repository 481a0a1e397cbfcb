import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlainRoute } from "../../http/app.ts";
import { makeResponse } from "../../http/make-response.ts";

const path = "/account/account.css";
const stylesheet = readFileSync(join(import.meta.dirname, "account.css"), "utf8");
const version = createHash("sha256").update(stylesheet).digest("base64url").slice(0, 12);

/** Address of the stylesheet of the account area; it changes with its content, so browsers may keep it. */
export const stylesheetAddress = `${path}?v=${version}`;

/** The route of the stylesheet. */
export const stylesheetRoute: PlainRoute = {
  method: "GET",
  path,
  handle: async () =>
    makeResponse(200, stylesheet, {
      "content-type": "text/css; charset=utf-8",
      "cache-control": "public, max-age=86400",
    }),
};
