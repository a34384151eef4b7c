import { NOT_TRIED } from './rules/index.ts'
import type { Verdict } from './run-rules.ts'

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
  return [first, `           seen: ${saw}`, `           contract ${rule.section}: ${rule.text}`]
}

/** The last lines of a report. */
export function summaryOf(verdicts: readonly Verdict[]): readonly string[] {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((one) => one.outcome === outcome).length
  return [
    '',
    'Not tried, because it cannot be seen from outside or takes too long:',
    ...NOT_TRIED.map(({ section, text, why }) => `  contract ${section}: ${text} (${why})`),
    '',
    `${count('kept')} rules kept, ${count('broken')} broken, ${count('undecided')} undecided, ${NOT_TRIED.length} not tried.`,
  ]
}

/** The report for programs. */
export function reportJson(subject: Subject, verdicts: readonly Verdict[]): object {
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
    not_tried: NOT_TRIED.map(({ section, text, why }) => ({ section, sentence: text, why })),
  }
}

/** Whether every rule is kept. */
export function isGood(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ outcome }) => outcome === 'kept')
}
