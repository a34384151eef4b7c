/** What is there already, or comes. */
export type Awaitable<Value> = Value | Promise<Value>

/** Goes on at once with what is there, and later with what comes: a promise for each step of each request would add up. */
export function andThen<Value, Next>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
