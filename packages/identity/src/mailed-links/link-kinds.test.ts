import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { UTC } from '../platform/date-words.ts'
import { prefixOf, TOKEN_PREFIXES, type TokenKind } from '../platform/opaque-token.ts'
import { endLinks, storeLink } from './account-links.ts'
import { type LinkEnd, OUTLASTING } from './link-kinds.ts'
import { everyLink } from './link-pages.fixture.ts'
import { storeRegistration } from './registration-links.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const KINDS = everyLink.map(({ kind }) => kind)

/** A link of every kind, all with the id of this citizen. */
async function linksOf(citizen: Citizen): Promise<void> {
  const { baseUrl, foundation } = service
  const needs = { ...foundation, baseUrl, serviceName: 'Portico', timeZone: UTC }
  const registration = { email: 'new@example.test', fullName: 'New', phoneNumber: '', language: 'en' }
  await storeRegistration(needs, citizen.citizenId, registration, 'none')
  for (const rules of everyLink.filter(({ kind }) => kind !== 'registration'))
    await storeLink(needs, rules, citizen)
}

async function kindsOf({ citizenId }: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ kind: string }>`
    select kind from mailed_links where citizen_id = ${citizenId} order by kind`
  return rows.map(({ kind }) => kind)
}

test.each<[what: string, end: LinkEnd, stay: readonly string[]]>([
  ['everything ends all but a registration and the way back', 'everything', ['registration', OUTLASTING]],
  [
    'a new password ends what does not ask for it, but the way back',
    'new-password',
    ['registration', 'verification', OUTLASTING],
  ],
  ['an erasure ends the links of each kind, and no registration', 'erasure', ['registration']],
  [
    'a verified address ends what verifies it',
    'verification',
    KINDS.filter((kind) => kind !== 'verification'),
  ],
])('%s', async (_what, end, stay) => {
  const [citizen, other] = [await addCitizen(service), await addCitizen(service)]
  for (const each of [citizen, other]) await linksOf(each)
  await endLinks(service.foundation.db, end, citizen.citizenId)
  expect(await kindsOf(citizen)).toEqual(stay.filter((kind) => KINDS.includes(kind)).sort())
  expect(await kindsOf(other)).toEqual([...KINDS].sort())
})

test('no two kinds have the same name, bearer value, path or cookie', () => {
  const told = everyLink.flatMap((one) =>
    'sent' in one ? [one.sent.path, one.sent.againPath, one.sent.cookie] : [],
  )
  const own = [...everyLink.flatMap(({ kind, token, path }) => [kind, prefixOf(token), path]), ...told]
  expect(new Set(own).size).toBe(own.length)
  expect(KINDS.length).toBeGreaterThan(4)
})

test('no value of a link is read as another bearer value', () => {
  const prefixes = new Set([
    ...(Object.keys(TOKEN_PREFIXES) as TokenKind[]),
    ...everyLink.map(({ token }) => token),
  ])
  const spelled = [...prefixes].map(prefixOf).filter((prefix) => prefix !== '')
  expect(new Set(spelled).size).toBe(spelled.length)
  for (const prefix of spelled) expect(prefix).toMatch(/^p[a-z]{2}_$/)
})
