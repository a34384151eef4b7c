import { EMAIL_SCHEMA, NAME_SCHEMA, PHONE_SCHEMA } from '../citizens/index.ts'
import { objectSchema } from '../platform/operation.ts'

/** `POST /api/v1/accounts/register/` (contract section 2.1), for the API document. */
export const REGISTRATION = {
  operationId: 'register',
  summary: 'Ask for a new account',
  description:
    'The citizen gets a mail with a link, and sets the password on a hosted page. No other field is taken.',
  body: objectSchema(
    'Registration',
    { full_name: NAME_SCHEMA, email: EMAIL_SCHEMA, phone_number: PHONE_SCHEMA },
    ['phone_number'],
  ),
}
