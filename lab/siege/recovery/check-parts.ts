import { getRequest } from '../../../journeys/kit/http/request.ts'
import { linkPath } from '../../../journeys/kit/mail-server.ts'
import { codeRequest } from '../../../journeys/kit/oauth-requests.ts'
import { introspect, refresh } from '../../../packages/identity/testing/program-flow.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import type { Kind, Standing } from '../kills/ledger.ts'
import { opens } from '../kills/operations.ts'
import { SUBJECTS } from '../targets/deployment.ts'
import type { Part } from './load.ts'

/** For each kind. */
const ASKED_AT_ONCE = 4
const PASSWORDS_AT_ONCE = 2
const STANDINGS: readonly Standing[] = ['works', 'over', 'unknown']

/** How many values were tried, and those that are not as they should be. */
export interface Checked {
  readonly faults: readonly string[]
  readonly tried: number
}

/** Tries everything that was issued in these parts, whether it was used, ended or waiting. Nothing may work. */
export async function checkIssued(parts: readonly Part[]): Promise<Checked> {
  const checked = await Promise.all(parts.flatMap((part) => KINDS.map((kind) => checkKind(part, kind))))
  return {
    faults: checked.flatMap(({ faults }) => faults),
    tried: checked.reduce((sum, { tried }) => sum + tried, 0),
  }
}

async function checkKind(part: Part, kind: IssuedKind): Promise<Checked> {
  const values =
    kind === 'registration'
      ? part.registered
      : STANDINGS.flatMap((standing) => part.ledger.all(kind, standing))
  const answers = await inParallel(values, ASKED_AT_ONCE, (value, index) => TRIES[kind](part, value, index))
  const alive = answers.filter(Boolean).length
  const faults = alive === 0 ? [] : [`${alive} of ${values.length} values of the kind "${kind}" work`]
  return { faults, tried: values.length }
}

type IssuedKind = Exclude<Kind, 'password'> | 'registration'

type Try = (part: Part, value: string, index: number) => Promise<boolean>

const TRIES: Readonly<Record<IssuedKind, Try>> = {
  'access token': async ({ deployment }, token, index) =>
    (await introspect(deployment.at(index).service, deployment.program, token))['active'] === true,
  'refresh token': async ({ deployment }, token, index) =>
    (await refresh(deployment.at(index).service, deployment.program, token)).status === 200,
  code: async ({ deployment }, proof) =>
    (await deployment.send(codeRequest(deployment.program, JSON.parse(proof) as Proof))).status === 200,
  session: async ({ deployment }, cookie) =>
    (await deployment.send(getRequest('/account/', { cookie }))).status === 200,
  link: async ({ deployment }, path) => (await deployment.at(1).browser().get(path)).status === 200,
  // The ledger has only the address.
  registration: async ({ deployment }, email) => {
    const path = linkPath(await deployment.mail.mailTo(email, SUBJECTS.register))
    return (await deployment.at(1).browser().get(path)).status === 200
  },
}

const KINDS: readonly IssuedKind[] = [
  'access token',
  'refresh token',
  'code',
  'session',
  'link',
  'registration',
]

interface Proof {
  readonly code: string
  readonly verifier: string
}

/** Tries the passwords of a part. Those of before the moment open, if they were the newest; those of after it do not. */
export async function checkPasswords(part: Part, when: 'before' | 'after'): Promise<Checked> {
  const faults: string[] = []
  const check = async (pair: string, shouldOpen: boolean) => {
    const [email = '', password = ''] = JSON.parse(pair) as string[]
    const isTaken = await opens({ ...part, isKilled: false }, email, password)
    if (isTaken !== shouldOpen)
      faults.push(`${email}, ${when} the moment: the password ${isTaken ? 'opens' : 'is lost'}`)
  }
  const newest = part.ledger.all('password', 'works')
  const replaced = part.ledger.all('password', 'over')
  await inParallel(newest, PASSWORDS_AT_ONCE, (pair) => check(pair, when === 'before'))
  await inParallel(replaced, PASSWORDS_AT_ONCE, (pair) => check(pair, false))
  return { faults, tried: newest.length + replaced.length }
}
