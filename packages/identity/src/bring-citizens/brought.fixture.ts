import type { TestDatabase } from '../../testing/database.ts'
import { addCitizen } from '../../testing/people.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { startTestService, TEST_SECRET_KEY, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { sealHash } from '../foreign-passwords/index.ts'
import { createMailSender, createSmtpTransport } from '../mail/index.ts'
import { relayOf } from '../mail/relay-of.fixture.ts'
import { startSmtp } from '../mail/smtp.fixture.ts'
import { UTC } from '../platform/date-words.ts'
import { keyring } from '../platform/keyring.ts'
import { randomUuid } from '../platform/random.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { type InviteNeeds, type Inviting, inviteCitizens } from './invite-citizens.ts'

/** The password of whoever kept one, and what Django made of it. */
export const BROUGHT_PASSWORD = 'plain otter lantern canal'
const DJANGO = 'pbkdf2_sha1$1000$seasalt$ywM3wnOo8vW/WbGLt9ExJGobIM8='

/** What a citizen is brought with. */
type Foundation = Pick<TestService, 'foundation'>

/** Makes an account as an import does: without a password. */
export async function addBrought(
  { foundation }: Foundation,
  changes: Partial<Citizen> = {},
): Promise<Citizen> {
  const citizen = await addCitizen({ foundation }, { passwordHash: '', ...changes })
  const details = { verified: true, password: 'none' }
  const { by: origin } = foundation
  await appendEvent(foundation, { name: 'citizen-brought', origin, citizenId: citizen.citizenId, details })
  return citizen
}

/** The same with the password of the other system. */
export function addWithPassword({ foundation }: Foundation): Promise<Citizen> {
  const citizenId = randomUuid(foundation.random)
  const passwordHash = sealHash(foundation.keyring, citizenId, DJANGO)
  return addBrought({ foundation }, { citizenId, passwordHash })
}

/** Invites by the clock of the test, and says what was said. `meanwhile` is done in each pause, after the clock. */
export async function invite(
  { foundation, clock, database, baseUrl }: TestService,
  order: Partial<Inviting>,
  meanwhile: () => Promise<unknown>,
  stopped: AbortSignal = new AbortController().signal,
) {
  const said: string[] = []
  const needs: InviteNeeds = {
    ...foundation,
    ...{ baseUrl, serviceName: 'Portico', timeZone: UTC, address: database.address, stopped },
    progress: (line) => void said.push(line),
    pause: async (milliseconds) => {
      clock.advance(milliseconds / 1_000)
      await meanwhile()
    },
  }
  const done = await inviteCitizens(needs, {
    ...{
      withPassword: false,
      againBefore: undefined,
      movedFrom: undefined,
      perHour: 1_000,
      limit: 1_000_000,
    },
    mode: 'real',
    ...order,
  })
  return done.ok ? { ...done.value, said } : { refusal: done.refusal, said }
}

/** A service and its mail server. */
export type InvitationStage = Awaited<ReturnType<typeof startInvitations>>

/** Starts both. `clear` forgets the citizens and the letters, and `written` sends all letters and says to whom. */
export async function startInvitations() {
  const service = await startTestService()
  const relay = await relayOf(service)
  return {
    ...{ service, relay },
    async clear() {
      const { db } = service.database
      await db.query`delete from outbox`
      await db.query`delete from audit_events`
      await db.query`delete from login_emails`
      await db.query`delete from citizens`
      relay.smtp.behave({})
      relay.smtp.taken.splice(0)
    },
    async written(): Promise<readonly string[]> {
      await relay.sendDue()
      return relay.smtp.taken.flatMap(({ recipients }) => recipients).toSorted()
    },
    async close() {
      await relay.close()
      await service.close()
    },
  }
}

/** Sends the letters of a database to a mail server beside the test, as a service does. */
export async function sendBeside(db: TestDatabase['db']) {
  const smtp = await startSmtp()
  const mail = createMailSender({
    ...{ db, clock: systemClock, random: systemRandom, log: QUIET_LOG },
    keyring: keyring([TEST_SECRET_KEY], systemRandom),
    transport: createSmtpTransport(smtp.url),
    sender: {
      ...{ baseUrl: 'http://localhost', serviceName: 'Portico', timeZone: UTC },
      from: { name: 'Portico', address: 'no-reply@example.org' },
    },
  })
  mail.start()
  return { smtp, stop: () => mail.stop().then(() => smtp.stop()) }
}
