/** This many events in a random order, each kind as often as any other. */
export function drawEvents<Event>(kinds: readonly Event[], count: number): readonly Event[] {
  const drawn: Event[] = []
  while (drawn.length < count) drawn.push(...shuffled(kinds))
  return drawn.slice(0, count)
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ value }) => value)
}
