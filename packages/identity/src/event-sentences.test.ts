import { expect, test } from 'vitest'
import { sentenceForSupporters } from './platform/room/event.ts'
import { EVENTS } from './rooms.ts'

/** What a supporter reads about an event, whatever its parts are. */
const saidOf = (name: string, part: string | null) =>
  sentenceForSupporters({ name, cause: part, purpose: part, proof: part }, EVENTS[name] ?? {})

test.each(Object.entries(EVENTS))(
  '%s has a sentence in the story of an account, or is about none',
  (name, { about }) => {
    for (const part of [null, 'of-tomorrow'])
      expect([part, saidOf(name, part) === undefined]).toEqual([part, about === 'nobody'])
  },
)
