/** The addresses of apps and recovery codes, beside those that other pages lead to. */
export const CODE_PATHS = {
  add: '/account/codes/add/',
  remove: '/account/codes/remove/',
  rename: '/account/codes/rename/',
  recovery: '/account/codes/recovery/',
  spent: '/account/codes/spent/',
} as const

/** The forms of each app. */
export const APP_FORMS = { idField: 'app', removePath: CODE_PATHS.remove, renamePath: CODE_PATHS.rename }
