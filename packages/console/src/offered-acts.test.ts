// Takes over 10 s: in each of twenty states of an account, every act is previewed by its command.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Citizen, replaceEmail } from '../../identity/src/citizens/index.ts'
import { askForLink } from '../../identity/src/command/backup.fixture.ts'
import { CONSOLE_ACTS } from '../../identity/src/command/index.ts'
import { portico, settingsFor } from '../../identity/src/command/portico.fixture.ts'
import { addressHash } from '../../identity/src/guesses/index.ts'
import { plusSeconds } from '../../identity/src/platform/clock.ts'
import { LANGUAGES } from '../../identity/src/platform/languages.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import { insertApp } from '../../identity/testing/soft-app.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import {
  mainOf,
  type OperatorsStage,
  openAct,
  openOperators,
  orderAct,
  startOrders,
} from '../testing/orders.ts'

let on: OperatorsStage
let citizen: Citizen
beforeAll(async () => {
  on = await openOperators()
})
afterAll(() => on.close())
beforeEach(async () => {
  citizen = await addCitizen(on.stage.service)
})

const db = () => on.stage.service.database.db
const run = (verb: string, ...more: readonly string[]) =>
  portico(
    settingsFor(on.stage.service.database),
    ['citizen', verb, citizen.subject, ...more, '--reason', 'a test'],
    {
      ask: 'nobody-there',
    },
  )
const addApp = () => insertApp(db(), citizen)
const guessWrong = (forgetAt: number) => db().query`
  insert into guessed_addresses (address_hash, failures, forget_at)
  values (${addressHash(citizen.email)}, 7, to_timestamp(${forgetAt}))`
const soon = () => Math.floor(Date.now() / 1000) + 1000

/** The change of the address was carried out, and can be undone. */
async function changeAddress(): Promise<void> {
  const { db: pool, clock } = on.stage.service.foundation
  const { citizenId, email, securityVersion } = citizen
  const times = { now: clock.now(), reservedUntil: plusSeconds(clock.now(), 86_400) }
  const newEmail = `new.${email}`
  await pool.transaction((tx) => replaceEmail(tx, citizen, { email: newEmail, emailVerified: true }, times))
  await pool.query`
    insert into address_changes (citizen_id, security_version, password_mark, old_email, new_email, is_proven, stop_hash, undo_hash, asked_at, next_at, done_at)
    values (${citizenId}, ${securityVersion}, 'a mark', ${email}, ${newEmail}, true, decode('00', 'hex'), decode('01', 'hex'),
            to_timestamp(${clock.now() - 86_400}), to_timestamp(${clock.now() + 86_400}), to_timestamp(${clock.now() - 10}))`
}

const STATES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['as it was made', async () => undefined],
  ['signed in', () => signIn(on.stage.service.browser(), citizen)],
  ['suspended for ever', () => run('suspend')],
  ['suspended for some days', () => run('suspend', '--until', '30d')],
  [
    'whose suspension is over',
    async () => {
      await run('suspend', '--until', '30d')
      await db()
        .query`update suspensions set ends_at = now() - interval '1 hour' where citizen_id = ${citizen.citizenId}`
    },
  ],
  ['whose address has to be verified', () => run('require-verification')],
  ['with wrong passwords in a row', () => guessWrong(soon())],
  [
    'with wrong passwords in a browser that it knows',
    async () => {
      await signIn(on.stage.service.browser(), citizen)
      await db().query`update known_devices set failures = 3 where citizen_id = ${citizen.citizenId}`
    },
  ],
  ['with an app for codes', addApp],
  [
    'with recovery codes alone',
    () => db().query`insert into recovery_codes (citizen_id, code_hash) values (${citizen.citizenId}, 'x')`,
  ],
  [
    'of which a lost app is being removed',
    async () => {
      await addApp()
      await run('remove-lost-app')
    },
  ],
  [
    'with an app, and suspended',
    async () => {
      await addApp()
      await run('suspend')
    },
  ],
  [
    'with a passkey',
    () => db().query`
      insert into passkeys (citizen_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
      values (${citizen.citizenId}, 'x', 'y', 0, '', '', false, to_timestamp(0))`,
  ],
  [
    'that waits for a letter',
    () => askForLink(on.stage.service, '/api/v1/accounts/recover/', { email: citizen.email }),
  ],
  [
    'that waits for a letter, and is suspended',
    async () => {
      await askForLink(on.stage.service, '/api/v1/accounts/recover/', { email: citizen.email })
      await run('suspend')
    },
  ],
  [
    'that waits for a letter, which the mail server refused for good',
    async () => {
      await askForLink(on.stage.service, '/api/v1/accounts/recover/', { email: citizen.email })
      await db().query`
        insert into refused_letters (asked_by, expires_at)
        select link_hash, now() + interval '1 day' from mailed_links where citizen_id = ${citizen.citizenId}`
    },
  ],
  ['whose change of address waits', () => run('change-address', '--to', `${citizen.citizenId}@example.test`)],
  ['whose address was changed', changeAddress],
  ['that is investigated', () => run('investigate', '--days', '14')],
  [
    'whose closing waits',
    () => db().query`
      insert into closings (citizen_id, security_version, asked_at, due_at)
      values (${citizen.citizenId}, 1, to_timestamp(0), now() + interval '5 days')`,
  ],
]

