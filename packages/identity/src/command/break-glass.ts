import { recordRefused } from '../audit-log/index.ts'
import { type MadeGlass, type MakeRefusal, makeBreakGlass } from '../break-glass/index.ts'
import { readEmail } from '../citizens/index.ts'
import { isPrepared } from '../console-role/index.ts'
import { ROLES } from '../operators/index.ts'
import { counted } from '../platform/counted.ts'
import { booleanSchema, countSchema, instantSchema, objectSchema, textSchema } from '../platform/operation.ts'
import { letterNeeds } from './citizen.ts'
import { type ActCall, type Answer, CommandRefused } from './command.ts'
import { isoTime, plainTime } from './present.ts'
import { requireYes } from './require-yes.ts'

const REFUSALS: Readonly<Record<MakeRefusal | 'no-console', string>> = {
  'no-operator': 'No operator has this address, subject or name: portico operator list.',
  'may-not-enter':
    'The account of this operator is suspended, or its address is not verified: nobody enters as such an operator.',
  'no-console':
    'There is no console that a code could open: portico console prepare (docs/runbooks/console.md).',
}

/** A code that was just made. */
export const BREAK_GLASS_CODE = objectSchema('BreakGlassCode', {
  name: textSchema('The operator as whom it opens the console.'),
  role: { type: 'string', enum: ROLES },
  code: textSchema('The code, which is not shown again.'),
  until: instantSchema('Until when it works.'),
  ended_former: booleanSchema('Whether a code that was open before is over by it.'),
  letters: countSchema('How many operators get a letter.'),
})

const WOULD = [
  'Whoever has the code enters the console without a sign-in: once, in one browser, until an hour from now.',
  'Every operator gets a letter, the audit has it, and each page of the console shows it while it lasts.',
]

/** Makes a code that opens the console once, without a sign-in (decision 123). The answer alone has the code. */
export async function operatorBreakGlass(call: ActCall): Promise<Answer> {
  const { words: command, given, terminal, config, openDatabase } = call
  const database = await openDatabase()
  const refuse = async (because: keyof typeof REFUSALS): Promise<never> => {
    await recordRefused(database, { command, because })
    throw new CommandRefused(REFUSALS[because], because)
  }
  if (!(await isPrepared(database.db))) return refuse('no-console')
  const needs = { ...(await letterNeeds(database, call)), by: database.by }
  const { ask } = terminal
  if (ask && !given.flag('yes')) await requireYes(WOULD, { ...terminal, ask })
  const contact = contactOf(config().securityContact)
  const made = await makeBreakGlass(needs, { who: given.operand('WHO'), contact: contact.address })
  if (!made.ok) return refuse(made.refusal)
  terminal.err(
    `WARNING: the console can be entered without a sign-in until ${plainTime(made.value.endsAt)}. Everybody is told.`,
  )
  return answerOf(made.value, contact)
}

interface Contact {
  readonly address: string | undefined
  readonly says: readonly string[]
}

/** The address of `PORTICO_SECURITY_CONTACT`, where it is one of mail (RFC 6068). */
function contactOf(contact: string | undefined): Contact {
  if (contact === undefined) return { address: undefined, says: [] }
  const [, address = ''] = /^mailto:([^?,]+)/i.exec(contact) ?? []
  const read = readEmail(address)
  if (read.ok) return { address: read.value, says: ['The contact for security gets it, too.'] }
  return {
    address: undefined,
    says: [`No letter can be sent to ${contact} (PORTICO_SECURITY_CONTACT): tell them yourself.`],
  }
}

function answerOf(
  { operator: { name, role }, code, endsAt, endedFormer, letters }: MadeGlass,
  contact: Contact,
): Answer {
  const shown = code.reveal()
  return {
    json: { name, role, code: shown, until: isoTime(endsAt), ended_former: endedFormer, letters },
    lines: [
      `The code of ${name} (${role}), which is not shown again: ${shown}`,
      `Enter it at /break-glass/ of the console. It works once, until ${plainTime(endsAt)}; signing out there ends it before.`,
      ...(endedFormer ? ['The code that was open before is over.'] : []),
      `A letter waits for ${counted(letters, 'operator')}.`,
      ...contact.says,
    ],
  }
}
