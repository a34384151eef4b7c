import { setTimeout as wait } from 'node:timers/promises'
import { demand } from '../broken.ts'
import type { Answer } from '../http.ts'
import { described, landingOf } from '../program.ts'
import type { Rule } from '../rule.ts'
import { type Stage, within } from '../stage.ts'
import { demandNoCode, demandUnavailable } from './callback.ts'
import { ANSWER_SECONDS } from './session.ts'

const KEPT = {
  section: '4.2',
  text: '503 when the identity service is unavailable (local credentials are preserved; retry is offered).',
}
const OUTCOME = {
  section: '7',
  text: 'Program callback failures: redirect, sso_error = cancelled, existing_account or unavailable.',
}
const CEILING = {
  section: '8',
  text: 'Central validity check: at least every 30 seconds of use, program middleware.',
}

/** Outages that the citizen meets at the end of a sign-in, and how the simulator makes them. */
const AT_SIGN_IN = ['secret-refused', 'limit-reached'] as const
const AT_CALLBACK = ['server-error', 'down', 'answer-cut'] as const
/** Outages after the first one, each without a working moment in between. */
const LATER = ['server-error', 'limit-reached', 'secret-refused', 'answer-cut'] as const
const NOTICE_SECONDS = 70
/** A slow service answers after 20 seconds. */
const MOST_WAIT_SECONDS = 15

/** The rules about outages. They come last, because a program may be careful for a while after one. */
export const OUTAGE_RULES: readonly Rule[] = [
  ...AT_SIGN_IN.map((fault) => ({
    id: `sign-in-during-${fault}`,
    ...OUTCOME,
    check: (stage: Stage) => demandUnavailable(stage, fault),
  })),
  ...AT_CALLBACK.map((fault) => ({
    id: `sign-in-during-${fault}`,
    ...OUTCOME,
    check: (stage: Stage) => signInDuring(stage, fault),
  })),
  {
    id: 'ceiling-during-an-outage',
    ...CEILING,
    async check(stage: Stage) {
      const { first } = await observe(stage)
      demand(
        first !== 200,
        `more than ${stage.ceilingSeconds} seconds without a central check, the program still answers 200`,
      )
    },
  },
  {
    id: 'outage-ends-no-session',
    ...KEPT,
    async check(stage) {
      const { first } = await observe(stage)
      demand(first === 503, `while the identity service is down, the program answers ${first}`)
    },
  },
  ...LATER.map((fault) => ({
    id: `session-during-${fault}`,
    ...KEPT,
    async check(stage: Stage) {
      const status = (await observe(stage)).later.get(fault)
      demand(
        status === 503,
        `during ${fault} the program answers ${status ?? 'and does not ask the service'}`,
      )
    },
  })),
  {
    id: 'session-after-an-outage',
    ...KEPT,
    async check(stage) {
      const { last } = await observe(stage)
      demand(last === 200, `after the outage, the same bearer is answered with ${last}`)
    },
  },
  {
    id: 'session-during-slow',
    ...KEPT,
    async check(stage) {
      const { access } = await stage.signIn()
      await duringFault(stage, 'slow', async () => {
        const ask = async () => answerInTime(stage.program.guarded(access), 'status/')
        const last = await lastOf(stage.ceilingSeconds + ANSWER_SECONDS, ask, (status) => status !== 200)
        demand(
          last === 503,
          `while the identity service answers after 20 seconds, the program answers ${last}`,
        )
      })
    },
  },
  {
    id: 'sign-in-during-slow',
    ...OUTCOME,
    check: (stage) => signInDuring(stage, 'slow'),
  },
]

