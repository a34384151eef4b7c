import { expect, test } from 'vitest'
import { leastDisturbed } from './least-disturbed.ts'

/** Measures what is listed, one after the other. */
function measuring(...stolen: readonly (number | undefined)[]) {
  let measured = 0
  return {
    one: async () => ({ stolen: stolen[measured++], number: measured }),
    count: () => measured,
  }
}

test('what was left alone is measured once', async () => {
  const { one, count } = measuring(0.05, 0)
  expect(await leastDisturbed(4, one)).toEqual({ stolen: 0.05, number: 1, tries: 1 })
  expect(count()).toBe(1)
})

test('what was disturbed is measured until it is not', async () => {
  expect(await leastDisturbed(4, measuring(0.3, 0.4, 0.01, 0).one)).toEqual({
    stolen: 0.01,
    number: 3,
    tries: 3,
  })
})

test('where every try is disturbed the least disturbed one counts, whichever it was', async () => {
  const { one, count } = measuring(0.3, 0.1, 0.2, 0.4, 0)
  expect(await leastDisturbed(4, one)).toEqual({ stolen: 0.1, number: 2, tries: 4 })
  expect(count()).toBe(4)
})

test('with a single try whatever came of it counts', async () => {
  expect(await leastDisturbed(1, measuring(0.9, 0).one)).toMatchObject({ stolen: 0.9, tries: 1 })
})

test('a machine that does not tell is never asked twice', async () => {
  expect(await leastDisturbed(4, measuring(undefined, 0).one)).toMatchObject({ number: 1, tries: 1 })
})

test('a try that fails fails it all, also behind one that did not', async () => {
  let tries = 0
  const failing = async () => {
    if ((tries += 1) > 1) throw new Error('wrong answers')
    return { stolen: 0.5 }
  }
  await expect(leastDisturbed(4, failing)).rejects.toThrow('wrong answers')
  expect(tries).toBe(2)
})
