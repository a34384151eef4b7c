import { expect, test } from 'vitest'
import { everyKind, everyLetter, letterName } from './mail/every-letter.fixture.ts'
import { subjectOf } from './mail/index.ts'
import { LANGUAGES } from './platform/languages.ts'
import { HEADS } from './room-heads.ts'

const ofRooms = (await Promise.all(Object.values(HEADS).map(({ letters }) => letters?.() ?? []))).flat()

test.each(LANGUAGES)('the subject of a letter is known in %s before it is written', (language) => {
  const named = everyLetter(language).flatMap((letter) => {
    const subject = subjectOf(letterName(letter), language, ofRooms)
    return subject === undefined ? [] : [{ letter, subject }]
  })
  expect(named.map(({ letter }) => letterName(letter))).toEqual(everyLetter(language).map(letterName))
  expect(named).toHaveLength(ofRooms.length + Object.keys(everyKind).length)
  for (const { letter, subject } of named) {
    expect(subject).not.toBe('')
    if (letter.kind === 'written') expect(subject).toBe(letter.text.subject)
  }
})

test.each(['', 'of-tomorrow', 'constructor', '__proto__'])('a letter %j has no subject', (name) => {
  expect(subjectOf(name, 'en', ofRooms)).toBeUndefined()
})
