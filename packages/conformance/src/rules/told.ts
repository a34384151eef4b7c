import { setTimeout as wait } from 'node:timers/promises'
import { demand } from '../broken.ts'
import { type Answer } from '../http.ts'
import { described, landingOf } from '../program.ts'
import type { Rule } from '../rule.ts'
import { pairOf, type Stage, within } from '../stage.ts'
import { ANSWER_SECONDS } from './session.ts'
import { signInSeen } from './tokens.ts'

const ANA = 'ana@example.test'
const BORIS = 'boris@example.test'
const SHORT_TOKEN_SECONDS = 10
/** How much longer than a handoff the run waits. */
const MARGIN_SECONDS = 5

/** The rules that wait, together with those about the end of sessions. */
export const WAITING_RULES: readonly Rule[] = [
  {
    id: 'handoff-expires',
    section: '8',
    text: 'Handoff sso_code lifetime: 90 seconds.',
    needs: 'handoffSeconds',
    async check(stage) {
      const { query, verifier } = await stage.land()
      const seconds = (stage.handoffSeconds ?? 0) + MARGIN_SECONDS
      await wait(seconds * 1000)
      const answer = await stage.exchange(query.get('sso_code') ?? '', verifier)
      demand(answer.status === 401, `exchange/ after ${seconds} seconds answered ${described(answer)}`)
    },
  },
  {
    id: 'central-token-refreshed',
    section: '5 rule 2',
    text: 'Access token lifetime 900 seconds (15 minutes); program session at most 14 days; refresh tokens rotate.',
    async check(stage) {
      const { answer, query, verifier } = await stage.land({ fault: 'short-access-token' })
      demand(query.has('sso_code'), `the callback answered ${described(answer)}, without sso_code`)
      const before = await stage.simulator.lastRequest()
      const { access } = pairOf(await stage.exchange(query.get('sso_code') ?? '', verifier))
      const isRefreshed = async () => {
        await stage.program.guarded(access)
        const asked = await stage.simulator.requestsAfter(before)
        return asked.some(({ form }) => form['grant_type'] === 'refresh_token')
      }
      const seconds = SHORT_TOKEN_SECONDS + stage.ceilingSeconds + ANSWER_SECONDS
      demand(
        await within(seconds, isRefreshed),
        `${seconds} seconds after a sign-in whose access token ends in ${SHORT_TOKEN_SECONDS}, the program has not refreshed it`,
      )
    },
  },
]

/** The rules about what only the caller of the run knows: the API of the program. */
export const TOLD_RULES: readonly Rule[] = [
  {
    id: 'guarded-api',
    section: '4.3 rule 7',
    text: 'ID tokens are never accepted as program API access tokens. Program bearer tokens work only with that program’s API and are not interchangeable with central tokens.',
    needs: 'guarded',
    async check(stage) {
      const { pair, issued } = await signInSeen(stage)
      const others = [
        undefined,
        'nobody',
        String(issued['access_token']),
        String(issued['id_token']),
        pair.refresh,
      ]
      for (const url of stage.guarded) {
        for (const bearer of others) {
          const answer = await stage.program.read(url, bearer)
          demand(answer.status === 401, `${url} without a local bearer answered ${described(answer)}`)
        }
        const good = await stage.program.read(url, pair.access)
        demand(good.status < 400, `${url} with a local bearer answered ${described(good)}`)
      }
    },
  },
  {
    id: 'accounts-by-subject',
    section: '4.3 rule 4',
    text: 'It links by issuer and subject, and provisions a citizen only when none exists.',
    needs: 'account',
    check: (stage) => whileReaddressed(stage, async () => demandBySubject(stage)),
  },
  {
    id: 'no-role-by-address',
    section: '1 rule 8',
    text: 'Identity claims (email, name, phone) must never be used to derive operational privileges. Staff roles are never granted automatically.',
    needs: 'staff',
    check: (stage) =>
      whileReaddressed(stage, async () => {
        const { url, email } = stage.staff ?? { url: '', email: '' }
        await stage.simulator.readdress(BORIS_SUBJECT, email)
        const access = await accessOf(stage, email)
        if (access === undefined) return
        const answer = await stage.program.read(url, access)
        demand(
          answer.status >= 400,
          `a citizen with the address of a member of staff gets ${described(answer)} at ${url}`,
        )
      }),
  },
]

// The subjects of the simulator's citizens never change.
const ANA_SUBJECT = '00000000-0000-4000-8000-000000000001'
const BORIS_SUBJECT = '00000000-0000-4000-8000-000000000002'

/** Gives both citizens their own addresses back at the end, whatever they have then. */
async function whileReaddressed(stage: Stage, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await stage.simulator.readdress(BORIS_SUBJECT, 'boris.between@example.test')
    await stage.simulator.readdress(ANA_SUBJECT, 'ana.between@example.test')
    await stage.simulator.readdress(BORIS_SUBJECT, BORIS)
    await stage.simulator.readdress(ANA_SUBJECT, ANA)
  }
}

/** Ana moves to another address, and Boris gets the one that was hers. */
async function demandBySubject(stage: Stage): Promise<void> {
  const first = await accountOf(stage, ANA)
  demand(first !== undefined, `a citizen who has signed in before was not let in`)
  await stage.simulator.readdress(ANA_SUBJECT, 'ana.moved@example.test')
  await stage.simulator.readdress(BORIS_SUBJECT, ANA)
  const other = await accountOf(stage, ANA)
  demand(other !== first, 'another subject with the address of a citizen gets the account of that citizen')
  const again = await accountOf(stage, 'ana.moved@example.test')
  demand(again === first, 'a citizen with another address than before does not get the account from before')
}

/** The local account of a citizen; nothing where the program lets nobody in and says existing_account. */
async function accountOf(stage: Stage, citizen: string): Promise<string | undefined> {
  const access = await accessOf(stage, citizen)
  if (access === undefined) return undefined
  const answer: Answer = await stage.program.read(stage.account ?? '', access)
  const { id } = answer.json
  const isNamed = answer.status === 200 && (typeof id === 'string' || typeof id === 'number')
  demand(isNamed, `${stage.account} answered ${described(answer)}, without a JSON object that has an id`)
  return String(id)
}

async function accessOf(stage: Stage, citizen: string): Promise<string | undefined> {
  const { authorizationUrl, verifier } = await stage.begin()
  const callbackUrl = await stage.simulator.signIn(authorizationUrl, citizen)
  const { answer, query } = landingOf(await stage.program.open(callbackUrl))
  if (query.get('sso_error') === 'existing_account') return undefined
  demand(query.has('sso_code'), `the callback answered ${described(answer)}, without sso_code`)
  return pairOf(await stage.exchange(query.get('sso_code') ?? '', verifier)).access
}
