import { expect, test } from 'vitest'
import { readHop } from './address.ts'

test('a hop of 15 KB that is no address is refused at once', () => {
  const begun = performance.now()
  expect(readHop(`[${':'.repeat(15_000)}`)).toBeNull()
  expect(performance.now() - begun).toBeLessThan(5)
})
