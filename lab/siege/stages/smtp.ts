import { until } from '../../kit/until.ts'
import { PATHS } from '../ground/paper.ts'
import type { PostMode } from '../ground/post-office.ts'
import { jsonShot, openWires, salvo, type Wire } from '../ground/salvo.ts'
import { openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** The mail server fails in every way that mail servers fail. */
export const smtp: Stage = {
  name: 'smtp',
  about: 'the mail server refuses, hangs, is slow, puts off, turns away, or hangs up after DATA',
  async run(siege) {
    for (const trouble of TROUBLES) {
      const town = await openTown(siege)
      await suffer(siege, town, trouble)
      await town.close()
    }
  },
}

/** What design.md section 7 row 8 says of one way to fail. */
interface Trouble {
  readonly mode: PostMode
  readonly claim: string
  /** `comes-to-503`: the whole service says so soon. `stays-202`: only single letters are concerned. */
  readonly answers: 'comes-to-503' | 'stays-202'
  /** What becomes of a letter that was accepted: it comes once, at least once, or is given up with an event. */
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
    claim: 'connection cut after DATA (the letter was taken, nobody heard so: it must come again)',
    answers: 'comes-to-503',
    letters: 'at-least-once',
  },
]

const SUBJECT = 'Confirm your email address'
const LETTERS = 6
const PATIENCE_MILLISECONDS = 60_000
const BETWEEN_MILLISECONDS = 250

async function suffer(siege: Siege, town: Town, trouble: Trouble): Promise<void> {
  const faults: string[] = []
  const wires = await openWires(town.ports, LETTERS)
  const accepted: string[] = []
  accepted.push(...(await register(wires, 'before', faults)))
  await until('the first letters are there', () => (missing(town, accepted).length === 0 ? true : undefined))
  await town.post.become(trouble.mode)
  accepted.push(...(await register(wires, 'at once', faults)))
  const refusing = await settle(wires, trouble, { accepted, faults })
  await town.post.become('take')
  const well = await until('registrations are accepted again', async () => {
    const again = await register(wires.slice(0, 1), 'after', faults)
    return again.length > 0 ? again : undefined
  })
  accepted.push(...well)
  faults.push(...(await judgeLetters(town, trouble, accepted)))
  for (const wire of wires) wire.close()
  siege.judge(
    `${trouble.claim}: ${trouble.answers === 'stays-202' ? '202 throughout' : '503 as soon as it is known'}; letters ${WORDS[trouble.letters]}`,
    faults,
    `${accepted.length} registrations answered 202, ${refusing} answered 503, ${town.post.taken.length} mails taken`,
  )
}

const WORDS: Readonly<Record<Trouble['letters'], string>> = {
  once: 'come exactly once',
  'at-least-once': 'come at least once, doubled only where the word was cut',
  'given-up': 'are given up, which the audit says',
}

let people = 0

/** Registers somebody new on each connection; whatever is not 202 or 503 is a fault. */
async function register(wires: readonly Wire[], when: string, faults: string[]): Promise<readonly string[]> {
  const emails = wires.map(() => {
    people += 1
    return `writes.${people}@example.test`
  })
  const hits = await salvo(
    wires,
    emails.map((email) => jsonShot(PATHS.register, { full_name: 'Ana', email }, stranger())),
  )
  for (const { status, milliseconds } of hits) {
    if (status !== 202 && status !== 503) faults.push(`${when}, a registration was answered ${status}`)
    if (milliseconds > 3_000) faults.push(`${when}, a registration took ${Math.round(milliseconds)} ms`)
  }
  return emails.filter((_, index) => hits[index]?.status === 202)
}

/** Goes on registering until the service says what it must say in the end; returns how many were refused. */
async function settle(
  wires: readonly Wire[],
  { answers }: Trouble,
  { accepted, faults }: { readonly accepted: string[]; readonly faults: string[] },
): Promise<number> {
  if (answers === 'stays-202') {
    const later = await register(wires, 'later', faults)
    accepted.push(...later)
    return wires.length - later.length
  }
  return until('registrations are refused', async () => {
    await new Promise((resolve) => void setTimeout(resolve, BETWEEN_MILLISECONDS))
    const taken = await register(wires, 'later', faults)
    accepted.push(...taken)
    return taken.length < wires.length ? wires.length - taken.length : undefined
  })
}

function missing({ post }: Town, accepted: readonly string[]): readonly string[] {
  return accepted.filter((email) => post.mailsTo(email, SUBJECT).length === 0)
}

async function judgeLetters(
  town: Town,
  { letters }: Trouble,
  accepted: readonly string[],
): Promise<string[]> {
  const { db } = town.database
  await until(
    'the outbox is empty',
    async () => ((await db.query`select 1 as waiting from outbox limit 1`).length === 0 ? true : undefined),
    PATIENCE_MILLISECONDS,
  )
  const lost = missing(town, accepted)
  const faults: string[] = []
  const [events] = await db.query<{ count: number }>`
    select count(*)::int as count from audit_events where name = 'letter-given-up'`
  const givenUp = events?.count ?? 0
  if (letters === 'given-up' && lost.length !== givenUp)
    faults.push(`${lost.length} letters are missing and ${givenUp} events say so`)
  if (letters !== 'given-up' && lost.length > 0) faults.push(`${lost.length} letters are lost`)
  const unheard = new Set(
    town.post.taken.filter((mail) => mail.unacknowledged).map(({ messageId }) => messageId),
  )
  const byId = Map.groupBy(town.post.taken, ({ messageId }) => messageId)
  const doubled = [...byId].filter(([id, mails]) => mails.length > 1 && !unheard.has(id))
  if (doubled.length > 0)
    faults.push(`${doubled.length} letters came twice although the service was told the first time`)
  return faults
}
