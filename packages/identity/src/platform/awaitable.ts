/** A value, or a promise of one. */
export type Awaitable<Value> = Value | Promise<Value>

/**
 * Calls `next` at once with a value, and later with a promise's value. One more promise in each step of each request
 * would cost time.
 */
export function andThen<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
