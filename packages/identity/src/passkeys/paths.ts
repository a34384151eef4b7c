/** The addresses of passkeys. */
export const PASSKEY_PATHS = {
  page: '/account/passkeys/',
  add: '/account/passkeys/add/',
  remove: '/account/passkeys/remove/',
  rename: '/account/passkeys/rename/',
  offer: '/account/passkeys/offer/',
  use: '/login/passkey/',
} as const
