/** What happened with the account. */
export const ACTIVITY_PAGE = '/account/activity/'

/** The form that says: this was not me. */
export const WAS_NOT_ME = '/account/activity/not-me/'
