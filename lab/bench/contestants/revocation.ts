import type { Loader } from '../load/loader.ts'
import { obtainTokens } from './obtain.ts'
import type { Provider } from './provider.ts'

/** Where tokens are revoked, and the other processes on the same database, which must hear of it as soon. */
export interface RevocationPlaces {
  readonly provider: Provider
  readonly others: readonly Provider[]
}

/** Obtains so many tokens, and gives a look at the revocation of each, to be taken whenever it suits. */
export async function prepareRevocations(
  loader: Loader,
  places: RevocationPlaces,
  count: number,
): Promise<readonly (() => Promise<void>)[]> {
  const tokens = await obtainTokens(loader, places.provider, count)
  return tokens.map(
    ({ accessToken }) =>
      () =>
        checkRevocation(places, accessToken),
  )
}

/** Active at each process, then revoked, then inactive on the very next call of each; throws where it is not so. */
async function checkRevocation({ provider, others }: RevocationPlaces, accessToken: string): Promise<void> {
  const everywhere = [...others, provider]
  for (const place of [provider, ...everywhere]) await expectActive(place, accessToken, true)
  const revoked = await post(
    provider,
    provider.paths.revoke,
    `token=${accessToken}&token_type_hint=access_token`,
  )
  if (revoked.status !== 200) throw new Error(`The revocation was answered ${revoked.status}`)
  await revoked.arrayBuffer()
  for (const place of everywhere) await expectActive(place, accessToken, false)
}

async function expectActive(provider: Provider, accessToken: string, expected: boolean): Promise<void> {
  const { introspect } = provider.paths
  const answer = await post(provider, introspect, `token=${accessToken}${provider.introspectionExtra}`)
  const { active } = (await answer.json()) as { active: unknown }
  if (active !== expected)
    throw new Error(`A token should have been ${expected ? 'active' : 'inactive'} and was not`)
}

function post({ port, basic }: Provider, path: string, body: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
  })
}
