/** Where a new verification link is asked for. */
export const VERIFICATION_PATH = '/account/verification/'

/** Where a verification link leads. */
export const CONFIRM_PATH = '/account/verification/confirm/'

/** Says that the address is confirmed. */
export const DONE_PATH = '/account/verification/done/'
