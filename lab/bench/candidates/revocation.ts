import { sendOnce } from '../../kit/http/connection.ts'
import {
  introspectionRequest,
  type Person,
  type Provider,
  revocationRequest,
} from '../../kit/oauth-requests.ts'
import { obtainTokens } from './obtain.ts'

/** Obtains so many tokens, and gives a check of the revocation of each, to be made whenever it suits. */
export async function prepareRevocations(
  provider: Provider,
  people: readonly Person[],
  count: number,
): Promise<readonly (() => Promise<void>)[]> {
  const obtained = await obtainTokens(provider, people, count)
  return obtained.map(
    ({ tokens }) =>
      () =>
        checkRevocation(provider, tokens.access_token),
  )
}

/** Active twice, then revoked, then inactive on the very next call; throws where it is not so. */
async function checkRevocation(provider: Provider, accessToken: string): Promise<void> {
  const expectActive = async (expected: boolean) => {
    const response = await sendOnce(provider.port, introspectionRequest(provider, accessToken))
    if (response.json<{ active: unknown }>().active !== expected)
      throw new Error(`A token should have been ${expected ? 'active' : 'inactive'} and was not`)
  }
  await expectActive(true)
  await expectActive(true)
  const { status } = await sendOnce(provider.port, revocationRequest(provider, accessToken))
  if (status !== 200) throw new Error(`The revocation was answered ${status}`)
  await expectActive(false)
}
