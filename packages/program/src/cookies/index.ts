/**
 * Cookie mode, as far as it needs no store: reading and writing its cookies, the return path, whether a request comes
 * from the program's own pages, and whether it opens a page. Who is signed in is decided in `sessions/`.
 */
export {
  AGAIN_COOKIE_SECONDS,
  againCookieName,
  cookieLine,
  expiredCookieLine,
  LOGIN_COOKIE_SECONDS,
  loginCookieName,
  loginCookiePrefix,
} from './cookie-lines.ts'
export { type CookieNames, cookieNamesOf, sessionCookiesOf } from './cookie-names.ts'
export { isNavigation, isPartOfPage } from './navigation.ts'
export { isFromOwnPages } from './own-pages.ts'
export { type Cookie, readCookies, valuesOfCookie } from './read-cookies.ts'
export { type OwnAddress, ownAddressOf, type ProgramPath, publicPathOf, returnPathOf } from './return-path.ts'
