import { PATHS } from '../pages/index.ts'

/** Where programs ask for a recovery (contract section 4.1). */
export const RECOVER_API_PATH = '/api/v1/accounts/recover/'

/** Where the mailed link leads. */
export const CONFIRM_PATH = `${PATHS.recover}confirm/`

/** Says that a mail may be on its way. */
export const SENT_PATH = `${PATHS.recover}sent/`

/** Where the mailed link of a browser leads. */
export const ADMIT_PATH = `${PATHS.newBrowser}confirm/`

/** Says that a mail with the link of a browser may be on its way. */
export const BROWSER_SENT_PATH = `${PATHS.newBrowser}sent/`

/** Says that the password is set. */
export const DONE_PATH = `${PATHS.recover}done/`
