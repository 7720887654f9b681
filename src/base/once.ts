/** A function that makes a value when it is first asked for, and gives the same one from then on: what no run needs is not made at its start. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
