/** The page where a citizen gets a copy of the own data. */
export const OWN_DATA = '/account/data/'

/** The form of that page. */
export const DOWNLOAD = '/account/data/download/'