async function signInDuring(stage: Stage, fault: string): Promise<void> {
  const { authorizationUrl } = await stage.begin()
  const callbackUrl = await stage.simulator.signIn(authorizationUrl, 'ana@example.test')
  await duringFault(stage, fault, async () => {
    const opened = stage.program.open(callbackUrl)
    if (fault === 'slow') await answerInTime(opened, 'a callback')
    const landed = landingOf(await opened)
    demandNoCode(landed, `during ${fault}`)
    const isTold = landed.query.get('sso_error') === 'unavailable'
    demand(isTold, `a callback during ${fault} answered ${described(landed.answer)}`)
  })
}

async function duringFault(stage: Stage, fault: string, work: () => Promise<void>): Promise<void> {
  await stage.simulator.setFault(fault, 'always')
  try {
    await work()
  } finally {
    await stage.simulator.setFault(fault, 'off')
  }
}

/** A program that waits as long as the service has no limit of its own. The status of its answer. */
async function answerInTime(asked: Promise<Answer>, what: string): Promise<number> {
  const late = new AbortController()
  const isLate = wait(MOST_WAIT_SECONDS * 1000, 'late' as const, { signal: late.signal })
  const answer = await Promise.race([asked, isLate]).finally(() => late.abort())
  isLate.catch(() => undefined)
  demand(
    answer !== 'late',
    `${what} was not answered within ${MOST_WAIT_SECONDS} seconds of an identity service that hangs`,
  )
  return answer.status
}

/** What one session met in a row of outages: the answers of `status/`. */
interface Observation {
  readonly first: number
  readonly later: ReadonlyMap<string, number>
  readonly last: number
}

const observations = new WeakMap<Stage, Promise<Observation>>()

/** Lets one session meet every outage, once per run. */
function observe(stage: Stage): Promise<Observation> {
  const known = observations.get(stage)
  if (known) return known
  const made = meetOutages(stage)
  observations.set(stage, made)
  return made
}

async function meetOutages(stage: Stage): Promise<Observation> {
  const { access } = await stage.signIn()
  const ask = async () => (await stage.program.guarded(access)).status
  const outages = openOutages(stage)
  try {
    await outages.change('down')
    const first = await lastOf(stage.ceilingSeconds + ANSWER_SECONDS, ask, (status) => status !== 200)
    const later = await meetLater(stage, outages, ask)
    await outages.end()
    return { first, later, last: await lastOf(NOTICE_SECONDS, ask, (status) => status !== 503) }
  } finally {
    await outages.end()
  }
}

/** One outage at a time, without a working moment between two of them. */
function openOutages({ simulator }: Stage) {
  let current: string | undefined
  const end = async () => {
    if (current !== undefined) await simulator.setFault(current, 'off')
    current = undefined
  }
  return {
    end,
    async change(fault: string) {
      await simulator.setFault(fault, 'always')
      await end()
      current = fault
    },
  }
}

async function meetLater(
  stage: Stage,
  outages: ReturnType<typeof openOutages>,
  ask: () => Promise<number>,
): Promise<ReadonlyMap<string, number>> {
  const later = new Map<string, number>()
  for (const fault of LATER) {
    await outages.change(fault)
    const status = await statusDuring(stage, fault, ask)
    if (status !== undefined) later.set(fault, status)
  }
  return later
}

/** Asks until the answer is the wanted one, or the time is over. Returns the last answer. */
async function lastOf(
  seconds: number,
  ask: () => Promise<number>,
  isWanted: (status: number) => boolean,
): Promise<number> {
  let last = await ask()
  await within(seconds, async () => isWanted((last = await ask())))
  return last
}

/** The answer to a request during which the program has asked the service and met this fault. */
async function statusDuring(
  { simulator }: Stage,
  fault: string,
  ask: () => Promise<number>,
): Promise<number | undefined> {
  const before = await simulator.lastRequest()
  let status: number | undefined
  const met = await within(NOTICE_SECONDS, async () => {
    status = await ask()
    if (status === 401) return true
    const asked = await simulator.requestsAfter(before)
    return asked.some(({ faults, path }) => faults.includes(fault) && !path.startsWith('/.well-known/'))
  })
  return met ? status : undefined
}