const openAccount = (who = on.administrator) => who.open(`/citizen/?subject=${citizen.subject}`)
const textsOf = ({ html }: Visited, selector: string) =>
  html.querySelectorAll(selector).map(({ text }) => text.replace(/\s+/g, ' ').trim())
const offeredOn = (page: Visited) => textsOf(page, 'main ul a')
const othersOn = (page: Visited) => textsOf(page, 'main details ul li')

const titlesIn = async (language: (typeof LANGUAGES)[number]) =>
  Promise.all(
    CONSOLE_ACTS.map(async ({ words, fromConsole }) => {
      const { title, note, nothing = {} } = (await fromConsole.words())[language]
      return { words, title, note, nothing }
    }),
  )

/** The acts whose preview does something, by what the commands say. */
async function usefulActs(): Promise<readonly string[]> {
  const acts = CONSOLE_ACTS.map(({ words }) => words)
  const isUseful = await Promise.all(acts.map(doesSomething))
  return acts.filter((_, at) => isUseful[at])
}

interface Preview {
  readonly changed: boolean
  readonly effects: readonly { readonly table: string }[]
  readonly letters: readonly unknown[]
}

/** What the command says before it does it. Undefined where it is refused. */
async function previewOf(words: string): Promise<Preview | undefined> {
  const verb = words.replace('citizen ', '')
  const options: Readonly<Record<string, readonly string[]>> = {
    'change-address': ['--to', `other.${citizen.citizenId}@example.test`],
    investigate: ['--days', '14'],
  }
  const tried = await run(verb, ...(options[verb] ?? []), '--dry-run', '--json')
  return tried.exitCode === 0 ? tried.json<Preview>() : undefined
}

async function doesSomething(words: string): Promise<boolean> {
  const preview = await previewOf(words)
  return preview !== undefined && preview.changed && preview.effects.length + preview.letters.length > 0
}

