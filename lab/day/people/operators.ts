/** The operators of the day, by the names that the audit has. */
export const ADMINISTRATOR = 'Ada Admin'
export const SUPPORTER = 'Samir Support'
export const SECURITY = 'Sofia Security'
