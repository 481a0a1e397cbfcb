/** Says a number of seconds the way people do. */
export function seconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}

/** Makes a sentence of the message of a refusal. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

const notices: Readonly<Record<string, string>> = {
  "signed-out": "You are signed out.",
  "signed-out-everywhere": "You are signed out on every device.",
  welcome: "Your password is saved and you are signed in.",
  joined: "You are a member now.",
  "caps-changed": "The caps are changed.",
  "key-revoked": "The key is revoked.",
  renamed: "The organization has its new name.",
  "role-changed": "The role is changed; it holds from now on.",
  "member-removed": "The person is removed, and every key and session of theirs here has ended.",
  "invitation-revoked": "The invitation is revoked; its link no longer works.",
  "password-changed": "Your password is changed, and your other sessions have ended.",
  disconnected: "The app is disconnected.",
  "project-deleted": "The project is deleted. Its files and texts are being removed.",
  "document-deleted": "The document is deleted. Its file and text are being removed.",
};

/** Gives the sentence for what was just done, named in a page's address; only our own sentences are ever shown. */
export function noticeOf(url: URL): string | null {
  const name = url.searchParams.get("notice") ?? "";
  return Object.hasOwn(notices, name) ? (notices[name] ?? null) : null;
}
