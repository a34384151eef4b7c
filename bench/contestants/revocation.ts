import type { Loader } from '../load/loader.ts'
import { obtainTokens } from './obtain.ts'
import type { Provider } from './provider.ts'

/** Obtains so many tokens, and gives a look at the revocation of each, to be taken whenever it suits. */
export async function prepareRevocations(
  loader: Loader,
  provider: Provider,
  count: number,
): Promise<readonly (() => Promise<void>)[]> {
  const tokens = await obtainTokens(loader, provider, count)
  return tokens.map(
    ({ accessToken }) =>
      () =>
        checkRevocation(provider, accessToken),
  )
}

/** Active twice, then revoked, then inactive on the very next call; throws where it is not so. */
async function checkRevocation(provider: Provider, accessToken: string): Promise<void> {
  await expectActive(provider, accessToken, true)
  await expectActive(provider, accessToken, true)
  const revoked = await post(
    provider,
    provider.paths.revoke,
    `token=${accessToken}&token_type_hint=access_token`,
  )
  if (revoked.status !== 200) throw new Error(`The revocation was answered ${revoked.status}`)
  await revoked.arrayBuffer()
  await expectActive(provider, accessToken, false)
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
