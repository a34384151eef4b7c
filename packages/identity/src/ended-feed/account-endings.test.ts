import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenAt } from '../../testing/ended-feed.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { type Entered, enterProgram, introspect } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { fixturesOf } from '../platform/room/fixtures.fixture.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service?.close())

interface Access extends Entered {
  readonly who: Citizen
}

/**
 * Prepares what ends the access of a citizen to a program, and returns what ends it. In between the program begins to listen: days may
 * pass in the preparation, and no cursor is that old.
 */
type Way = readonly [name: string, prepare: (access: Access) => Promise<() => Promise<unknown>>]

/** The ways of a room: `room-endings.fixture.ts`. */
interface EndingsOfRoom {
  readonly endings: readonly (readonly [
    name: string,
    prepare: (service: TestService, who: Citizen) => Promise<() => Promise<unknown>>,
  ])[]
}

const ofRooms = await fixturesOf<EndingsOfRoom>('room-endings')

/** The ways of the account pages and of the letters. */
const WAYS: readonly Way[] = [
  [
    'says that something was not them',
    async ({ browser }) => {
      const page = await browser.get('/account/activity/not-me/')
      return () => browser.submit(page)
    },
  ],
  [
    'asks to close the account',
    async ({ browser }) => {
      const page = await browser.get('/account/close/')
      return () => browser.submit(page, {}, { button: 'Close my account' })
    },
  ],
  ...ofRooms.flatMap(({ endings }) =>
    endings.map(([name, prepare]): Way => [name, ({ who }) => prepare(service, who)]),
  ),
]

// proves: feed-every-ending
test.each(WAYS)('a program hears of the end when a citizen %s', async (_name, prepare) => {
  const who = await addCitizen(service)
  const access = { who, ...(await enterProgram(service, program, who)) }
  const end = await prepare(access)
  const listener = await listenAt([service.baseUrl], program)
  await end()
  expect(await introspect(service, program, access.tokens.access_token)).toEqual({ active: false })
  expect(await listener.until(who.subject)).toEqual({ sub: who.subject })
})
