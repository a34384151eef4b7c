/** Does the same with each thing, this many at a time. Returns the answers in the order of the things. */
export async function inParallel<Thing, Answer>(
  things: readonly Thing[],
  width: number,
  work: (thing: Thing, index: number, worker: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = [...things.entries()]
  const workers = Array.from({ length: width }, async (_, worker) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      answers[next[0]] = await work(next[1], next[0], worker)
  })
  await Promise.all(workers)
  return answers
}
