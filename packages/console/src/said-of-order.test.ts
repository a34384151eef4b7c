// Takes over 10 s: each act is ordered and done, and what the page says of it is read in every language three times.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Citizen } from '../../identity/src/citizens/index.ts'
import { askForLink } from '../../identity/src/command/backup.fixture.ts'
import { CONSOLE_ACTS } from '../../identity/src/command/index.ts'
import { portico, settingsFor } from '../../identity/src/command/portico.fixture.ts'
import type { OrderAnswer, OrderState } from '../../identity/src/console-orders/index.ts'
import { addressHash } from '../../identity/src/guesses/index.ts'
import type { Fact } from '../../identity/src/moments/index.ts'
import { LANGUAGES, type Language } from '../../identity/src/platform/languages.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import { insertApp } from '../../identity/testing/soft-app.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import type { ConsoleBrowser } from '../testing/console-stage.ts'
import {
  doIt,
  type OperatorsStage,
  type OrdersStage,
  openOperators,
  orderAct,
  startOrders,
  WHY,
} from '../testing/orders.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'en')

let on: OperatorsStage
let orders: OrdersStage
let citizen: Citizen
beforeAll(async () => {
  on = await openOperators()
})
afterAll(() => on.close())
beforeEach(async () => {
  orders = startOrders(on.stage)
  citizen = await addCitizen(on.stage.service)
})
afterEach(() => orders.stop())

const db = () => on.stage.service.database.db
const run = async (verb: string, ...more: readonly string[]) => {
  const words = ['citizen', verb, citizen.subject, ...more, '--reason', 'a test']
  const ran = await portico(settingsFor(on.stage.service.database), words, { ask: 'nobody-there' })
  expect([ran.exitCode, ran.err]).toEqual([0, ''])
}
const addApp = () => insertApp(db(), citizen)

/** What an account needs so that an act does something to it, and what is typed. Each act of the console has a line here. */
const PREPARED: Readonly<
  Record<string, { readonly before?: () => Promise<unknown>; readonly fields?: Record<string, string> }>
> = {
  'citizen suspend': {
    before: () => signIn(on.stage.service.browser(), citizen),
    fields: { cause: 'misuse', until: '30d' },
  },
  'citizen reinstate': { before: () => run('suspend') },
  'citizen require-verification': {},
  'citizen sign-out': { before: () => signIn(on.stage.service.browser(), citizen) },
  'citizen forgive-failures': {
    before: () => db().query`
      insert into guessed_addresses (address_hash, failures, forget_at)
      values (${addressHash(citizen.email)}, 7, now() + interval '1 hour')`,
  },
  'citizen remove-passkeys': {
    before: () => db().query`
      insert into passkeys (citizen_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
      values (${citizen.citizenId}, 'x', 'y', 0, '', '', false, to_timestamp(0))`,
  },
  'citizen reset-second-factor': { before: addApp },
  'citizen remove-lost-app': { before: addApp },
  'citizen change-address': { fields: { to: 'new.address@example.test' } },
  'citizen send-way-back': { before: () => run('change-address', '--to', 'other.address@example.test') },
  'citizen resend': {
    before: () => askForLink(on.stage.service, '/api/v1/accounts/recover/', { email: citizen.email }),
  },
  'citizen investigate': { fields: { days: '14' } },
  'citizen end-investigation': { before: () => run('investigate', '--days', '14') },
  'citizen close': {
    before: async () => {
      await signIn(on.stage.service.browser(), citizen)
      await addApp()
      await run('change-address', '--to', 'last.address@example.test')
    },
  },
}

/** What the service says on a page, read in a language. */
async function saidIn(language: Language, who: ConsoleBrowser, { url }: Pick<Visited, 'url'>) {
  const page = await who.open(url, { headers: { 'accept-language': language } })
  expect([page.status, page.html.querySelector('html')?.getAttribute('lang')]).toEqual([200, language])
  const list = page.html.querySelectorAll('main .said')
  expect(list).toHaveLength(1)
  return list[0]!
}

const UUID = /[\da-f]{8}-[\da-f]{4}-/
const ISO_TIME = /\d{4}-\d\d-\d\d[T ]\d\d/
/** What a sentence says of how to type a time. */
const TYPED_TIME = '2026-03-01T12:00:00Z'
const IN_OTHER_LETTERS: ReadonlySet<Language> = new Set(['ar', 'zh-Hans'])
/** Words in Latin letters: in Arabic and Chinese nothing but the name of a time zone has them. */
const LATIN = /[A-Za-z]{2,}/g

