import { EMAIL_SCHEMA } from '../citizens/index.ts'
import { objectSchema } from '../platform/operation.ts'

/** `POST /api/v1/accounts/recover/` (contract section 2.2), for the API document. */
export const RECOVERY = {
  operationId: 'recover',
  summary: 'Ask for a new password',
  description: 'The owner of the account gets a mail with a link, and sets a new password on a hosted page.',
  body: objectSchema('Recovery', { email: EMAIL_SCHEMA }),
}
