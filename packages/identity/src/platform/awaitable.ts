/** A value, or a promise of one. */
export type Awaitable<Value> = Value | Promise<Value>

/** Calls `next` at once with a value, or later with a promise's value: a promise in each step would cost time. */
export function andThen<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
