/**
 * Returns a function that keeps its last result: what is read from a question is read once, however many pieces of
 * evidence it is compared with.
 */
export function rememberLast<Result>(read: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: read(text) };
    return last.result;
  };
}
