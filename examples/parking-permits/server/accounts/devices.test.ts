import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../../testing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const DEVICES = '/api/v1/devices/'
const devices = async (bearer: string) =>
  (await stage.get(DEVICES, bearer)).body['devices'] as Record<string, unknown>[]

test('a citizen sees her own devices, and which of them this one is', async () => {
  const ana = stage.identity.addCitizen({ email: 'ana@example.test' })
  const [first, second] = [await stage.enter(ana), await stage.enter(ana)]
  await stage.enter(stage.identity.addCitizen({ email: 'ben@example.test' }))
  for (const token of [first, second]) {
    const list = await devices(token)
    expect(list).toHaveLength(2)
    expect(list.filter((device) => device['this_device'])).toHaveLength(1)
    expect(Object.keys(list[0] ?? {})).toEqual([
      'browser',
      'system',
      'signed_in_at',
      'last_used_at',
      'this_device',
    ])
  }
  const marked = async (token: string) => (await devices(token)).findIndex((device) => device['this_device'])
  expect(await marked(first)).not.toBe(await marked(second))
  await stage.post('/api/v1/sso/logout/', {}, second)
  expect(await devices(first)).toHaveLength(1)
})

test('nobody else sees a list, and an old account has no device', async () => {
  for (const bearer of [undefined, 'central-token', 'ppa_x', 'ppt_x'])
    expect((await stage.get(DEVICES, bearer)).status).toBe(401)
  const old = await stage.openOldAccount('olga@example.test')
  expect(await devices(old)).toEqual([])
})
