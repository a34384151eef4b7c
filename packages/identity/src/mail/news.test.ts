import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { plusSeconds } from '../platform/clock.ts'
import { readTimeZone, UTC } from '../platform/date-words.ts'
import { keyring } from '../platform/keyring.ts'
import type { Language, Translations } from '../platform/languages.ts'
import { systemRandom } from '../platform/system-random.ts'
import { newestAddressed, newestLetter } from './newest-letter.fixture.ts'
import { type News, type NewsText, postNews } from './news.ts'
import { at, recoverAddress, sender } from './sample-letter.fixture.ts'

const DAY_SECONDS = 24 * 60 * 60

const clock = fakeClock(at * 1000)
const base = { keyring: keyring([Buffer.alloc(32, 7)], systemRandom), clock, random: systemRandom, ...sender }
const citizen = { fullName: 'Ada', email: 'ada@example.test', language: 'de' }

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A letter that says its language, what happened and which service it is. */
function news(name: string, more: Partial<NewsText> = {}): News<string> {
  const write = (language: Language) => (fact: string, serviceName: string) => ({
    subject: language,
    before: [`${fact} at ${serviceName}`],
    ...more,
  })
  const languages: Translations<News<string>['write']['en']> = {
    ...{ en: write('en'), es: write('es'), fr: write('fr'), de: write('de'), ar: write('ar') },
    'zh-Hans': write('zh-Hans'),
  }
  return { name, write: languages }
}

test('the letter is in the language of its citizen, and its button leads to the page for a new password', async () => {
  const needs = { ...base, db: database.db }
  await postNews(needs, citizen, news('plain'), 'A wish')
  expect(await newestAddressed(needs, 'plain', citizen.email)).toEqual({
    to: { name: 'Ada', address: citizen.email },
    language: 'de',
    letter: {
      kind: 'written',
      name: 'plain',
      text: {
        subject: 'de',
        before: ['A wish at City accounts'],
        steps: [{ label: 'Das war ich nicht: neues Passwort wählen', address: recoverAddress }],
        after: [],
      },
    },
  })
})

test('a letter with steps of its own has only these', async () => {
  const needs = { ...base, db: database.db }
  const steps = [{ label: 'Sign in', address: `${sender.baseUrl}/login/` }]
  await postNews(needs, citizen, news('own', { steps }), 'A wish')
  expect(await newestLetter(needs, 'own', citizen.email)).toMatchObject({ text: { steps } })
})

test.each([
  ['three days after it is written', undefined, plusSeconds(at, 3 * DAY_SECONDS)],
  ['when its room says so', plusSeconds(at, 60), plusSeconds(at, 60)],
])('a letter is too late %s', async (_, said, wanted) => {
  const { db } = database
  const name = `until ${wanted}`
  await postNews({ ...base, db }, { ...citizen, ...(said && { expiresAt: said }) }, news(name), 'A wish')
  const rows = await db.query<{ until: number }>`
    select extract(epoch from expires_at)::bigint as "until" from outbox where kind = ${name}`
  expect(rows.map(({ until }) => until)).toEqual([wanted])
})

// proves: one-time-zone
test('the moments of a letter are in the time zone of the service, in the language of its citizen', async () => {
  const when = news('when')
  const de: typeof when.write.de = (_fact, _name, moment) => ({ subject: 'When', before: [moment(at)] })
  const said = async (timeZone: typeof UTC) => {
    const needs = { ...base, db: database.db, timeZone }
    await postNews(needs, citizen, { ...when, write: { ...when.write, de } }, '')
    const letter = await newestLetter(needs, 'when', citizen.email)
    return letter.kind === 'written' && letter.text.before
  }
  expect(await said(UTC)).toEqual(['15.\u00a0Januar\u00a02027 um\u00a008:00\u00a0Uhr\u00a0UTC'])
  clock.advance(1)
  expect(await said(readTimeZone('America/Bogota') ?? UTC)).toEqual([
    '15.\u00a0Januar\u00a02027 um\u00a003:00\u00a0Uhr\u00a0GMT-5',
  ])
})
