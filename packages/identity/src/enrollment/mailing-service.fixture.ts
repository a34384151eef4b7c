import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { TestBrowser } from '../../testing/test-browser.ts'
import { createMailSender, createSmtpTransport, type MailSender } from '../mail/index.ts'
import { type SmtpFixture, startSmtp } from '../mail/smtp.fixture.ts'
import { helpFormerOwnerIn } from '../moments/index.ts'
import { problemPage } from '../pages/index.ts'
import { en } from '../pages/words/en.ts'
import { createPasswordHasher } from '../passwords/index.ts'
import { UTC } from '../platform/date-words.ts'
import { trustedProxies } from '../platform/http/client-address.ts'
import { cookieJar } from '../platform/http/cookies.ts'
import { refusingPage } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { createServer } from '../platform/http/server.ts'
import { keyring } from '../platform/keyring.ts'
import { openPool } from '../platform/postgres/connect.ts'
import { systemRandom } from '../platform/system-random.ts'
import { createRateLimits } from '../rate-limits/index.ts'
import { LIMITS, ROOMS } from '../rooms.ts'

/** What the rooms get to work with. */
export type ServiceParts = ReturnType<typeof composeParts>

/** A service of some rooms, on a real database and with a real mail server; requests say from which address they come. */
export interface MailingService {
  readonly baseUrl: string
  readonly parts: ServiceParts
  readonly clock: FakeClock
  readonly database: TestDatabase
  readonly smtp: SmtpFixture
  readonly logLines: readonly string[]
  browser(address?: string): TestBrowser
  /** Sends a body as it is to a path of the API. */
  send(path: string, body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Forgets all counters, as if an hour had passed. */
  freeLimits(): Promise<void>
  close(): Promise<void>
}

/** What the API answered. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

const BASE_URL = 'http://localhost:4000'

/** Starts a service of these rooms; `passwords` may be made busier than usual, and another mail server may be named. */
export async function startMailingService(
  rooms: (parts: ServiceParts) => readonly Route[],
  passwords = createPasswordHasher({ concurrency: 2, maxWaiting: 64 }),
  smtpUrl?: string,
): Promise<MailingService> {
  const database = await createTestDatabase()
  const db = openPool(database.address, { connections: 6, deadlineMilliseconds: 20_000, access: 'any' })
  const smtp = await startSmtp()
  const logLines: string[] = []
  const clock = fakeClock()
  const foundation = { db, clock, passwords, smtpUrl: smtpUrl ?? smtp.url, logLines }
  const parts = composeParts(foundation)
  const server = createServer({ ...parts, ...serverParts(), routes: rooms(parts) })
  const listening = await server.listen({ host: '127.0.0.1', port: 0 })
  parts.mail.start()
  return {
    baseUrl: BASE_URL,
    parts,
    clock,
    database,
    smtp,
    logLines,
    browser: (address) => new TestBrowser(listening, { 'accept-language': 'en', ...from(address) }),
    send: (path, body, headers) => send(new URL(path, listening), body, headers),
    freeLimits: async () => {
      clock.advance(3601)
    },
    close: async () => {
      await server.close()
      await parts.mail.stop()
      await smtp.stop()
      await parts.limits.close()
      await db.close()
      await database.drop()
    },
  }
}

interface Foundation {
  readonly db: ReturnType<typeof openPool>
  readonly clock: FakeClock
  readonly passwords: ReturnType<typeof createPasswordHasher>
  readonly smtpUrl: string
  readonly logLines: string[]
}

function composeParts({ db, clock, passwords, smtpUrl, logLines }: Foundation) {
  const note = (event: string, fields?: object) => void logLines.push(JSON.stringify({ event, ...fields }))
  const common = {
    db,
    clock,
    random: systemRandom,
    keyring: keyring([Buffer.alloc(32, 7)], systemRandom),
    log: { info: note, warn: note, error: note },
  }
  const sender = {
    baseUrl: BASE_URL,
    serviceName: 'Portico',
    timeZone: UTC,
    from: { name: 'Portico', address: 'no-reply@localhost' },
  }
  const transport = createSmtpTransport(smtpUrl)
  const mail: MailSender = createMailSender({ ...common, transport, sender })
  return {
    ...common,
    mail,
    passwords,
    baseUrl: BASE_URL,
    serviceName: 'Portico',
    timeZone: UTC,
    passwordMinLength: 15,
    secondFactor: undefined,
    afterStrongSignIn: async () => undefined,
    onRecover: [],
    waysIn: [],
    afterRecovery: async () => [],
    helpFormerOwner: helpFormerOwnerIn(ROOMS),
    recent: [],
    namesHere: async () => ['Portico'],
    cookies: cookieJar(BASE_URL),
    trustedProxies: trustedProxies(['127.0.0.0/8']),
    limits: createRateLimits({
      ...common,
      reads: common.db,
      redisUrl: undefined,
      limits: CONTRACT_LIMITS,
      kinds: LIMITS,
    }),
  }
}

function serverParts() {
  const frame = { serviceName: 'Portico', timeZone: UTC, language: 'en', words: en }
  return {
    https: false,
    onAnswer: () => undefined,
    problemReplies: {
      page: () =>
        refusingPage(400, problemPage(frame, { kind: 'bad-request', status: 400 }), {
          reason: 'bad-request',
        }),
      oauth: () =>
        refusingPage(400, problemPage(frame, { kind: 'bad-request', status: 400 }), {
          reason: 'bad-request',
        }),
    },
  }
}

function from(address: string | undefined): Record<string, string> {
  return address === undefined ? {} : { 'x-forwarded-for': address }
}

async function send(
  url: URL,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

/** The one link of a letter, as a path of the service under test. */
export function linkIn(text: string | undefined): string {
  const address = /http:\/\/localhost:4000(\/\S*link=\S+)/.exec(text ?? '')?.[1]
  if (!address) throw new Error(`No link in: ${text}`)
  return address
}
