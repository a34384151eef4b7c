import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../../journeys/kit/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '../../../packages/identity/testing/database.ts'
import {
  CITIZEN,
  citizenRow,
  codeRow,
  eventRow,
  HEALTHY,
  keyRow,
  OTHER,
  tokenRow,
} from './healthy-rows.fixture.ts'
import { type Answered, askAll, QUESTIONS } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const suspend = `update citizens set standing = 'suspended'; ${eventRow('citizen-suspended')}`

/** What breaks each of them, done to healthy rows. */
const BREAKS: Readonly<Record<string, string>> = {
  'A subject belongs to one citizen': citizenRow(OTHER, CITIZEN, 'bo@example.test'),
  'A citizen of the morning still has the subject of the morning': `update citizens set subject = '${OTHER}'`,
  'An account signs in with its own address': `update login_emails set citizen_id = '${OTHER}'`,
  'An address is trimmed and in lower case, and has at most 320 characters': `update citizens set email = 'Ana@example.test'`,
  'A name has 1 to 150 characters, a phone number at most 20': `update citizens set phone_number = repeat('1', 21)`,
  'A password is stored as a hash alone': `update citizens set password_hash = 'plain otter lantern canal'`,
  'Who is suspended or closed has no live session': suspend,
  'Who is suspended or closed has no live grant': suspend,
  'Who is suspended or closed has no live token': `update citizens set standing = 'closed'`,
  'Who is suspended or closed has no code that could be exchanged': `${suspend} update authorization_codes set spent_at = null`,
  'A session that has ended leaves no live grant': `update sessions set ended_at = now()`,
  'A session that has ended leaves no live token': `update sessions set ended_at = now()`,
  'A token has a grant that has not ended': `update grants set ended_at = now()`,
  'A token belongs to the program and the session of its grant': `update access_tokens set client_id = 'library'`,
  'A session ends after 14 days': `update sessions set expires_at = expires_at + interval '1 second'`,
  'A grant ends after 14 days': `update grants set expires_at = expires_at + interval '1 second'`,
  'An access token ends after 900 seconds': `update access_tokens set expires_at = expires_at + interval '1 second'`,
  'A code ends after 90 seconds': `update authorization_codes set expires_at = expires_at + interval '1 second'`,
  'A code is exchanged before its end': `update authorization_codes set spent_at = expires_at`,
  'A code gives one grant': codeRow('another code'),
  'A refresh token is exchanged once': tokenRow('another token'),
  'A disabled program has no live grant': `update clients set disabled_at = now()`,
  'Only who has proven the address has a live grant': `update citizens set email_verified = false`,
  'A program has a live grant only while its citizen is connected with it': `delete from connections`,
  'A link for a new password works for 30 minutes': `update mailed_links set expires_at = expires_at + interval '1 second' where kind = 'recovery'`,
  'A link that proves an address works for 24 hours': `update mailed_links set expires_at = expires_at + interval '1 second' where kind = 'registration'`,
  'A link for a new password does not outlive a new password': eventRow(
    'password-reset',
    '{}',
    'citizen',
    "now() + interval '1 minute'",
  ),
  'A registration makes one account': eventRow('account-created'),
  'No letter waits for more than an hour': `update outbox set created_at = now() - interval '61 minutes'`,
  'No two keys sign at the same time': keyRow('second'),
  'A key signs': `update signing_keys set signs_from = now() + interval '1 minute'`,
  'An emergency rotation withdraws every earlier key': eventRow(
    'signing-keys-rotated',
    '{"kid": "second", "kind": "emergency"}',
    'system',
  ),
  'A published key has no private part': `update signing_keys set public_jwk = public_jwk || '{"d": "d"}'`,
  'An act of an operator has a name': eventRow('citizen-suspended', '{"reason": "Fraud"}', 'operator'),
  'An act of an operator that changes something has a reason': eventRow(
    'citizen-suspended',
    '{}',
    'operator',
  ),
  'A suspended account has the event that suspended it': `update citizens set standing = 'suspended'`,
  'An account came by a registration or by an import': `delete from audit_events where name = 'account-created'`,
  'What ended all access of a citizen is in the audit': `update citizens set security_version = 2`,
  'A session began with an event': `delete from audit_events where name = 'signed-in'`,
  'The audit has no link, code, token or secret': eventRow(
    'signed-in',
    '{"link": "https://id.example.test/#prl_AAAAAAAAAAAAAAAAAAAAAAAA"}',
  ),
}

/** Asks in a transaction that has these rows, and leaves nothing. */
function askWith(rows: string): Promise<readonly Answered[]> {
  return withClient(database.address, database.database, async (client: Client) => {
    await client.query('begin')
    await client.query(rows)
    return askAll(client)
  })
}

test('nothing contradicts healthy rows', async () => {
  const answered = await askWith(HEALTHY)
  expect(answered.filter(({ found }) => found > 0)).toEqual([])
})

test('each question has a row here that it must find, and a section of the contract', () => {
  expect(Object.keys(BREAKS)).toEqual(QUESTIONS.map(({ name }) => name))
  expect(QUESTIONS.filter(({ section }) => !/^\d/.test(section))).toEqual([])
})

test.each(Object.entries(BREAKS))('%s: the row that contradicts is found', async (name, rows) => {
  const answered = await askWith(`${HEALTHY}; ${rows}`)
  expect(answered.find((one) => one.name === name)?.found).toBeGreaterThan(0)
})
