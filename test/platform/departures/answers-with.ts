/** Departures by fields of an answer that the entity of the description does not have: these, and no others. */
export function answersWith(...names: readonly string[]): RegExp {
  return new RegExp(`^answers with "(${names.join('|')})", which the entity does not have`);
}
