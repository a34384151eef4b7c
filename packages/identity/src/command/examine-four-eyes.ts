import type { Config } from '../config.ts'
import type { Consents, WaitingAct } from '../moments/index.ts'
import { listOperators, type Operator } from '../operators/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { actInWords, findConsents, fourEyesFault } from './acts-that-wait.ts'
import { type Finding, ok, wrong } from './finding.ts'

const CHECK = 'Four eyes'

/** Whether the setting names acts, where it is set: a misspelt name stops every act (decision 116). */
export function examineFourEyes({ fourEyes }: Pick<Config, 'fourEyes'>): readonly Finding[] {
  if (fourEyes.length === 0) return []
  const fault = fourEyesFault(fourEyes)
  if (fault) return [wrong(CHECK, fault.says, fault.mend)]
  if (findConsents()) return [ok(CHECK, `a second operator consents to: ${fourEyes.join(', ')}`)]
  const says = 'PORTICO_FOUR_EYES names acts, and acts cannot wait in this build, so none can be done'
  return [wrong(CHECK, says, 'unset PORTICO_FOUR_EYES')]
}

/** Whether somebody can consent to each act that waits. Without operators of a console, whoever has the command may. */
export async function examineWaitingActs(db: Database): Promise<readonly Finding[]> {
  const consents = await findConsents()
  if (!consents) return []
  const acts = await consents.list({ db })
  if (acts.length === 0) return []
  const operators = (await listOperators(db)).filter(({ mayEnter }) => mayEnter)
  return acts.flatMap((act) => waitingFinding(consents, act, operators))
}

function waitingFinding(
  { isAsker }: Consents,
  act: WaitingAct,
  operators: readonly Operator[],
): readonly Finding[] {
  const others = operators.filter(
    ({ name: operator, citizenId: operatorId }) => !isAsker({ operator, operatorId }, act),
  )
  if (operators.length === 0 || others.length > 0) return []
  return [
    wrong(
      CHECK,
      `act ${act.number} waits (${actInWords(act)}), and nobody but ${act.operator}, who asked for it, is an operator`,
      `add another operator (portico operator add), or let ${act.operator} withdraw it: portico withdraw ${act.number}`,
    ),
  ]
}
