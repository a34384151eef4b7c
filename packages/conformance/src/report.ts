import type { Rule } from './rule.ts'
import { NOT_TRIED, RULES } from './rules/index.ts'
import type { Verdict } from './run-rules.ts'
import type { Extras } from './stage.ts'

/** The version of the contract that the rules are from. */
export const CONTRACT_VERSION = '1.0.0'

/** Which program was tried, and with what. */
export interface Subject {
  readonly program: string
  readonly simulator: string
}

const WORDS: Readonly<Record<Verdict['outcome'], string>> = {
  kept: 'kept',
  broken: 'BROKEN',
  undecided: 'UNDECIDED',
}

/** The line or the lines about one rule. */
export function linesOf({ rule, outcome, saw }: Verdict): readonly string[] {
  const first = `${WORDS[outcome].padEnd(10)} ${rule.id}`
  if (outcome === 'kept') return [first]
  return [first, `           seen: ${saw}`, `           ${sourceOf(rule)}: ${rule.text}`]
}

/** Where a sentence stands. */
export function sourceOf({ section }: Pick<Rule, 'section'>): string {
  return section.startsWith('RFC ') ? section : `contract ${section}`
}

/** The option of the command line for each. */
export const OPTION: Readonly<Record<keyof Extras, string>> = {
  guarded: '--guarded URL',
  account: '--account URL',
  staff: '--staff URL and --staff-email EMAIL',
  handoffSeconds: '--patient',
}

/** Whether the run was told what the rule needs. */
export function isTriable({ needs }: Rule, extras: Extras): boolean {
  if (needs === undefined) return true
  const told = extras[needs]
  return Array.isArray(told) ? told.length > 0 : told !== undefined
}

/** What was not tried in a run: what cannot be, and what the run was not told enough for. */
export function notTried(extras: Extras): typeof NOT_TRIED {
  const untold = RULES.filter((rule) => !isTriable(rule, extras)).map(({ section, text, needs }) => ({
    section,
    text,
    why: `give ${needs ? OPTION[needs] : ''}`,
  }))
  return [...NOT_TRIED, ...untold]
}

/** The last lines of a report. */
export function summaryOf(verdicts: readonly Verdict[], left: typeof NOT_TRIED): readonly string[] {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((one) => one.outcome === outcome).length
  return [
    '',
    'Not tried:',
    ...left.map(({ section, text, why }) => `  contract ${section}: ${text} (${why})`),
    '',
    `${count('kept')} rules kept, ${count('broken')} broken, ${count('undecided')} undecided, ${left.length} not tried.`,
  ]
}

/** The report for programs. */
export function reportJson(subject: Subject, verdicts: readonly Verdict[], left: typeof NOT_TRIED): object {
  return {
    contract: CONTRACT_VERSION,
    ...subject,
    ok: isGood(verdicts),
    rules: verdicts.map(({ rule: { id, section, text }, outcome, saw }) => ({
      id,
      section,
      sentence: text,
      outcome,
      saw,
    })),
    not_tried: left.map(({ section, text, why }) => ({ section, sentence: text, why })),
  }
}

/** Whether every rule is kept. */
export function isGood(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ outcome }) => outcome === 'kept')
}
