import { PATHS } from '../pages/index.ts'

/** Where programs register a citizen (contract section 4.1). */
export const REGISTER_API_PATH = '/api/v1/accounts/register/'

/** Where the mailed link leads. */
export const CONFIRM_PATH = `${PATHS.register}confirm/`

/** Says that a mail may be on its way. */
export const SENT_PATH = `${PATHS.register}sent/`

/** Says that the account is ready. */
export const DONE_PATH = `${PATHS.register}done/`
