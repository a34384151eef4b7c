/** A result, or a refusal. A refusal is a value; bugs and outages are thrown. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

/** Makes the result of success. */
export function accepted<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

/** Makes the result of a refusal, with the reason. */
export function refused<Refusal>(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal }
}

/** A value, or a promise of one. */
export type Awaitable<Value> = Value | Promise<Value>

/** Calls `next` at once with a value, or later with a promise's value: a promise in each step would cost time. */
export function andThen<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
