import { recordRefused } from '../audit-log/index.ts'
import { ConfigFaults } from '../config.ts'
import type { ConsentRefusal, Consents, WaitingAct } from '../moments/index.ts'
import { instantSchema, mapOf, objectSchema, textSchema } from '../platform/operation.ts'
import { ALL, findConsents, fourEyesFault, verbOf } from './acts-that-wait.ts'
import {
  type Answer,
  type Call,
  type CommandOnCitizen,
  CommandRefused,
  type OperatorsDatabase,
  UsageFault,
} from './command.ts'
import { type Forecast, forecastTold, TOLD } from './forecast.ts'
import { isoTime, plainTime } from './present.ts'

/** Whether an act waits for another operator. Throws ConfigFaults where the setting names something else: a misspelt act would not wait. */
export function mustWait(
  command: Pick<CommandOnCitizen, 'words'>,
  { fourEyes }: Pick<ReturnType<Call['config']>, 'fourEyes'>,
): boolean {
  const fault = fourEyesFault(fourEyes)
  if (fault) throw new ConfigFaults([`${fault.says}; ${fault.mend}`])
  return fourEyes.includes(ALL) || fourEyes.includes(verbOf(command))
}

/** How acts wait. Throws CommandRefused where no room of this build does it. */
export async function requireConsents(): Promise<Consents> {
  const consents = findConsents()
  if (!consents)
    throw new CommandRefused(
      'Nothing was changed, because acts cannot wait for another operator in this build: unset PORTICO_FOUR_EYES.',
    )
  return consents
}

/** Asks for an act, which another operator then consents to. */
export async function askForConsent(
  { words, options }: Pick<CommandOnCitizen, 'words' | 'options'>,
  { given }: Pick<Call, 'given'>,
  needs: Parameters<Consents['ask']>[0],
  found: Forecast,
): Promise<Answer> {
  const { citizenId, subject } = found.done.citizen
  const named = Object.keys(options).flatMap((name) => {
    const value = given.text(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const asked = {
    act: words,
    citizenId,
    subject,
    options: Object.fromEntries(named),
    told: forecastTold(found),
  }
  const { act, isAskedAgain } = await (await requireConsents()).ask(needs, asked)
  const { effects, letters } = found
  const { number, until } = act
  const waits = isAskedAgain ? 'You have asked for this before, and it waits' : 'The act waits'
  const says = `Nothing was changed yet. ${waits} as number ${number} until ${plainTime(until)}.`
  return {
    json: { subject, changed: false, waits: actJson(act), effects, letters },
    tells: [{ says, fact: { tells: 'waits', number, until } }],
    lines: [says, `Another operator does it by: portico consent ${act.number} --as NAME --reason TEXT`],
  }
}

/** An act that waits, for programs. */
export function actJson({ number, act, subject, options, operator, reason, askedAt, until }: WaitingAct) {
  return {
    ...{ number, act, subject, options, asked_by: operator, reason },
    asked_at: isoTime(askedAt),
    until: isoTime(until),
  }
}

/** The schema of it. */
export const WAITING_ACT = objectSchema<ReturnType<typeof actJson>>('WaitingAct', {
  number: { type: 'integer', description: 'Its number, for `portico consent`.' },
  act: textSchema('The words of its command.'),
  subject: textSchema('The citizen.'),
  options: mapOf({ type: 'string' }, 'What was given with it, by the names of the options.'),
  asked_by: textSchema('The operator who asked for it.'),
  reason: textSchema('Why.'),
  asked_at: instantSchema('When it was asked for.'),
  until: instantSchema('When it is over by itself.'),
})

/** The answer to whoever has asked for an act that waits. */
export const WAITING_ANSWER = objectSchema('WaitingAnswer', {
  subject: textSchema('The citizen.'),
  changed: { type: 'boolean', const: false },
  waits: WAITING_ACT,
  ...TOLD,
})

const SAYS: Readonly<Record<ConsentRefusal, string>> = {
  'unknown-act':
    'No act with this number waits: it was done, was withdrawn, or never was. portico acts lists what waits.',
  over: 'This act has waited for longer than an hour, and is over. Ask for it again.',
  'own-act': 'You asked for this act yourself, so another operator has to consent to it.',
  'other-asker':
    'Another operator asked for this act. It is over by itself after an hour, unless somebody consents.',
}

/** What an operator reads about a refused step. */
export function refusalOf(refusal: ConsentRefusal): CommandRefused {
  return new CommandRefused(SAYS[refusal], refusal)
}

/** The number of an act, as it was typed. Throws UsageFault. */
export function readNumber(given: string): number {
  if (!/^\d{1,9}$/.test(given.trim()))
    throw new UsageFault(`'${given}' is no number of an act: portico acts lists them.`)
  return Number(given)
}

/** Why a consent is refused. */
export interface RefusedConsent {
  readonly because: string
  readonly says: string
  readonly said?: CommandRefused['said']
}

/** Ends a consent that this file refuses, with its event. */
export async function refuseConsent(
  database: OperatorsDatabase,
  { citizenId, number }: WaitingAct,
  { because, says, said }: RefusedConsent,
): Promise<never> {
  await recordRefused(database, { command: 'consent', because, citizenId, details: { number } })
  throw new CommandRefused(says, because, said)
}
