import { getRequest } from '../../../journeys/kit/http/request.ts'
import { codeRequest } from '../../../journeys/kit/oauth-requests.ts'
import { retryOn503, unless503 } from '../../../journeys/kit/retry-on-503.ts'
import { introspect, refresh } from '../../../packages/identity/testing/program-flow.ts'
import { tokensThatOutlivedTheirGrant } from '../../../packages/identity/testing/tokens.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import type { Standing } from './ledger.ts'
import { opens, type Round } from './operations.ts'

const ASKED_AT_ONCE = 12

/** Checks every entry of the ledger at the service. A difference is a fault. Used values are tried last, because that ends their grants. */
export async function checkLedger(round: Round): Promise<void> {
  await checkAccessTokens(round, 'works')
  await checkAccessTokens(round, 'over')
  await checkSessionsAndLinks(round)
  await checkPasswords(round)
  await checkNewestRefreshTokens(round)
  await checkUsed(round)
  const outlived = await tokensThatOutlivedTheirGrant(round.deployment.database)
  if (outlived.length > 0) round.faults.push(`${outlived.length} access tokens that outlived their grant`)
}

async function checkAccessTokens({ deployment, ledger, faults }: Round, standing: Standing): Promise<void> {
  const tokens = ledger.all('access token', standing)
  const ask = (token: string, index: number) =>
    retryOn503(() => introspect(deployment.at(index).service, deployment.program, token))
  const answers = await Promise.all(tokens.map(ask))
  // A revocation without an answer may have ended these, too.
  const alive = answers.filter(({ active }) => active === true).length
  if (standing === 'over' && alive > 0) faults.push(`${alive} access tokens live on`)
  if (standing === 'works' && alive < tokens.length)
    faults.push(`${tokens.length - alive} of ${tokens.length} access tokens are lost`)
}

async function checkSessionsAndLinks({ deployment, ledger, faults }: Round): Promise<void> {
  for (const cookie of ledger.all('session', 'over')) {
    const { status } = await deployment.send(getRequest('/account/', { cookie }))
    if (status === 200) faults.push('a session that was signed out is signed in')
  }
  for (const path of ledger.all('link', 'over')) {
    const browser = deployment.at(1).browser()
    const { status } = await retryOn503(async () => unless503(await browser.get(path)))
    if (status !== 400) faults.push(`a used link is answered ${status}`)
  }
}

async function checkPasswords(round: Round): Promise<void> {
  const check = (standing: Standing, wrong: (email: string) => string) =>
    inParallel(round.ledger.all('password', standing), 2, async (pair) => {
      const [email = '', password = ''] = JSON.parse(pair) as string[]
      const isTaken = await opens(round, email, password)
      if (isTaken !== (standing === 'works')) round.faults.push(wrong(email))
    })
  await check('works', (email) => `the password that ${email} set is lost`)
  await check('over', (email) => `the old password of ${email} still opens`)
}

async function checkNewestRefreshTokens({ deployment, ledger, faults }: Round): Promise<void> {
  const use = (token: string, index: number) =>
    refresh(deployment.at(index).service, deployment.program, token)
  await inParallel(ledger.all('refresh token', 'works'), ASKED_AT_ONCE, async (token, index) => {
    const { status, body } = await use(token, index)
    if (status !== 200 && status !== 503)
      faults.push(`a refresh token that was handed out is answered ${status} ${body.error}`)
  })
  // After a rotation without an answer, the old token may be valid or used, but it must not work twice.
  await inParallel(ledger.all('refresh token', 'unknown'), ASKED_AT_ONCE, async (token, index) => {
    const first = await use(token, index)
    const second = await use(token, index + 1)
    if (![200, 400, 503].includes(first.status))
      faults.push(`an unanswered refresh token is answered ${first.status}`)
    // A 503 may mean that nothing was done, so the second request may be the first one that works.
    const allowed = first.status === 503 ? [200, 400, 503] : [400, 503]
    if (!allowed.includes(second.status))
      faults.push(`a refresh token that was answered ${first.status} is then answered ${second.status}`)
  })
}

async function checkUsed({ deployment, ledger, faults }: Round): Promise<void> {
  const { program } = deployment
  await inParallel(ledger.all('refresh token', 'over'), ASKED_AT_ONCE, async (token, index) => {
    const use = () => refresh(deployment.at(index).service, program, token)
    const { status } = await retryOn503(async () => unless503(await use()))
    if (status !== 400) faults.push(`a used refresh token is answered ${status}`)
  })
  const useCode = (value: string) =>
    retryOn503(async () => unless503(await deployment.send(codeRequest(program, JSON.parse(value)))))
  for (const value of ledger.all('code', 'over')) {
    const { status } = await useCode(value)
    if (status !== 400) faults.push(`a used code is answered ${status}`)
  }
  for (const value of ledger.all('code', 'unknown')) {
    await useCode(value)
    if ((await useCode(value)).status === 200) faults.push('a code works twice')
  }
}
