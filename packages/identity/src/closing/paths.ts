/** The page that closes the account. */
export const CLOSE_ACCOUNT = '/account/close/'
