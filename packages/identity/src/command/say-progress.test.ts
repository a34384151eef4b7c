import { expect, test } from 'vitest'
import { sayProgress } from './say-progress.ts'

test('progress is said once a second at most, with its end', () => {
  const lines: string[] = []
  let now = 0
  const work = { name: 'letters', whole: 1_000, nowMilliseconds: () => now }
  const say = sayProgress({ err: (line) => void lines.push(line) }, work)
  for (const [at, values] of [
    [500, 100],
    [1_000, 200],
    [1_999, 300],
    [2_500, 450],
    [9_000, 1_001],
  ] as const) {
    now = at
    say(values)
  }
  expect(lines).toEqual(['letters: 200 of 1000 (20 %)', 'letters: 450 of 1000 (45 %)', 'letters: 1001'])
})
