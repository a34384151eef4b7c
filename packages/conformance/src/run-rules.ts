import { Broken } from './broken.ts'
import { NoAnswer } from './http.ts'
import type { Rule } from './rule.ts'
import { NoSimulator } from './simulator.ts'
import type { Stage } from './stage.ts'

/** What came out for one rule. `undecided`: the run could not get as far as the rule. */
export interface Verdict {
  readonly rule: Rule
  readonly outcome: 'kept' | 'broken' | 'undecided'
  /** What was seen; `''` where the rule is kept. */
  readonly saw: string
}

/** Tries the rules, group by group. `onVerdict` hears of each one at once. */
export async function runRules(
  stage: Stage,
  groups: readonly (readonly Rule[])[],
  onVerdict: (verdict: Verdict) => void,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const group of groups) {
    const tried = await Promise.all(group.map((rule) => tryRule(stage, rule)))
    for (const verdict of tried) onVerdict(verdict)
    verdicts.push(...tried)
  }
  return verdicts
}

async function tryRule(stage: Stage, rule: Rule): Promise<Verdict> {
  try {
    await rule.check(stage)
    return { rule, outcome: 'kept', saw: '' }
  } catch (error) {
    if (error instanceof Broken || error instanceof NoAnswer)
      return { rule, outcome: 'broken', saw: error.message }
    if (error instanceof NoSimulator) return { rule, outcome: 'undecided', saw: error.message }
    throw error
  }
}
