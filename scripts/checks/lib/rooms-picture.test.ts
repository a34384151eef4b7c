import { expect, test } from 'vitest'
import { nextBelow, roomsPicture, withPart } from './rooms-picture.ts'

const ROOMS = {
  platform: { looksDownOn: [], tables: ['notes'] },
  low: { looksDownOn: [], tables: ['low_rows', 'low_counts'] },
  mid: { looksDownOn: ['low'] },
  top: { looksDownOn: ['mid', 'low', 'low'] },
  'look-out': { looksDownOn: ['mid'] },
}

test('the picture shows each room once, upper ones first, with its tables, and no arrow that others imply', () => {
  expect(roomsPicture(ROOMS).split('\n')).toEqual([
    '```mermaid',
    'flowchart TB',
    '  top["top"]',
    '  look_out["look-out"]',
    '  mid["mid"]',
    '  low["low<br><i>low_rows</i><br><i>low_counts</i>"]',
    '  top --> mid',
    '  look_out --> mid',
    '  mid --> low',
    '```',
  ])
})

test('a room is next below where no other way leads there', () => {
  expect(nextBelow(ROOMS, 'top')).toEqual(['mid'])
  expect(nextBelow({ ...ROOMS, mid: { looksDownOn: [] } }, 'top')).toEqual(['mid', 'low'])
})

test('a part of a page is replaced between its marks, and missed where they are gone', () => {
  const page = 'a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb $& <!-- y: begin --><!-- y: end -->'
  const changed = withPart(page, 'x', 'new $1')
  expect(changed).toBe(
    'a\n<!-- x: begin -->\n\nnew $1\n\n<!-- x: end -->\nb $& <!-- y: begin --><!-- y: end -->',
  )
  expect(withPart(changed, 'x', 'new $1')).toBe(changed)
  expect(() => withPart(page, 'z', 'new')).toThrow('no marks "z"')
})
