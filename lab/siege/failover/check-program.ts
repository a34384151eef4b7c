import { retryOn503, unless503 } from '../../../journeys/kit/retry-on-503.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import type { Handoff } from '../targets/permits.ts'
import { exchangeRequest, rotationRequest } from '../targets/permits.ts'
import type { ProgramRound } from './program-load.ts'
import { send } from './program-load.ts'

const ASKED_AT_ONCE = 8

/** Checks every entry of the ledger at the program. Used refresh tokens are tried last, because that ends their sessions. */
export async function checkProgram(round: ProgramRound): Promise<void> {
  const { ledger, faults, permits } = round
  const pages = (bearer: string, index: number) =>
    retryOn503(async () => unless503(await permits.ask(index % 2, '/api/v1/me/', { bearer })))
  const rotate = (refresh_token: string, index: number) => {
    const request = rotationRequest({ access_token: '', refresh_token }, crypto.randomUUID())
    return retryOn503(async () => unless503(await send(round, index, request)))
  }
  const expect = (what: string, wanted: number) => (answer: { readonly status: number }) => {
    if (answer.status !== wanted) faults.push(`${what} was answered ${answer.status}`)
  }
  const each = <Answer>(values: readonly string[], ask: (value: string, index: number) => Promise<Answer>) =>
    inParallel(values, ASKED_AT_ONCE, ask)
  const check = async (
    what: string,
    values: readonly string[],
    { ask, wanted }: { readonly ask: typeof pages; readonly wanted: number },
  ) => void (await each(values, (value, index) => ask(value, index).then(expect(what, wanted))))
  const exchange = (value: string, index: number) =>
    retryOn503(async () => unless503(await send(round, index, exchangeRequest(JSON.parse(value) as Handoff))))

  await check('the newest access token', ledger.all('access token', 'works'), { ask: pages, wanted: 200 })
  await check('an access token after the sign-out', ledger.all('access token', 'over'), {
    ask: pages,
    wanted: 401,
  })
  await check('the newest refresh token', ledger.all('refresh token', 'works'), { ask: rotate, wanted: 200 })
  await check('a used code', ledger.all('code', 'over'), { ask: exchange, wanted: 401 })
  await check('a used refresh token', ledger.all('refresh token', 'over'), { ask: rotate, wanted: 401 })
}
