import { expect, test } from 'vitest'
import { spreadOut } from './spread-out.ts'

test('each name comes as often as its weight says', () => {
  const order = spreadOut({ much: 7, some: 2, once: 1 })
  const count = (name: string) => order.filter((each) => each === name).length
  expect([count('much'), count('some'), count('once'), order.length]).toEqual([7, 2, 1, 10])
})

test('what is rare does not come in a lump', () => {
  const order = spreadOut({ often: 96, rare: 4 })
  const places = order.flatMap((name, place) => (name === 'rare' ? [place] : []))
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  expect(gaps).toEqual([25, 25, 25])
})

test('what has no weight never comes', () => {
  expect(spreadOut({ all: 3, none: 0 })).toEqual(['all', 'all', 'all'])
})
