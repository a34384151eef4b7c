import { expect, test } from 'vitest'
import { plusSeconds, unixSeconds } from '../../../identity/src/platform/clock.ts'
import { type Healths, healthOf, type KnownOfProgram, waysIn } from './program-health.ts'

const NOW = unixSeconds(2_000_000_000)
const DAY = 24 * 60 * 60
const ago = (seconds: number) => plusSeconds(NOW, -seconds)
const WELL: KnownOfProgram = {
  disabledAt: null,
  liveSecrets: 1,
  lastUsedAt: NOW,
  isSecretWrong: false,
  ending: [],
  counts: {},
}
const ends = (...inSeconds: readonly number[]) => inSeconds.map((one) => ({ expiresAt: ago(-one) }))

const CASES: readonly (readonly [string, Partial<KnownOfProgram>, Healths])[] = [
  ['nothing', {}, [{ state: 'well' }]],
  ['ways in without a fault', { counts: { 'program-entered': 5, 'grant-revoked': 2 } }, [{ state: 'well' }]],
  ['no call for a week but a second', { lastUsedAt: ago(7 * DAY - 1) }, [{ state: 'well' }]],
  ['no call for a week', { lastUsedAt: ago(7 * DAY) }, [{ state: 'silent', days: 7 }]],
  ['no call for nearly ten days', { lastUsedAt: ago(10 * DAY - 1) }, [{ state: 'silent', days: 9 }]],
  ['no call with its secrets', { lastUsedAt: undefined }, [{ state: 'never-called' }]],
  [
    'a way in with a secret that was deleted since',
    { lastUsedAt: undefined, counts: { 'program-entered': 1 } },
    [{ state: 'well' }],
  ],
  ['a fault and no way in', { counts: { 'code-burned': 1 } }, [{ state: 'refused', refused: 1, all: 1 }]],
  [
    'every kind of fault',
    {
      counts: {
        ...{ 'program-entered': 117, 'code-burned': 1, 'code-replayed': 2 },
        ...{ 'refresh-token-reused': 3, 'client-secret-refused': 4 },
      },
    },
    [{ state: 'refused', refused: 6, all: 123 }],
  ],
  [
    'a fault long ago',
    { lastUsedAt: ago(30 * DAY), counts: { 'code-burned': 1 } },
    [{ state: 'refused', refused: 1, all: 1 }],
  ],
  ['a secret that ends within the hour', { ending: ends(60) }, [{ state: 'secret-ends', days: 1 }]],
  [
    'a secret that ends in five days',
    { ending: ends(5 * DAY, 9 * DAY) },
    [{ state: 'secret-ends', days: 5 }],
  ],
  [
    'a secret that ends, and faults',
    { ending: ends(5 * DAY), counts: { 'code-burned': 1 } },
    [
      { state: 'secret-ends', days: 5 },
      { state: 'refused', refused: 1, all: 1 },
    ],
  ],
  ...['code-replayed', 'refresh-token-reused'].map(
    (name) =>
      [
        `a secret that ends, and ${name}`,
        { ending: ends(14 * DAY), counts: { [name]: 1, 'program-entered': 9 } },
        [
          { state: 'refused', refused: 1, all: 10 },
          { state: 'secret-ends', days: 14 },
        ],
      ] as const,
  ),
  [
    'a secret that has ended and is sent, and what came twice',
    { ending: ends(-60), counts: { 'code-replayed': 1, 'client-secret-refused': 1 } },
    [{ state: 'ended-secret' }, { state: 'refused', refused: 1, all: 1 }],
  ],
  ['a secret that was refused an hour ago', { counts: { 'client-secret-refused': 3 } }, [{ state: 'well' }]],
  ['a secret that ends now', { ending: ends(0) }, [{ state: 'ended-secret' }]],
  [
    'a secret that has ended and is sent, as the last one',
    { ending: ends(-60), liveSecrets: 0 },
    [{ state: 'ended-secret' }],
  ],
  ['a wrong secret since the last right one', { isSecretWrong: true }, [{ state: 'wrong-secret' }]],
  [
    'a wrong secret, and what came twice',
    { isSecretWrong: true, ending: ends(DAY), counts: { 'code-replayed': 1, 'wrong-client-secret': 9 } },
    [{ state: 'refused', refused: 1, all: 1 }, { state: 'secret-ends', days: 1 }, { state: 'wrong-secret' }],
  ],
  [
    'a wrong secret, one that ends, and faults',
    { isSecretWrong: true, ending: ends(DAY), counts: { 'code-burned': 1 } },
    [{ state: 'secret-ends', days: 1 }, { state: 'wrong-secret' }, { state: 'refused', refused: 1, all: 1 }],
  ],
  [
    'a wrong secret, one that has ended and is sent, and one that ends',
    { isSecretWrong: true, ending: ends(-60, DAY) },
    [{ state: 'ended-secret' }, { state: 'secret-ends', days: 1 }, { state: 'wrong-secret' }],
  ],
  ['a wrong secret where none counts', { isSecretWrong: true, liveSecrets: 0 }, [{ state: 'no-secret' }]],
  ['no valid secret', { liveSecrets: 0 }, [{ state: 'no-secret' }]],
  [
    'disabled, whatever else there is',
    {
      disabledAt: NOW,
      liveSecrets: 0,
      isSecretWrong: true,
      ending: ends(-60),
      counts: { 'code-replayed': 1 },
    },
    [{ state: 'disabled', at: NOW }],
  ],
]

test.each(CASES)('of a program with %s, all is told, the worst first', (_, known, health) => {
  expect(healthOf({ ...WELL, ...known }, NOW)).toEqual(health)
})

test('the share of what failed is of what is written each time: an hour has one event of the uses of an ended secret', () => {
  const counts = { 'program-entered': 9, 'code-burned': 1, 'client-secret-refused': 24 }
  expect(waysIn(counts)).toEqual({ refused: 1, all: 10 })
})
