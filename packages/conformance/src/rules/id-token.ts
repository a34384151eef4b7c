import { demand } from '../broken.ts'
import { described } from '../program.ts'
import type { Rule } from '../rule.ts'
import { demandUnavailable } from './callback.ts'

const CHECKS = {
  section: '4.3 rule 4',
  text: 'The backend validates the ID token: RS256 signature against the published key set, exact iss, its own client id in aud, timestamps, nonce, verified email; sid is required; azp is checked for multi-audience tokens.',
}

/** The forged ID tokens, by the faults of the simulator. */
const FORGED = [
  'wrong-issuer',
  'wrong-audience',
  'wrong-azp',
  'wrong-nonce',
  'no-nonce',
  'wrong-signature',
  'changed-claims',
  'unknown-key',
  'borrowed-key-id',
  'brought-key',
  'unsigned',
  'hmac-signature',
  'rs384-signature',
  'rs512-signature',
  'ps256-signature',
  'expired',
  'from-the-future',
  'no-subject',
  'no-session-id',
  'unverified-address',
  'no-id-token',
]

/** The rules about ID tokens. */
export const ID_TOKEN_RULES: readonly Rule[] = [
  // Before the unknown keys: after one of those, a program may wait before it reads the key set again.
  {
    id: 'id-token-key-just-rotated',
    ...CHECKS,
    async check(stage) {
      await stage.land()
      const { answer, query } = await stage.land({ fault: 'key-just-rotated' })
      demand(
        query.has('sso_code'),
        `with a key that is published since now, the callback answered ${described(answer)}`,
      )
    },
  },
  ...FORGED.map((fault) => ({
    id: `id-token-${fault}`,
    ...CHECKS,
    check: (stage: Parameters<Rule['check']>[0]) => demandUnavailable(stage, fault),
  })),
]
