import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen } from '../../identity/testing/people.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { LANGUAGE, PLACES } from './places.ts'

let stage: ConsoleStage
let support: ConsoleBrowser
let reader: ConsoleBrowser
let stranger: ConsoleBrowser
beforeAll(async () => {
  stage = await startStage()
  support = await stage.operator('support')
  reader = await stage.operator('reader')
  stranger = await stage.operator(undefined)
  for (const one of [support, reader, stranger]) await one.open('/')
})
afterAll(() => stage.close())
beforeEach(() => stage.service.database.db.query`truncate audit_events`)

const PAGES = [...Object.entries(PLACES), ['language', LANGUAGE] as const]
const OWN = 'none'
const OTHERS = ['cross-site', 'same-site']
const TIMES = 25

const refusals = () =>
  stage.service.database.db.query<{ name: string; because: string; page: string; act: string | null }>`
    select name, details ->> 'because' as because, details ->> 'page' as page, details ->> 'act' as act from audit_events
     where name in ('console-refused', 'console-form-refused') order by written_in, event_id`
const own = async () => (await refusals()).filter(({ name }) => name === 'console-refused')
const led = (who: ConsoleBrowser, address: string, site: string) =>
  who.inner.get(address, { follow: false, headers: { 'sec-fetch-site': site } })
const sent = (who: ConsoleBrowser, address: string, site: string) =>
  who.inner.post(address, { id: randomUUID() }, { follow: false, headers: { 'sec-fetch-site': site } })

/** Whatever the address asks for, it is about an act that the role of nobody here reaches. */
const asking = (path: string) =>
  `${path}?${new URLSearchParams({ id: randomUUID(), act: 'citizen close', subject: randomUUID() })}`

// proves: console-guards-every-page
describe('what a page of another site led to', () => {
  test.each(PAGES)(
    'is not among what its operator tried: %s, by a link and by a form',
    async (_, { path }) => {
      for (const who of [support, reader, stranger])
        for (const site of OTHERS) {
          await led(who, asking(path), site)
          await led(who, `${path}?act=no+such+act&subject=${randomUUID()}`, site)
          expect((await sent(who, path, site)).status).not.toBe(303)
        }
      expect(await own()).toEqual([])
      const apart = await refusals()
      expect(apart.length).toBeGreaterThan(0)
      expect(apart.map(({ because, page }) => [because, page])).toEqual(apart.map(() => ['cross-site', path]))
    },
  )

  test('is written some times an hour, and what its operator tries then is written, too', async () => {
    for (let times = 0; times < TIMES; times += 1)
      await led(support, `/order/?id=${randomUUID()}`, 'cross-site')
    for (let times = 0; times < TIMES; times += 1) await led(support, '/operators/', 'cross-site')
    expect(await refusals()).toHaveLength(20)
    const { subject } = await addCitizen(stage.service)
    expect((await led(support, `/act/?act=citizen+close&subject=${subject}`, OWN)).status).toBe(403)
    expect(await own()).toMatchObject([{ because: 'role', page: '/act/', act: 'citizen close' }])
  })

  test('hides no cookie of another browser, which ends the sign-in', async () => {
    const ida = await stage.operator('reader')
    await ida.open('/')
    const thief = stage.browser({ 'accept-language': 'en', 'user-agent': 'Firefox/140.0' })
    for (const [name, value] of ida.inner.cookies) thief.inner.cookies.set(name, value)
    await led(thief, '/today/', 'cross-site')
    expect(await own()).toMatchObject([{ because: 'elsewhere', page: '/today/' }])
    expect((await led(ida, '/today/', OWN)).status).toBe(303)
  })
})

// proves: console-guards-every-page
describe('an act that the role does not reach', () => {
  const close = () => led(support, `/act/?act=citizen+close&subject=${randomUUID()}`, OWN)

  test.each([
    ['acts that there are not', () => '/act/?act=help'],
    ['orders that there are not', () => `/order/?id=${randomUUID()}`],
    ['pages of another role', () => '/operators/'],
    ['another act of another role', () => `/act/?act=citizen+suspend&subject=${randomUUID()}`],
  ])('is written however many %s were tried before', async (_, address) => {
    for (let times = 0; times < TIMES; times += 1) await led(support, address(), OWN)
    expect(await own()).toHaveLength(20)
    await close()
    expect((await own()).at(-1)).toMatchObject({ because: 'role', page: '/act/', act: 'citizen close' })
  })

  test('is written twenty times an hour', async () => {
    for (let times = 0; times < TIMES; times += 1) await close()
    expect(await own()).toHaveLength(20)
  })

  test('and acts that there are not are written twenty times an hour, whatever each is called', async () => {
    for (let index = 0; index < TIMES; index += 1)
      await led(support, `/act/?act=help+${'x'.repeat(index + 1)}`, OWN)
    expect(await own()).toHaveLength(20)
  })
})
