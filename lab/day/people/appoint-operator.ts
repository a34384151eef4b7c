import type { Day } from '../day.ts'
import { addApp, register } from '../traffic/citizen-flows.ts'
import { ADMINISTRATOR } from './operators.ts'
import type { Resident } from './town.ts'

/** Somebody registers, adds an app for codes, and then becomes an operator: a key that is younger than the operator would open nothing. */
export async function appointOperator(day: Day): Promise<Resident> {
  const operator = await register(day, 'link')
  await addApp(day, operator)
  operator.isAway = true
  await day.stage.command({
    words: ['operator', 'add', operator.email, '--name', 'Olga Operator', '--role', 'administrator'],
    ...{ as: ADMINISTRATOR, reason: 'Looks after the console' },
  })
  return operator
}
