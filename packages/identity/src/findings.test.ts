import { expect, test } from 'vitest'
import { LANGUAGES } from './platform/languages.ts'
import { HEADS } from './room-heads.ts'
import { ROOMS } from './rooms.ts'

const listed = Object.values(HEADS)
  .flatMap(({ findings = {} }) => Object.keys(findings))
  .sort()

test.each(LANGUAGES)(
  'every finding that a room lists has its words in %s, and no other has any',
  (language) => {
    const inWords = ROOMS.flatMap(({ words }) => {
      const said = new Map<string, object>(Object.entries(words?.[language] ?? {}))
      return Object.keys(said.get('findings') ?? {})
    })
    expect(inWords.sort()).toEqual(listed)
    expect(listed.length).toBeGreaterThan(30)
  },
)

test('a room that explains something lists what it finds', () => {
  for (const [room, { explains, findings }] of Object.entries(HEADS))
    if (explains) expect([room, findings]).not.toEqual([room, undefined])
})
