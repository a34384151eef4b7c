import { sendOnce } from '../../kit/http/connection.ts'
import type { Person, Provider } from '../../kit/oauth-requests.ts'
import { introspectionRequest, revocationRequest } from '../../kit/oauth-requests.ts'
import { obtainTokens } from './obtain.ts'

/** Where tokens are revoked, and the other processes on the same database, which must hear of it as soon. */
export interface RevocationPlaces {
  readonly provider: Provider
  readonly people: readonly Person[]
  readonly otherPorts: readonly number[]
}

/** Obtains so many tokens, and gives a check of the revocation of each, to be made whenever it suits. */
export async function prepareRevocations(
  places: RevocationPlaces,
  count: number,
): Promise<readonly (() => Promise<void>)[]> {
  const obtained = await obtainTokens(places.provider, places.people, count)
  return obtained.map(
    ({ tokens }) =>
      () =>
        checkRevocation(places, tokens.access_token),
  )
}

/** Active at each process, then revoked, then inactive on the very next call of each; throws where it is not so. */
async function checkRevocation(
  { provider, otherPorts }: RevocationPlaces,
  accessToken: string,
): Promise<void> {
  const everywhere = [...otherPorts, provider.port]
  const expectActive = async (port: number, expected: boolean) => {
    const response = await sendOnce(port, introspectionRequest(provider, accessToken))
    if (response.json<{ active: unknown }>().active !== expected)
      throw new Error(`A token should have been ${expected ? 'active' : 'inactive'} and was not`)
  }
  for (const port of [provider.port, ...everywhere]) await expectActive(port, true)
  const { status } = await sendOnce(provider.port, revocationRequest(provider, accessToken))
  if (status !== 200) throw new Error(`The revocation was answered ${status}`)
  for (const port of everywhere) await expectActive(port, false)
}
