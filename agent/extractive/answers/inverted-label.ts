/** A label with its parts in the order in which they are spoken: "Dwelling, multiple" is a multiple dwelling; "" for others. */
export function inverted(label: string): string {
  const parts = /^([^,.;]{3,30}),\s*([^,.;]{3,30})$/.exec(label);
  return parts ? `${parts[2]} ${parts[1]}` : "";
}
