/**
 * The signs that tables print for a use or a standard instead of letters, as the inside of a character class of a regular
 * expression: full, open and half circles, squares, diamonds, triangles, stars and check marks.
 */
export const symbolCharacters = "•●○◦◐◑◒◓◉◎◍⬤◯■□▪▫▣◆◇△▲▽▼★☆✓✔✗✘☑☐";
