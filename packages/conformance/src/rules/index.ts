/**
 * The rules of the contract for the program side, as far as they can be tried from outside, in the order of a run. Rules of one
 * group are tried at once.
 */
import type { Rule } from '../rule.ts'
import { ANSWER_RULES } from './answers.ts'
import { BEGIN_RULES } from './begin.ts'
import { CALLBACK_RULES } from './callback.ts'
import { EXCHANGE_RULES } from './exchange.ts'
import { ID_TOKEN_RULES } from './id-token.ts'
import { OUTAGE_RULES } from './outage.ts'
import { SESSION_RULES } from './session.ts'
import { TOKEN_RULES } from './tokens.ts'
import { TOLD_RULES, WAITING_RULES } from './told.ts'

const QUICK = [
  ...BEGIN_RULES,
  ...CALLBACK_RULES,
  ...EXCHANGE_RULES,
  ...TOKEN_RULES,
  ...ANSWER_RULES,
  ...ID_TOKEN_RULES,
  ...TOLD_RULES,
]

/** The rules, in groups. */
export const RULE_GROUPS: readonly (readonly Rule[])[] = [
  ...QUICK.map((rule) => [rule]),
  [...SESSION_RULES, ...WAITING_RULES],
  ...OUTAGE_RULES.map((rule) => [rule]),
]

/** All rules. */
export const RULES: readonly Rule[] = RULE_GROUPS.flat()

/** What nobody can see from outside, or only after a long time. */
export const NOT_TRIED: readonly { readonly section: string; readonly text: string; readonly why: string }[] =
  [
    { section: '8', text: 'Pending callback state: 10 minutes.', why: 'it takes ten minutes' },
    { section: '8', text: 'Program session: at most 14 days.', why: 'it takes 14 days' },
    {
      section: '5 rule 2',
      text: 'Local refresh tokens rotate.',
      why: 'the contract names no address for it',
    },
    {
      section: '5 rule 3',
      text: 'Central tokens are stored encrypted in the program backend.',
      why: 'it is inside',
    },
    {
      section: '1 rule 8',
      text: 'Existing program accounts are never merged by email alone.',
      why: 'it needs an account that was there before',
    },
    {
      section: '5 rule 6',
      text: 'Linking an existing citizen, with the bearer of the local account.',
      why: 'it needs an account that was there before',
    },
    { section: '7', text: 'Program: throttled: 429.', why: 'the contract names no numbers' },
    {
      section: '5 rule 7',
      text: 'Never log verification links, recovery tokens, passwords or client secrets.',
      why: 'logs are inside',
    },
  ]
