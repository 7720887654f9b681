/** The same value, in which nothing can be changed any more: who tries is told by an exception. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const inner of value.values()) frozen(inner);
    for (const method of ['set', 'delete', 'clear']) {
      Object.defineProperty(value, method, {
        value: () => {
          throw new TypeError(`a frozen map has no ${method}`);
        },
      });
    }
  }
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
