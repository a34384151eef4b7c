import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EchoBackEnd, startEcho } from '../../packages/gate/testing/echo-back-end.ts'
import { stop } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { until } from '../kit/until.ts'
import { askForUpgrade } from './ask-for-upgrade.ts'
import { UPGRADES } from './attack-names.ts'
import { ask, PROXIES, type RunningProxy, startProxy } from './proxy.ts'
import { findTool } from './tools.ts'

/** The proxies of the identity service before something that takes every protocol. */

// proves: threat-copied-files
describe.each(PROXIES)('$name before the identity service', (proxy) => {
  const tool = findTool(proxy.name)
  const title = (name: string) => (tool ? name : `${name} (${proxy.name} is missing)`)
  let backEnd: EchoBackEnd
  let running: RunningProxy

  beforeAll(async () => {
    if (!tool) return
    const folder = join(openFolder(), proxy.name)
    mkdirSync(folder)
    backEnd = await startEcho()
    const process = { port: backEnd.port, metricsPort: backEnd.port }
    running = await startProxy({ proxy, program: tool }, folder, [process, process])
    await until(
      () => `${proxy.name} answers: ${running.run.output()}`,
      () =>
        ask(running.httpsPort, { path: '/login/' }).then(
          ({ status }) => status === 200 || undefined,
          () => undefined,
        ),
    )
  })
  afterAll(async () => {
    if (!tool) return
    await stop(running.run)
    await backEnd.close()
  })

  test.skipIf(!tool).each([...UPGRADES, 'websocket'].map((one) => [one]))(
    title('no connection becomes %s'),
    async (upgrade) => {
      const headers = {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade,
        'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
      }
      const site = { port: running.httpsPort, tls: 'id.example.org' }
      const before = backEnd.arrived.length
      const { status, tunnelled } = await askForUpgrade(site, { path: '/login/', headers }, 'GET /admin')
      // HAProxy refuses a WebSocket without a key itself.
      expect([proxy.name === 'haproxy' ? [200, 400] : [200], tunnelled]).toEqual([
        expect.arrayContaining([status]),
        null,
      ])
      const names = backEnd.arrived
        .slice(before)
        .flatMap(({ rawHeaders }) => rawHeaders.map((one) => one.toLowerCase()))
      if (status === 200) expect(names).toContain('x-forwarded-for')
      expect(names.filter((one) => one === 'upgrade' || one === 'http2-settings')).toEqual([])
    },
  )
})
