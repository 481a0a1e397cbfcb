const hidden = new Set(["level", "time", "msg"]);

/** Returns a line of the JSON log as a person reads it: time, level unless it is info, message, and the other members. */
export function terminalLine(json: string): string {
  const record = JSON.parse(json) as Record<string, unknown>;
  const level = record.level === "info" ? "" : `${String(record.level).toUpperCase()} `;
  const members = Object.entries(record)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return `${String(record.time).slice(11, 19)} ${level}${String(record.msg ?? "")}${members.join("")}\n`;
}
