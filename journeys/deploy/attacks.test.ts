// Takes over 10 s: a gate and each proxy start, and the whole list of attacks is sent through each proxy.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Arrived } from '../../packages/gate/testing/echo-back-end.ts'
import { type Answered, type Asked, send } from '../../packages/gate/testing/gate-stage.ts'
import { askForUpgrade } from './ask-for-upgrade.ts'
import { CLAIMED, COOKIES, SPELLINGS_OF_PAY, TOLD_BY_PROXIES, UPGRADES, WAYS_OUT } from './attack-names.ts'
import { type AttackedSite, KINDS } from './attacked-sites.ts'
import { HOST } from './gate-front.ts'

/** One list of attacks on everything that people copy: each reference file and example with its real proxy, and the gate. */

const BASE = `https://${HOST}`
const OWN = { origin: BASE, 'sec-fetch-site': 'same-origin' }
const SOCKET = { ...OWN, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }
const FORGED = 'forged.example'
const PER_MINUTE = 12

// proves: threat-copied-files
describe.each(KINDS)('$name', (kind) => {
  const { missing, citizens } = kind
  const title = (name: string) => (missing === null ? name : `${name} (${missing})`)
  const check = test.skipIf(missing !== null)
  let site: AttackedSite

  const ask = ({ headers, ...asked }: Asked) =>
    send(site.port, { ...asked, headers: { host: HOST, ...headers } }, site.tls)
  const own = () => site.gate.browser.headers()
  /** What reaches the back end of these requests. */
  const arrivedOf = async (...asked: readonly Asked[]): Promise<readonly Arrived[]> => {
    const before = site.backEnd.arrived.length
    for (const one of asked) await ask(one)
    return site.backEnd.arrived.slice(before)
  }
  const namesOf = ({ rawHeaders }: Arrived) => rawHeaders.filter((_, at) => at % 2 === 0)

  beforeAll(async () => {
    if (missing !== null) return
    site = await kind.open({
      ...{
        GATE_RECENT_SIGN_IN_PATHS: '/pay=10 /permits/pay=10',
        GATE_LIMIT_BEGIN_PER_IP: `${PER_MINUTE}/600`,
      },
      GATE_PLAIN_HEADERS: 'subject,name',
    })
    // An hour ago: too long for the paths that need a recent sign-in.
    site.gate.served.identity.forgeNextIdToken(({ claims, keys }) =>
      keys.sign({ ...claims, auth_time: Number(claims['iat']) - 3600 }),
    )
    await site.gate.signIn()
  })
  afterAll(() => site?.close())

  check.each(Object.entries(CLAIMED))(title('no visitor says who they are as %s'), async (_family, names) => {
    for (const name of names)
      for (const extra of [{}, { connection: `close, ${name}` }]) {
        const headers = { [name]: FORGED, ...extra }
        const arrived = await arrivedOf(
          { path: citizens, headers: { ...own(), ...headers } },
          { path: '/', headers },
          { path: '/public/page', headers },
        )
        const seen = arrived.flatMap(({ rawHeaders }) => rawHeaders)
        expect([name, seen.filter((one) => one.includes(FORGED))]).toEqual([name, []])
      }
  })

  check(title('no visitor says what only proxies say about a connection'), async () => {
    for (const name of TOLD_BY_PROXIES) {
      const headers = { [name]: `/${FORGED}` }
      const arrived = await arrivedOf(
        { path: citizens, headers: { ...own(), ...headers } },
        { path: '/public/page', headers },
      )
      const seen = arrived.flatMap(({ rawHeaders }) => rawHeaders)
      expect([name, seen.filter((one) => one.includes(FORGED))]).toEqual([name, []])
    }
  })

  check(title('many names at once, and twice, change nothing'), async () => {
    const names = [...Object.values(CLAIMED).flat(), ...TOLD_BY_PROXIES].slice(0, 60)
    const headers = Object.fromEntries(names.map((name) => [name, [FORGED, FORGED]]))
    const arrived = await arrivedOf({ path: citizens, headers: { ...own(), ...headers } })
    expect(JSON.stringify(arrived)).not.toContain(FORGED)
  })

  check(title('an address that a visitor makes up resets no limit'), async () => {
    const begun: Answered[] = []
    for (let at = 0; at <= PER_MINUTE; at += 1) {
      const address = `198.51.100.${at}`
      const lies = { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address }
      begun.push(await ask({ path: '/api/v1/sso/login', headers: lies }))
    }
    expect(begun.some(({ headers }) => (headers.get('location') ?? '').includes('/o/authorize'))).toBe(true)
    expect(begun.at(-1)?.headers.get('location') ?? '').not.toContain('/o/authorize')
  })

  const upgradeAt = async (path: string, said: Readonly<Record<string, string | readonly string[]>>) => {
    const before = site.backEnd.arrived.length
    const smuggled = `GET /admin HTTP/1.1\r\nHost: ${HOST}\r\nX-Portico-Subject: ${FORGED}\r\n\r\n`
    const headers = { ...own(), ...SOCKET, ...said, 'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA' }
    const { tunnelled } = await askForUpgrade(site, { path, headers }, smuggled)
    const arrived = site.backEnd.arrived.slice(before)
    const protocols = arrived.flatMap(({ rawHeaders }) =>
      rawHeaders.filter((_, at) => at % 2 === 1 && /^upgrade$/i.test(rawHeaders[at - 1] ?? '')),
    )
    return { tunnelled, arrived, others: protocols.filter((one) => one.toLowerCase() !== 'websocket') }
  }

  check.each(UPGRADES.map((one) => [one]))(title('no connection becomes %s'), async (upgrade) => {
    // A list of protocols that has the right one may become a WebSocket, and nothing else.
    const mayBeOne = [upgrade].flat().join().toLowerCase().includes('websocket')
    for (const path of [citizens, '/', '/public/page', '/api/v1/sso/config/']) {
      const connection = path === '/' ? 'keep-alive, upgrade' : 'Upgrade, HTTP2-Settings'
      const { tunnelled, arrived, others } = await upgradeAt(path, { connection, upgrade })
      expect([path, others, mayBeOne ? null : tunnelled]).toEqual([path, [], null])
      expect(arrived.flatMap(namesOf).join().toLowerCase()).not.toContain('http2-settings')
      expect(arrived.map(({ url }) => url)).not.toContain('/admin')
    }
  })

  test.skipIf(missing !== null || !kind.opensWebSockets)(
    title('a WebSocket of an own page opens'),
    async () => {
      const headers = { ...own(), ...SOCKET, connection: 'Upgrade', upgrade: 'websocket' }
      const opened = await askForUpgrade(site, { path: citizens, headers }, 'words of the page')
      expect(opened).toEqual({ status: 101, tunnelled: 'hello words of the page' })
      expect(site.backEnd.valuesOf('x-portico-identity')).toEqual([expect.stringMatching(/^eyJ/)])
    },
  )

  check(title('no visitor gets out of a public path'), async () => {
    for (const path of WAYS_OUT) {
      const arrived = await arrivedOf({ path })
      const isVisitor = arrived.every((one) => namesOf(one).every((name) => !/portico/i.test(name)))
      expect([path, arrived.filter(({ url }) => !/^\/public/.test(url)), isVisitor]).toEqual([path, [], true])
      if (!kind.name.includes('example')) expect([path, arrived.length]).toEqual([path, 0])
    }
  })

  check(title('an old sign-in opens no path that needs a recent one, in any spelling'), async () => {
    for (const path of SPELLINGS_OF_PAY)
      for (const prefix of kind.name.includes('example') ? ['/permits'] : ['', '/permits']) {
        const arrived = await arrivedOf({ path: `${prefix}${path}`, headers: own() })
        expect([path, arrived.map(({ url }) => url)]).toEqual([path, []])
      }
  })

  check(title('no header leads a back end to a path that needs a recent sign-in'), async () => {
    for (const name of [
      'X-Original-URL',
      'X-Rewrite-URL',
      'x-original-url',
      'X_Original_URL',
      'X-Rewrite_URL',
    ])
      for (const value of ['/pay', '/PAY/', '//pay', '/permits/pay', 'pay']) {
        const arrived = await arrivedOf({ path: citizens, headers: { ...own(), [name]: value } })
        expect([
          name,
          value,
          arrived.flatMap(namesOf).filter((one) => /original|rewrite/i.test(one)),
        ]).toEqual([...[name, value, []]])
      }
  })

  check(title('no cookie reaches the back end that was not sent'), async () => {
    for (const line of COOKIES) {
      const sent = line.split(';').map((one) => one.trim())
      const arrived = await arrivedOf({
        path: citizens,
        headers: { cookie: `${line}; ${own()['cookie'] ?? ''}` },
      })
      expect(arrived).toHaveLength(1)
      const seen = site.backEnd
        .valuesOf('cookie')
        .join('; ')
        .split(';')
        .map((one) => one.trim())
      expect([line, seen.filter((one) => one !== '' && !sent.includes(one))]).toEqual([line, []])
      expect(seen.some((one) => one.startsWith('__Host-portico'))).toBe(false)
    }
  })

  // Traefik can only overwrite what the back end says.
  test.skipIf(missing !== null || kind.name.startsWith('traefik'))(
    title('no cache keeps what is for one citizen, unless the back end says so'),
    async () => {
      const keptOf = async (path: string) => {
        const { status, headers } = await ask({ path, headers: own() })
        return [status, headers.get('cache-control')]
      }
      expect(await keptOf(citizens)).toEqual([200, 'no-store'])
      expect(await keptOf(`${citizens}own-cache`)).toEqual([200, 'private, max-age=60'])
    },
  )

  check(title('a citizen comes through, with one identity that the gate has signed'), async () => {
    await arrivedOf({ path: citizens, headers: own() })
    expect(site.backEnd.valuesOf('x-portico-identity')).toEqual([expect.stringMatching(/^eyJ/)])
  })
})
