import type { Settings } from '../../service.ts'
import { SSO_BASE_PATH } from '../../wire.ts'
import { CALLBACK_OF_PAGES, LINK, LOGIN, LOGOUT_OF_PAGES } from './cookie-operations.ts'
import { HEADERS, type Operation } from './operation.ts'
import {
  API_DOCUMENT,
  begin,
  CALLBACK,
  CONFIG,
  EXCHANGE,
  LOGOUT,
  REFRESH,
  STATUS,
  TICKET,
} from './operations.ts'
import { schemas } from './schemas.ts'

type PathItem = Readonly<Partial<Record<'get' | 'post', Operation>>>

function pathsOf({ hasOldAccounts, cookies, tickets }: DocumentNeeds): Readonly<Record<string, PathItem>> {
  return {
    'config/': { get: CONFIG },
    'begin/': { post: begin(hasOldAccounts) },
    'callback/': { get: cookies ? CALLBACK_OF_PAGES : CALLBACK },
    'exchange/': { post: EXCHANGE },
    'refresh/': { post: REFRESH },
    'status/': { get: STATUS },
    'logout/': { post: cookies ? LOGOUT_OF_PAGES : LOGOUT },
    'openapi.json': { get: API_DOCUMENT },
    ...(tickets && { 'ticket/': { post: TICKET } }),
    ...(cookies && { login: { get: LOGIN }, link: { post: LINK } }),
  }
}

const LOCAL_TOKEN = { type: 'http', scheme: 'bearer', description: 'A local access token of this program.' }

/** What the document depends on. */
export interface DocumentNeeds extends Pick<Settings, 'programBaseUrl' | 'cookies' | 'tickets'> {
  /** Whether accounts from before can be connected: `accounts.legacy` is configured. */
  readonly hasOldAccounts: boolean
}

/** The document of OpenAPI 3.1 about the endpoints of this program. */
export function apiDocument(needs: DocumentNeeds) {
  const { programBaseUrl, cookies, hasOldAccounts } = needs
  const paths = Object.entries(pathsOf(needs))
  const sessionCookie = cookies && { type: 'apiKey', in: 'cookie', name: cookies.name }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sign-in of the program',
      version: '1.0.0',
      description:
        'The endpoints of the program side. The final slash may be missing. Another method gets 405 with Allow.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: programBaseUrl }],
    paths: Object.fromEntries(paths.map(([name, item]) => [SSO_BASE_PATH + name, item])),
    components: {
      schemas: schemas(hasOldAccounts),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [
          name,
          { required: true, description, schema: { type: 'string' } },
        ]),
      ),
      securitySchemes: { localToken: LOCAL_TOKEN, ...(sessionCookie && { sessionCookie }) },
    },
  }
}
