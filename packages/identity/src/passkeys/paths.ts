/** The addresses of passkeys. */
export const PASSKEY_PATHS = {
  page: '/account/passkeys/',
  add: '/account/passkeys/add/',
  remove: '/account/passkeys/remove/',
  rename: '/account/passkeys/rename/',
  offer: '/account/passkeys/offer/',
  use: '/login/passkey/',
} as const

/** The forms of each passkey. */
export const PASSKEY_FORMS = {
  idField: 'passkey',
  removePath: PASSKEY_PATHS.remove,
  renamePath: PASSKEY_PATHS.rename,
}
