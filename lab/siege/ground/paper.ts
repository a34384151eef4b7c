import { linkIn } from '../../kit/mail-server.ts'
import type { TestClient } from '../../../packages/identity/testing/people.ts'
import type { TestBrowser, Visited } from '../../../packages/identity/testing/test-browser.ts'
import type { TakenMail } from './post-office.ts'
import { form, type Shot } from './salvo.ts'

/** The paths that the siege asks for. */
export const PATHS = {
  register: '/api/v1/accounts/register/',
  recover: '/api/v1/accounts/recover/',
  token: '/o/token/',
  revoke: '/o/revoke/',
  introspect: '/api/integrations/introspect/',
  userinfo: '/o/userinfo/',
} as const

/** The first form of a page, filled in and ready to be sent. */
export function filledForm(
  browser: TestBrowser,
  page: Visited,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Shot {
  const element = page.html.querySelector('form')
  if (!element)
    throw new Error(`No form on the page that answered ${page.status}: ${page.html.text.slice(0, 200)}`)
  const hidden = element
    .querySelectorAll('input')
    .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const)
    .filter(([name]) => name !== '')
  const path = new URL(element.getAttribute('action') ?? page.url, page.url).pathname
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return form(path, { ...Object.fromEntries(hidden), ...fields }, { cookie, ...headers })
}

/** Path and query of the one link of a mail. */
export function linkPath(mail: TakenMail): string {
  const { pathname, search } = new URL(linkIn(mail as unknown as Parameters<typeof linkIn>[0]))
  return pathname + search
}

/** A code on its way to its tokens. */
export function codeShot(
  program: TestClient,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): Shot {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: program.redirectUri,
    code_verifier: verifier,
  }
  return form(PATHS.token, fields, { authorization: program.basic })
}

/** A refresh token on its way to its successor. */
export function refreshShot(program: TestClient, refreshToken: string): Shot {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return form(PATHS.token, fields, { authorization: program.basic })
}

/** A question about a token. */
export function introspectShot(program: TestClient, token: string): Shot {
  return form(PATHS.introspect, { token }, { authorization: program.basic })
}

/** The order to revoke a token. */
export function revokeShot(program: TestClient, token: string): Shot {
  return form(PATHS.revoke, { token }, { authorization: program.basic })
}
