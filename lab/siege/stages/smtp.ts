import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, openConnections, sendTogether } from '../../../journeys/kit/http/connection.ts'
import type { MailMode } from '../../../journeys/kit/mail-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment, registration, SUBJECTS } from '../targets/deployment.ts'

/** The mail server fails in every way that mail servers fail. */
export const smtp: Stage = {
  name: 'smtp',
  about:
    'the mail server refuses connections, hangs, is slow, answers 4xx or 5xx, or closes the connection after DATA',
  async run(siege) {
    for (const trouble of TROUBLES) {
      const deployment = await openDeployment(siege)
      await tryTrouble(siege, deployment, trouble)
      await deployment.close()
    }
  },
}

/** The wanted behaviour for one kind of failure. */
interface Trouble {
  readonly mode: MailMode
  readonly claim: string
  /** `comes-to-503`: soon every request gets 503. `stays-202`: the failure concerns only single letters. */
  readonly answers: 'comes-to-503' | 'stays-202'
  /** An accepted letter arrives once, at least once, or is given up with an event. */
  readonly letters: 'once' | 'at-least-once' | 'given-up'
}

const TROUBLES: readonly Trouble[] = [
  { mode: 'refuse', claim: 'connections refused', answers: 'comes-to-503', letters: 'once' },
  { mode: 'hang', claim: 'connections hang', answers: 'comes-to-503', letters: 'once' },
  { mode: 'slow', claim: 'slow after DATA', answers: 'stays-202', letters: 'once' },
  { mode: '4xx', claim: '450 to recipients', answers: 'stays-202', letters: 'once' },
  { mode: '5xx', claim: '550 to recipients', answers: 'stays-202', letters: 'given-up' },
  {
    mode: 'cut',
    claim:
      'connection cut after DATA (the mail server has the letter, but the service got no reply: it must send the letter again)',
    answers: 'comes-to-503',
    letters: 'at-least-once',
  },
]

const WORDS = {
  'comes-to-503': '503 as soon as it is known',
  'stays-202': '202 throughout',
  once: 'come exactly once',
  'at-least-once': 'come at least once, twice only if the reply was cut',
  'given-up': 'are given up, and the audit says so',
} as const

const LETTERS = 6
const BETWEEN_MILLISECONDS = 250

/** The registrations at one deployment, and their results. */
interface Registrations {
  readonly connections: readonly Connection[]
  /** Addresses whose registration was answered 202. */
  readonly accepted: string[]
  readonly faults: string[]
}

async function tryTrouble(siege: Siege, deployment: Deployment, trouble: Trouble): Promise<void> {
  const { mail, ports } = deployment
  const connections = await openConnections(ports, LETTERS)
  const all: Registrations = { connections, accepted: [], faults: [] }
  await register(all, 'before')
  await until('the first letters are there', () => missing(deployment, all).length === 0 || undefined)
  await mail.become(trouble.mode)
  await register(all, 'at once')
  const refused = await settle(all, trouble)
  await mail.become('take')
  const one = { ...all, connections: connections.slice(0, 1) }
  await until('registrations are accepted again', async () => (await register(one, 'after')) > 0 || undefined)
  const { answers, letters, claim } = trouble
  const faults = [...all.faults, ...(await judgeLetters(deployment, trouble, all))]
  for (const connection of connections) connection.close()
  siege.judge(
    `${claim}: ${WORDS[answers]}; letters ${WORDS[letters]}`,
    faults,
    `${all.accepted.length} registrations answered 202, ${refused} answered 503, ${mail.mails.length} mails taken`,
  )
}

let people = 0

/** Registers a new address on each connection; a status other than 202 or 503 is a fault. Returns how many were accepted. */
async function register({ connections, accepted, faults }: Registrations, when: string): Promise<number> {
  const emails = connections.map(() => `writes.${(people += 1)}@example.test`)
  const requests = emails.map((email) => registration(email))
  const responses = await sendTogether(connections, requests)
  for (const { status, milliseconds } of responses) {
    if (status !== 202 && status !== 503) faults.push(`${when}, a registration was answered ${status}`)
    if (milliseconds > 3_000) faults.push(`${when}, a registration took ${Math.round(milliseconds)} ms`)
  }
  const taken = emails.filter((_, index) => responses[index]?.status === 202)
  accepted.push(...taken)
  return taken.length
}

/** Registers until the service answers as it must in the end. Returns how many were refused. */
async function settle(all: Registrations, { answers }: Trouble): Promise<number> {
  const refusedOf = async () => LETTERS - (await register(all, 'later'))
  if (answers === 'stays-202') return refusedOf()
  return until('registrations are refused', async () => {
    await wait(BETWEEN_MILLISECONDS)
    return (await refusedOf()) || undefined
  })
}

function missing({ mail }: Deployment, { accepted }: Registrations): readonly string[] {
  return accepted.filter((email) => mail.mailsTo(email, SUBJECTS.register).length === 0)
}

async function judgeLetters(
  deployment: Deployment,
  { letters }: Trouble,
  all: Registrations,
): Promise<readonly string[]> {
  const { mail, database } = deployment
  await deployment.outboxEmpty()
  const lost = missing(deployment, all)
  const faults: string[] = []
  const [events] = await database.db.query<{ count: number }>`
    select count(*)::int as count from audit_events where name = 'letter-given-up'`
  const givenUp = events?.count ?? 0
  if (letters === 'given-up' && lost.length !== givenUp)
    faults.push(`${lost.length} letters are missing and ${givenUp} events say so`)
  if (letters !== 'given-up' && lost.length > 0) faults.push(`${lost.length} letters are lost`)
  const unheard = new Set(
    mail.mails.filter(({ unacknowledged }) => unacknowledged).map(({ messageId }) => messageId),
  )
  const byId = Map.groupBy(mail.mails, ({ messageId }) => messageId)
  const doubled = [...byId].filter(([id, mails]) => mails.length > 1 && !unheard.has(id))
  if (doubled.length > 0)
    faults.push(`${doubled.length} letters came twice although the service was told the first time`)
  return faults
}
