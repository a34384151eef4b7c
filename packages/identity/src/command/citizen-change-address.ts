import { isTaken, orderChange } from '../change-address/index.ts'
import { readEmail } from '../citizens/index.ts'
import { letterNeeds, REFUSALS, requireCitizen, WHO } from './citizen.ts'
import { type Command, CommandRefused, text } from './command.ts'

/** Begins a change of address, for a citizen who has lost the mailbox and every way to sign in. */
export const citizenChangeAddress: Command = {
  words: 'citizen change-address',
  summary: "Begin a change of a citizen's address, which waits; the old address can stop it",
  operands: [WHO],
  options: {
    to: text('EMAIL', 'The new address', 'required'),
    reason: text('TEXT', 'The reason, for the audit', 'required'),
  },
  async run({ given, config, openDatabase }) {
    const email = readEmail(given.text('to'))
    if (!email.ok) throw new CommandRefused('The new address is no e-mail address.')
    const database = await openDatabase()
    const citizen = await requireCitizen(database, given.operand(WHO))
    if (await isTaken(database, citizen, email.value))
      throw new CommandRefused('An account has this address.')
    const { addressChangeWaitDays } = config()
    const needs = {
      ...(await letterNeeds(database, { config })),
      addressChangeWaitDays,
      newEmail: email.value,
    }
    const request = { emailOrSubject: citizen.subject, reason: given.text('reason') ?? '' }
    const changed = await orderChange(needs, request)
    if (!changed.ok) throw new CommandRefused(REFUSALS[changed.refusal])
    if (changed.value.outcome === 'unchanged')
      throw new CommandRefused('The last change of this address can still be undone. Wait until it cannot.')
    const days = addressChangeWaitDays === 1 ? '1 day' : `${addressChangeWaitDays} days`
    return {
      json: { subject: citizen.subject, new_email: email.value, wait_days: addressChangeWaitDays },
      lines: [
        `Citizen ${citizen.subject} gets the new address after ${days}, unless the old address stops it.`,
      ],
    }
  },
}
