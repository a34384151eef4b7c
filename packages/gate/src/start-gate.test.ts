import { expect, test } from 'vitest'
import { openStage } from '../testing/gate-stage.ts'

test('a sign-in that is refused is logged once, with the id of its request', async () => {
  const stage = await openStage({ GATE_PROXY: 'nginx' })
  stage.served.identity.forgeNextIdToken(({ claims, keys }) => keys.sign({ ...claims, nonce: 'another' }))
  await stage.signIn()
  const refused = stage.logged.filter((line) => line.startsWith('callback_refused'))
  expect(refused).toEqual([expect.stringContaining('request_id')])
  await stage.signIn()
  expect(stage.logged.filter((line) => line.startsWith('provisioned '))).toHaveLength(1)
  await stage.close()
})
