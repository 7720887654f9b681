/** Names as they stand in a sentence, `most` of them at the most: `a, b, c and 4 more`. */
export function listed(names: readonly string[], most = 3): string {
  const some = names.slice(0, most).join(', ');
  return names.length > most ? `${some} and ${names.length - most} more` : some;
}