/** Every language says each line in words of its own. */
async function requireSaidInAll(who: ConsoleBrowser, page: Visited): Promise<void> {
  const english = (await saidIn('en', who, page)).querySelectorAll('li').map(({ text }) => text)
  expect(english.length).toBeGreaterThan(0)
  for (const language of OTHERS) {
    const list = await saidIn(language, who, page)
    expect([language, list.outerHTML]).not.toEqual([language, expect.stringContaining('lang="en"')])
    for (const typed of list.querySelectorAll('bdi')) typed.remove()
    const own = list.querySelectorAll('li').map(({ text }) => text)
    expect(own).toHaveLength(english.length)
    for (const [at, line] of own.entries()) {
      expect([language, line]).not.toEqual([language, english[at]])
      expect(line).not.toMatch(UUID)
      expect(line.replace(TYPED_TIME, '')).not.toMatch(ISO_TIME)
      const latin = IN_OTHER_LETTERS.has(language) ? (line.match(LATIN) ?? []) : []
      expect(latin.filter((word) => word !== 'UTC')).toEqual([])
    }
  }
}

// proves: orders-told-first
describe('what the service says of an order', () => {
  test('each act of the console is tried here', () => {
    expect(Object.keys(PREPARED)).toEqual(expect.arrayContaining(CONSOLE_ACTS.map(({ words }) => words)))
  })

  test.each(CONSOLE_ACTS.map(({ words }) => words))(
    '%s: what it would do, what it did and why not again is said in every language',
    async (act) => {
      const { before, fields = {} } = PREPARED[act] ?? {}
      await before?.()
      const told = await orderAct(on.administrator, { act, subject: citizen.subject }, fields)
      expect(told.html.querySelectorAll('main form')).toHaveLength(1)
      await requireSaidInAll(on.administrator, told)
      await requireSaidInAll(on.administrator, await doIt(on.administrator, told))
      const again = await orderAct(on.administrator, { act, subject: citizen.subject }, fields)
      await requireSaidInAll(on.administrator, again)
    },
  )

  test.each([
    ['citizen suspend', { until: 'some day' }],
    ['citizen suspend', { until: '2020-01-01' }],
    ['citizen suspend', { until: '9999999w' }],
    ['citizen suspend', { cause: 'anger' }],
    ['citizen investigate', { days: '31' }],
    ['citizen change-address', { to: 'no address' }],
  ])('%s is refused with %j in every language', async (act, fields) => {
    const refused = await orderAct(on.administrator, { act, subject: citizen.subject }, fields)
    expect(refused.html.querySelectorAll('main form')).toEqual([])
    await requireSaidInAll(on.administrator, refused)
  })

  test('an act that waits, the consent and the withdrawal are said in every language', async () => {
    await orders.stop()
    orders = startOrders(on.stage, { PORTICO_FOUR_EYES: 'all' })
    const ask = async () => {
      const fields = { cause: 'misuse', until: '30d' }
      const told = await orderAct(on.security, { act: 'citizen suspend', subject: citizen.subject }, fields)
      await requireSaidInAll(on.security, told)
      const waits = await doIt(on.security, told)
      await requireSaidInAll(on.security, waits)
    }
    const step = async (who: ConsoleBrowser, link: string) =>
      who.send(await who.inner.click(await who.open('/acts/'), link), WHY, {
        button: 'Tell me what would happen',
      })
    await ask()
    await requireSaidInAll(on.security, await doIt(on.security, await step(on.security, 'Withdraw an act')))
    await ask()
    await signIn(on.stage.service.browser(), citizen)
    const told = await step(on.administrator, 'Consent to an act')
    await requireSaidInAll(on.administrator, told)
    const german = await saidIn('de', on.administrator, told)
    expect(german.text).toContain('Missbrauch')
    expect(german.text).toMatch(/jetzt auch: 1\s+Sitzung endet/)
    expect(german.querySelector(`a[href$="${citizen.subject}"]`)).not.toBeNull()
    await requireSaidInAll(on.administrator, await doIt(on.administrator, told))
  })
})

/** The page of an order of support that the service has answered so. */
async function answered(answer: OrderAnswer, state: OrderState = 'told'): Promise<Pick<Visited, 'url'>> {
  const [row] = await db().query<{ id: string }>`
    insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id, state, answer, asked_at, taken_at, ends_at)
    values (gen_random_uuid(), ${on.support.citizenId}::text::uuid, 'citizen sign-out', ${citizen.subject}, '{}', 'a test', '', 'r', ${state},
            ${JSON.stringify(answer)}::text::jsonb, now(), now(), now() + interval '1 hour')
    returning order_id::text as id`
  await on.support.open('/')
  return { url: `${on.stage.url}/order/?id=${row?.id}` }
}

