import { patiently, unlessPutOff } from '../../kit/patiently.ts'
import { introspect, refresh } from '../../../packages/identity/testing/program-flow.ts'
import { tokensThatOutlivedTheirGrant } from '../../../packages/identity/testing/tokens.ts'
import type { Account } from './account.ts'
import { fire, opens } from './deeds.ts'
import { inParallel } from './in-parallel.ts'
import type { Standing } from './ledger.ts'
import { codeShot } from './paper.ts'
import { openWire } from './salvo.ts'

/** Asks the service about every entry of the ledger; what differs is a fault. Using used things up comes last, for it ends what they gave. */
export async function interrogate(account: Account): Promise<void> {
  await askAccessTokens(account, 'works')
  await askAccessTokens(account, 'over')
  await askSessions(account)
  await askLinks(account)
  await askPasswords(account)
  await askNewestRefreshTokens(account)
  await askUsedUp(account)
  await askLaw(account)
}

async function askAccessTokens({ town, ledger, faults }: Account, standing: Standing): Promise<void> {
  const tokens = ledger.all('access token', standing)
  const answers = await Promise.all(
    tokens.map((token, index) => patiently(() => introspect(town.at(index).service, town.program, token))),
  )
  // A revocation that was never answered may have ended these, too.
  const alive = answers.filter(({ active }) => active === true).length
  if (standing === 'over' && alive > 0) faults.push(`${alive} access tokens live on`)
  if (standing === 'works' && alive < tokens.length)
    faults.push(`${tokens.length - alive} of ${tokens.length} access tokens are lost`)
}

async function askSessions({ town, ledger, faults }: Account): Promise<void> {
  for (const cookie of ledger.all('session', 'over')) {
    const answer = await fetch(`${town.at(0).service.baseUrl}/account/`, {
      headers: { cookie },
      redirect: 'manual',
    })
    await answer.text()
    if (answer.status === 200) faults.push('a session that was signed out is signed in')
  }
}

async function askLinks({ town, ledger, faults }: Account): Promise<void> {
  for (const path of ledger.all('link', 'over')) {
    const { status } = await patiently(async () => unlessPutOff(await town.at(1).browser().get(path)))
    if (status !== 400) faults.push(`a used link is answered ${status}`)
  }
}

async function askPasswords(account: Account): Promise<void> {
  const { ledger, faults } = account
  const check = (standing: Standing, wrong: (email: string) => string) =>
    inParallel(ledger.all('password', standing), 2, async (pair) => {
      const [email = '', password = ''] = JSON.parse(pair) as string[]
      if ((await opens(account, email, password)) !== (standing === 'works')) faults.push(wrong(email))
    })
  await check('works', (email) => `the password that ${email} set is lost`)
  await check('over', (email) => `the old password of ${email} still opens`)
}

const ASKED_AT_ONCE = 12

async function askNewestRefreshTokens({ town, ledger, faults }: Account): Promise<void> {
  await inParallel(ledger.all('refresh token', 'works'), ASKED_AT_ONCE, async (token, index) => {
    const { status, body } = await refresh(town.at(index).service, town.program, token)
    if (status !== 200 && status !== 503)
      faults.push(`a refresh token that was handed out is answered ${status} ${body.error}`)
  })
  // Of a rotation that was never answered the old token may be good or used: never both times.
  await inParallel(ledger.all('refresh token', 'unknown'), ASKED_AT_ONCE, async (token, index) => {
    const first = await refresh(town.at(index).service, town.program, token)
    const second = await refresh(town.at(index + 1).service, town.program, token)
    if (![200, 400, 503].includes(first.status))
      faults.push(`an unanswered refresh token is answered ${first.status}`)
    // A 503 promises nothing, so the second time may then be the first.
    const allowed = first.status === 503 ? [200, 400, 503] : [400, 503]
    if (!allowed.includes(second.status))
      faults.push(`a refresh token that was answered ${first.status} is then answered ${second.status}`)
  })
}

async function askUsedUp({ town, ledger, faults }: Account): Promise<void> {
  await inParallel(ledger.all('refresh token', 'over'), ASKED_AT_ONCE, async (token, index) => {
    const ask = () => refresh(town.at(index).service, town.program, token)
    const { status } = await patiently(async () => unlessPutOff(await ask()))
    if (status !== 400) faults.push(`a used refresh token is answered ${status}`)
  })
  const wire = await openWire(town.at(0).port)
  const ask = (value: string) => {
    const proof = JSON.parse(value) as { code: string; verifier: string }
    return patiently(async () => (await fire(wire, codeShot(town.program, proof))).status)
  }
  for (const value of ledger.all('code', 'over')) {
    const status = await ask(value)
    if (status !== 400) faults.push(`a used code is answered ${status}`)
  }
  for (const value of ledger.all('code', 'unknown')) {
    await ask(value)
    if ((await ask(value)) === 200) faults.push('a code works twice')
  }
  wire.close()
}

async function askLaw({ town, faults }: Account): Promise<void> {
  const outlived = await tokensThatOutlivedTheirGrant(town.database)
  if (outlived.length > 0) faults.push(`${outlived.length} access tokens that outlived their grant`)
}