// proves: orders-offered-where-useful
describe('the acts that the page of an account offers', () => {
  test.each(STATES)('to an account %s are those whose preview does something', async (_, prepare) => {
    await prepare()
    const page = await openAccount()
    const titles = await titlesIn('en')
    const offered = titles.filter(({ title }) => offeredOn(page).includes(title)).map(({ words }) => words)
    expect(offered).toEqual(await usefulActs())
    // Each other one stands below, with why.
    const others = titles.filter(({ words }) => !offered.includes(words))
    expect(othersOn(page)).toHaveLength(others.length)
    for (const [at, { title, nothing }] of others.entries())
      expect(Object.values(nothing).map((why) => `${title}: ${why}`)).toContain(othersOn(page)[at])
  })

  test('are not offered for wrong passwords that are forgotten by now', async () => {
    await guessWrong(1)
    expect(othersOn(await openAccount(on.support)).join()).toContain('There are no wrong passwords in a row')
  })

  test('are none of a closed account', async () => {
    await run('close')
    const page = await openAccount()
    expect([offeredOn(page), othersOn(page)]).toEqual([[], []])
  })

  test('say nothing of acts that the role does not reach', async () => {
    const page = await openAccount(on.support)
    expect(mainOf(page)).not.toContain('passkey')
    expect(offeredOn(page)).toEqual(['Have the address verified again'])
  })

  test('are named where none would do anything', async () => {
    await db().query`update citizens set email_verified = false where citizen_id = ${citizen.citizenId}`
    const page = await openAccount(on.support)
    expect(offeredOn(page)).toEqual([])
    expect(mainOf(page)).toContain('Nothing would do anything now.')
  })

  test('are every act by hand, whose preview says that nothing would happen', async () => {
    const orders = startOrders(on.stage)
    const act = 'citizen remove-passkeys'
    expect((await openAct(on.security, act, citizen.subject)).status).toBe(200)
    const told = await orderAct(on.security, { act, subject: citizen.subject })
    expect(mainOf(told)).toContain('had no passkey; nothing changed')
    expect(told.html.querySelectorAll('main form')).toEqual([])
    await orders.stop()
  })

  test('ask few statements', async () => {
    await addApp()
    const { views } = on
    let statements = 0
    const counting = {
      ...views,
      query: (...asked: Parameters<typeof views.query>) => {
        statements += 1
        return views.query(...asked)
      },
    }
    const { clock } = on.stage.service
    for (const { fromConsole } of CONSOLE_ACTS)
      await fromConsole.whyNothing?.({ db: counting as typeof views, clock }, citizen)
    expect(statements).toBeGreaterThan(3)
    expect(statements).toBeLessThan(30)
  })

  test('say before a ticket and a reason what they do: a letter, and what ends, as their previews say', async () => {
    await signIn(on.stage.service.browser(), citizen)
    await addApp()
    await db().query`
      insert into passkeys (citizen_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
      values (${citizen.citizenId}, 'x', 'y', 0, '', '', false, to_timestamp(0))`
    const notes = await titlesIn('en')
    for (const { words, note } of notes) {
      const form = await openAct(on.administrator, words, citizen.subject)
      const main = mainOf(form)
      expect(main.indexOf(note)).toBeGreaterThan(0)
      expect(main.indexOf(note)).toBeLessThan(main.indexOf('Number of the ticket'))
    }
    const useful = await usefulActs()
    expect(useful.length).toBeGreaterThan(7)
    for (const words of useful) {
      const note = notes.find((act) => act.words === words)?.note ?? ''
      const { effects = [], letters = [] } = (await previewOf(words)) ?? {}
      const tables = effects.map(({ table }) => table)
      const real: readonly (readonly [RegExp, boolean])[] = [
        [/sends no letter/, letters.length === 0],
        [/gets a letter|letter tells/, letters.length > 0],
        [/every session in all programs/, tables.includes('sessions')],
        [/sessions stay/, !tables.includes('sessions')],
        [/passkeys.* stay/i, !tables.includes('passkeys')],
      ]
      expect([words, real.filter(([says, isSo]) => says.test(note) && !isSo)]).toEqual([words, []])
    }
  })

  test.each(LANGUAGES)(
    'have words in %s, with what they do, and why they would do nothing',
    async (language) => {
      const [own, english] = [await titlesIn(language), await titlesIn('en')]
      for (const [at, { title, note, nothing }] of own.entries()) {
        expect([title, note].includes('')).toBe(false)
        expect(note === english[at]?.note).toBe(language === 'en')
        expect(Object.keys(nothing)).toEqual(Object.keys(english[at]?.nothing ?? {}))
      }
    },
  )
})

describe('on an account whose acts the service would refuse', () => {
  const citizenOf = async (name: string) => {
    const [row] = await db().query<{ subject: string }>`
      select subject from citizens c join operators o on o.citizen_id = c.citizen_id where o.role = ${name} limit 1`
    return row?.subject ?? ''
  }
  const acts = ({ html }: Visited) => html.querySelectorAll('main a[href^="/act/"]')
  const page = async (who: 'support' | 'administrator', role: string) =>
    on[who].open(`/citizen/?${new URLSearchParams({ subject: await citizenOf(role) })}`)

  test('no act is offered, and the page says why', async () => {
    const own = await page('support', 'support')
    expect([acts(own).length, mainOf(own)]).toEqual([0, expect.stringContaining('This is your own account.')])
    const others = await page('support', 'security')
    expect([acts(others).length, mainOf(others)]).toEqual([
      0,
      expect.stringContaining('Only an administrator acts on it.'),
    ])
  })
  test('an administrator is offered the acts on another operator, and none on the own account', async () => {
    expect(acts(await page('administrator', 'support')).length).toBeGreaterThan(0)
    const own = await page('administrator', 'administrator')
    expect(mainOf(own)).toContain('What you may do This is your own account.')
  })
})
