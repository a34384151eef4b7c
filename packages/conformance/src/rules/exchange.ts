import { demand } from '../broken.ts'
import { described, newProof } from '../program.ts'
import type { Rule } from '../rule.ts'
import { pairOf, type Stage } from '../stage.ts'

const HANDOFF = {
  section: '3',
  text: 'Handoff sso_code: within 90 seconds, matching app verifier, first use; consumed.',
}
const WRONG = { section: '7', text: 'Program: wrong, replayed or expired handoff: 401.' }
const SEVERAL = 8

/** The rules about `exchange/`. */
export const EXCHANGE_RULES: readonly Rule[] = [
  {
    id: 'handoff-bound-to-the-app',
    ...HANDOFF,
    async check(stage) {
      const code = await freshCode(stage)
      const answer = await stage.exchange(code.value, newProof().verifier)
      demand(answer.status === 401, `exchange/ with another verifier answered ${described(answer)}`)
    },
  },
  {
    id: 'handoff-once',
    ...HANDOFF,
    async check(stage) {
      const code = await freshCode(stage)
      pairOf(await stage.exchange(code.value, code.verifier))
      const again = await stage.exchange(code.value, code.verifier)
      demand(again.status === 401, `a second exchange/ of one code answered ${described(again)}`)
    },
  },
  {
    id: 'handoff-once-of-many-at-once',
    ...HANDOFF,
    async check(stage) {
      const code = await freshCode(stage)
      const attempts = Array.from({ length: SEVERAL }, () => stage.exchange(code.value, code.verifier))
      const won = (await Promise.all(attempts)).filter(({ status }) => status === 200).length
      demand(won === 1, `of ${SEVERAL} exchanges of one code at once, ${won} got tokens`)
    },
  },
  {
    id: 'handoff-known',
    ...WRONG,
    async check({ exchange }) {
      const { verifier, challenge } = newProof()
      const answer = await exchange(challenge, verifier)
      demand(answer.status === 401, `exchange/ with an invented code answered ${described(answer)}`)
    },
  },
  {
    id: 'exchange-input',
    section: '7',
    text: 'Program: invalid app input: 400.',
    async check({ program }) {
      const { verifier } = newProof()
      const bodies: readonly (readonly [what: string, body: unknown])[] = [
        ['no JSON', '{'],
        ['no code', { code_verifier: verifier }],
        ['no code_verifier', { code: 'x' }],
        ['a code_verifier of 42 characters', { code: 'x', code_verifier: verifier.slice(1) }],
        ['a code_verifier of 129 characters', { code: 'x', code_verifier: 'a'.repeat(129) }],
        ['a code_verifier with a space', { code: 'x', code_verifier: `${verifier.slice(1)} ` }],
        ['a code that is a number', { code: 1, code_verifier: verifier }],
        ['an unknown field', { code: 'x', code_verifier: verifier, role: 'admin' }],
      ]
      for (const [what, body] of bodies) {
        const answer = await program.post('exchange/', body)
        demand(answer.status === 400, `exchange/ with ${what} answered ${described(answer)}`)
      }
    },
  },
]

async function freshCode(stage: Stage): Promise<{ readonly value: string; readonly verifier: string }> {
  const { answer, query, verifier } = await stage.land()
  const value = query.get('sso_code')
  demand(value !== null, `the callback answered ${described(answer)}, without sso_code`)
  return { value, verifier }
}
