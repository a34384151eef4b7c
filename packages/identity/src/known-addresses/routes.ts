import { favicon, PATHS } from '../pages/index.ts'
import type { Clock } from '../platform/clock.ts'
import { redirect, text } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'

/** Everything that the known addresses use. */
export interface KnownAddressNeeds {
  readonly baseUrl: string
  readonly clock: Clock
  /** Whom to tell of a vulnerability: `mailto:…` or `https://…`. Absent for nobody. */
  readonly securityContact?: string | undefined
}

const SECURITY_PATH = '/.well-known/security.txt'

/** The file is good for less than a year (RFC 9116 section 2.5.5), and made anew with each request. */
const GOOD_FOR_DAYS = 90
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** No page is for a search engine: most belong to one person. */
const ROBOTS = 'User-agent: *\nDisallow: /\n'

/** The addresses that are looked up at every site. Without a contact there is no `security.txt`. */
export function knownAddressRoutes(service: KnownAddressNeeds): readonly Route[] {
  const leads = {
    '/': PATHS.account,
    '/favicon.ico': favicon.path,
    '/.well-known/change-password': PATHS.password,
  }
  const contact = service.securityContact
  return [
    ...Object.entries(leads).map(([path, to]) => route('GET', path, 'page', () => redirect(302, to))),
    route('GET', '/robots.txt', 'page', () => text(200, ROBOTS)),
    ...(contact === undefined
      ? []
      : [route('GET', SECURITY_PATH, 'page', () => text(200, securityText(service, contact)))]),
  ]
}

/** RFC 9116: lines that end with CRLF or LF, an address that everybody may use, and when the file is too old. */
function securityText({ baseUrl, clock }: KnownAddressNeeds, contact: string): string {
  const day = Math.floor((clock.now() * 1000) / DAY_MILLISECONDS) + GOOD_FOR_DAYS
  const expires = new Date(day * DAY_MILLISECONDS).toISOString().replace('.000', '')
  return `Contact: ${contact}\nExpires: ${expires}\nCanonical: ${baseUrl}${SECURITY_PATH}\n`
}