const says = (...facts: readonly Fact[]) => ({
  lines: [],
  told: [],
  tells: facts.map((fact) => ({ says: 'in English to ann@example.test', fact })),
})

const sessions = (count: number): Fact => ({
  ...{ tells: 'effect', room: 'access', name: 'sessions', way: 'less' },
  ...{ count, then: 0 },
})

describe('an answer that is stored', () => {
  test('says a number as the language does', async () => {
    const page = await answered(says(...[1, 2, 3, 11, 100].map(sessions)))
    const list = await saidIn('ar', on.support, page)
    expect(list.querySelectorAll('li').map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
      'إنهاء جلسة واحدة',
      'إنهاء جلستين',
      'إنهاء 3 جلسات',
      'إنهاء 11 جلسة',
      'إنهاء 100 جلسة',
    ])
  })

  test('says an instant in the time zone of the page', async () => {
    const until: Fact = { tells: 'done', act: 'citizen suspend', says: 'until', at: 1_800_000_000 as never }
    const list = await saidIn('de', on.support, await answered(says(until), 'done'))
    expect(list.text.replaceAll('\u00a0', ' ')).toContain('bis zum 15. Januar 2027 um 08:00 Uhr UTC gesperrt')
  })

  test('of the release before is shown as it was: in English, with covered addresses', async () => {
    const line = `  - sends the letter x to ${citizen.email}`
    const lines = ['This would happen to citizen y:', '  - ends 1 session', line, 'Nothing was changed.']
    const list = await saidIn('de', on.support, await answered({ lines, told: [] }))
    expect([list.getAttribute('lang'), list.getAttribute('dir')]).toEqual(['en', 'ltr'])
    expect(list.querySelectorAll('li').map(({ text }) => text)).toEqual([
      'ends 1 session',
      expect.stringMatching(/^sends the letter x to \S…@/),
    ])
  })

  test('that is a refusal of the release before, or one without words, is shown in English', async () => {
    for (const fact of [
      undefined,
      { code: 'of-tomorrow' },
      { code: 'constructor' },
      { code: 'x', act: 'y' },
    ]) {
      const refusal = { because: 'of-tomorrow', says: 'Not today.', ...(fact && { fact }) }
      const list = await saidIn('ar', on.support, await answered(refusal, 'refused'))
      expect([list.getAttribute('lang'), list.text]).toEqual(['en', 'Not today.'])
    }
  })

  test.each<[string, Fact]>([
    ['an effect of another release', { ...sessions(1), name: 'dreams' } as Fact],
    ['an effect of a room that is gone', { ...sessions(1), room: 'dreams' } as Fact],
    ['an effect without words', { ...sessions(1), way: 'more' } as Fact],
    ['another letter', { tells: 'letter', kind: 'of-tomorrow', recipient: 'ann@example.test' }],
    ['another act', { tells: 'done', act: 'citizen dream', says: 'done' }],
    ['another sentence of an act', { tells: 'done', act: 'citizen sign-out', says: 'until' }],
    ['a fact of another release', { tells: 'dreams' } as never],
    ['what differs without a fact', { tells: 'no-longer', what: { says: 'x' } }],
  ])('with %s says that line in English, with covered addresses, and the others not', async (_, fact) => {
    const list = await saidIn('de', on.support, await answered(says(fact, sessions(2))))
    const [first, second] = list.querySelectorAll('li')
    expect([first?.getAttribute('lang'), first?.text]).toEqual(['en', 'in English to a…@e….test'])
    expect([second?.getAttribute('lang'), second?.text]).toEqual([
      undefined,
      expect.stringMatching(/^2\s+Sitzungen enden$/),
    ])
  })

  test('has no markup of its values', async () => {
    const markup = '<b id="mine">x</b>'
    const fact: Fact = {
      ...{ tells: 'asked', act: 'citizen suspend', subject: citizen.subject, operator: markup },
      ...{ options: { cause: markup, [markup]: markup }, at: 1 as never, reason: markup },
    }
    const letter: Fact = { tells: 'letter', kind: 'recovery', recipient: `${markup}@example.test` }
    const unknown: Fact = { ...letter, kind: markup }
    const list = await saidIn('de', on.support, await answered(says(fact, letter, unknown)))
    expect(list.querySelectorAll('b')).toEqual([])
    expect(list.innerHTML).toContain('&lt;b id=')
    const refusal = { because: markup, says: markup, fact: { code: markup } }
    const refused = await saidIn('de', on.support, await answered(refusal, 'refused'))
    expect([refused.querySelectorAll('b'), refused.querySelectorAll('li').length]).toEqual([[], 1])
  })
})
