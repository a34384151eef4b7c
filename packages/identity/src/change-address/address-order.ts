import type { ByOperator } from '../audit/index.ts'
import { readEmail, standingNow } from '../citizens/index.ts'
import type { OrderWithOptions } from '../moments/index.ts'
import { countSchema, textSchema } from '../platform/operation.ts'
import { accepted, refused } from '../platform/result.ts'
import type { BeginNeeds } from './begin-change.ts'
import { isTaken } from './is-taken.ts'
import { orderChange } from './order-change.ts'
import type { ChangeAddressWords } from './words/en.ts'

type Words = ChangeAddressWords['acts']['change']

/** What the answer has beside the citizen. */
export const ORDERED_ADDRESS = {
  new_email: textSchema('The new address.'),
  wait_days: countSchema('After how many days the account has it.'),
}

/** What an operator reads about a refused order. */
const SAYS: Readonly<Record<keyof (Words['nothing'] & Words['refused']), string>> = {
  'bad-address': 'The new address is no e-mail address.',
  taken: 'An account has this address.',
  unchanged: 'The last change of this address can still be undone. Wait until it cannot.',
}

const refusedAs = (refusal: keyof typeof SAYS) => refused({ says: SAYS[refusal], because: refusal })

/** `portico citizen change-address`: begins a change for a citizen who has lost the mailbox and every way to sign in. */
export const orderAddress: OrderWithOptions<BeginNeeds & ByOperator>['useCase'] = async (
  needs,
  citizen,
  { reason, option },
) => {
  const email = readEmail(option('to'))
  if (!email.ok) return refusedAs('bad-address')
  const newEmail = email.value
  if (await isTaken(needs, citizen, newEmail)) return refusedAs('taken')
  const changed = await orderChange({ ...needs, newEmail }, { emailOrSubject: citizen.subject, reason })
  if (!changed.ok) return changed
  if (changed.value.outcome === 'unchanged') return refusedAs('unchanged')
  const { addressChangeWaitDays } = needs
  // Whoever reinstates before the end of the wait leaves the change as it is.
  const { standing } = await standingNow(needs, citizen)
  return accepted({
    json: { new_email: newEmail, wait_days: addressChangeWaitDays },
    done: { days: addressChangeWaitDays },
    ...(standing === 'suspended' && { says: 'suspended' }),
  })
}
