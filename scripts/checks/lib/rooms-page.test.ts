import { expect, test } from 'vitest'
import { OAUTH_WORDS } from '../../../packages/identity/src/oauth/words/index.ts'
import { partOf } from '../../../packages/identity/src/platform/languages.ts'
import { NOTHING_PURGED } from '../../../packages/identity/src/platform/postgres/purge.ts'
import { perHour, perMinute } from '../../../packages/identity/src/platform/room/limit.ts'
import { roomsPage, settingOf } from './rooms-page.ts'
import { firstSentence, type ToldRoom, tellRooms } from './rooms-told.ts'

const WISHES_COUNTED = partOf(OAUTH_WORDS, () => 'Wishes sent')

const NOTHING: ToldRoom = {
  ...{ name: 'moments', says: 'When others do something.', tables: {}, limits: {}, events: {} },
  ...{ letters: [], links: [], routes: [], further: [] },
}

const WISHES: ToldRoom = {
  ...{ name: 'wishes', says: 'Wishes | of citizens.', further: ['It tells.'], letters: ['wish-sent'] },
  tables: {
    wishes: { placement: { by: 'citizen_id' }, backup: 'kept' },
    counts: { placement: 'copied', backup: 'left-out', purge: async () => NOTHING_PURGED },
  },
  limits: {
    'wish-per-ip': { ...perHour('recoverPerIpHour', 'network'), times: 3, counts: WISHES_COUNTED },
    'wish-per-citizen': { ...perMinute('tokenPerIpMinute'), counts: WISHES_COUNTED },
  },
  events: {
    'wish-sent': { means: 'A citizen sent a wish.', bound: { limit: 'wish-per-ip' } },
    'wish-granted': {
      means: 'Granted.',
      bound: { after: ['wish-sent'] },
      sentence: { part: 'cause', sentences: {} },
    },
  },
  links: [
    { kind: 'wish', token: 'x_', lifetimeSeconds: 86_400, path: '/wish/', invalid: { words: {}, path: '/' } },
    { kind: 'old', token: 'y_', lifetimeSeconds: 172_800, path: '/old/', invalid: { words: {}, path: '/' } },
  ] as unknown as ToldRoom['links'],
  routes: [
    { method: 'GET', path: '/wish/', asks: 'nothing', audience: 'page' },
    { method: 'POST', path: '/wish/', asks: 'nothing', audience: 'page' },
    { method: 'POST', path: '/account/wish/', asks: 'recent-proof', audience: 'page' },
  ],
}

test('a room has everything that it lists in its section, and one that lists nothing has only its line', () => {
  const page = roomsPage([NOTHING, WISHES], {})
  expect(page.slice(page.indexOf('| room |')).split('\n')).toEqual([
    '| room | what it is |',
    '|---|---|',
    '| [moments](../packages/identity/src/moments/index.ts) | When others do something. |',
    '| [wishes](#wishes) | Wishes \\| of citizens. |',
    '',
    '## wishes',
    '',
    'Wishes | of citizens. [`wishes/index.ts`](../packages/identity/src/wishes/index.ts) says more.',
    '',
    '- It tells.',
    '',
    '| table | rows | in a backup | expire |',
    '|---|---|---|---|',
    '| `wishes` | with the citizen | yes | no |',
    '| `counts` | a copy on every server | no | yes |',
    '',
    '| limit | counts | requests | in | that share |',
    '|---|---|---|---|---|',
    '| `wish-per-ip` | Wishes sent | 3 × `PORTICO_LIMIT_RECOVER_PER_IP_HOUR` | 1 hour | an address; over IPv6 also the wider networks |',
    '| `wish-per-citizen` | Wishes sent | `PORTICO_LIMIT_TOKEN_PER_IP_MINUTE` | 1 minute | an address |',
    '',
    '| event | bound | its citizen reads it |',
    '|---|---|---|',
    '| `wish-sent` | the limit `wish-per-ip` | no |',
    '| `wish-granted` | uses up one of `wish-sent` | yes, by its cause |',
    '',
    'Letters: `wish-sent`.',
    '',
    '| mailed link | leads to | valid for |',
    '|---|---|---|',
    '| `wish` | `/wish/` | 24 hours |',
    '| `old` | `/old/` | 2 days |',
    '',
    '| path | methods | looks at |',
    '|---|---|---|',
    '| `/wish/` | GET, POST | nothing |',
    '| `/account/wish/` | POST | `recent-proof` |',
    '',
  ])
})

test('tables that stayed when their room was taken away are told at the end', () => {
  const page = roomsPage([NOTHING], { wishes: { placement: 'gone', backup: 'kept' } })
  expect(page).toMatch(
    /## Tables of rooms that are gone\n\n.*\n.*\n\| `wishes` \| dropped; older backups have it \| yes \| no \|\n$/,
  )
  expect(roomsPage([NOTHING], {})).not.toContain('gone')
})

test('a room says the first sentence of its door, and no more', () => {
  expect(
    firstSentence('/**\n * What it is (RFC 6749 section 4.1), in\n * two lines. Then more.\n */\n'),
  ).toBe('What it is (RFC 6749 section 4.1), in two lines.')
  expect(firstSentence('/** Links of all: a, b.\n *\n * More.\n */')).toBe('Links of all: a, b.')
  expect(firstSentence('/** Links. `x.ts` has them. */')).toBe('Links.')
})

test('the name of a setting is that of its variable', () => {
  expect(settingOf('recoverPerEmailHour')).toBe('PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR')
})

test('every room that lists something is found by its door, and every letter, link and route with its room', async () => {
  const rooms = new Map((await tellRooms()).map((room) => [room.name, room]))
  expect(Object.keys(rooms.get('mail')?.tables ?? {})).toEqual(['outbox', 'refused_letters'])
  expect(Object.keys(rooms.get('platform')?.tables ?? {})).toContain('schema_migrations')
  expect(rooms.get('recovery')?.links.map(({ kind }) => kind)).toEqual(['recovery', 'new-browser'])
  expect(rooms.get('recovery')?.routes).toContainEqual(
    expect.objectContaining({ method: 'POST', path: '/recover/', asks: 'nothing' }),
  )
  expect([...rooms.values()].flatMap(({ letters }) => letters)).toContain('already-registered')
})
