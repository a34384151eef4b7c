import { expect, test } from 'vitest'
import { buildingPicture, speedPicture, speedsIn } from './front-pictures.ts'

const ROOMS = {
  platform: { looksDownOn: [] },
  mail: { looksDownOn: [] },
  pages: { looksDownOn: ['mail'] },
  home: { looksDownOn: ['pages'] },
}

test('a room stands on a storey above all rooms that it uses', () => {
  const drawn = buildingPicture(ROOMS)
  const heightOf = (name: string) =>
    Number(new RegExp(`y="(\\d+)" text-anchor="middle">${name}<`).exec(drawn)?.[1])
  const heights = ['home', 'pages', 'mail', 'platform'].map(heightOf)
  expect(heights).toEqual(heights.toSorted((one, other) => one - other))
  expect(new Set(heights).size).toBe(4)
})

test('a plan that has a room more is drawn otherwise', () => {
  const more = { ...ROOMS, letters: { looksDownOn: ['mail'] } }
  expect(buildingPicture(more)).not.toBe(buildingPicture(ROOMS))
})

test('the chart has the operations that were compared, and no others', () => {
  const page = [
    '',
    '| operation | requests/s | ratio, same Node |',
    '|---|---|---|',
    '| refresh | 12,860 | 10.5 |',
    '| sign-in | 104 | not compared |',
    '',
    'after',
  ].join('\n')
  expect(speedsIn(page)).toEqual([{ operation: 'refresh', ratio: 10.5 }])
  expect(speedPicture(speedsIn(page))).toMatch(/refresh[\s\S]*10\.5/)
})
