import type { Settings } from '../../service.ts'
import { SSO_BASE_PATH } from '../../wire.ts'
import { CALLBACK_OF_PAGES, LOGIN, LOGOUT_OF_PAGES } from './cookie-operations.ts'
import { HEADERS, type Operation } from './operation.ts'
import { API_DOCUMENT, BEGIN, CALLBACK, CONFIG, EXCHANGE, LOGOUT, REFRESH, STATUS } from './operations.ts'
import { SCHEMAS } from './schemas.ts'

type PathItem = Readonly<Partial<Record<'get' | 'post', Operation>>>

const PATHS: Readonly<Record<string, PathItem>> = {
  'config/': { get: CONFIG },
  'begin/': { post: BEGIN },
  'callback/': { get: CALLBACK },
  'exchange/': { post: EXCHANGE },
  'refresh/': { post: REFRESH },
  'status/': { get: STATUS },
  'logout/': { post: LOGOUT },
  'openapi.json': { get: API_DOCUMENT },
}

const PATHS_OF_COOKIE_MODE: Readonly<Record<string, PathItem>> = {
  ...PATHS,
  login: { get: LOGIN },
  'callback/': { get: CALLBACK_OF_PAGES },
  'logout/': { post: LOGOUT_OF_PAGES },
}

const LOCAL_TOKEN = { type: 'http', scheme: 'bearer', description: 'A local access token of this program.' }

/** The document of OpenAPI 3.1 about the endpoints of this program. */
export function apiDocument({ programBaseUrl, cookies }: Pick<Settings, 'programBaseUrl' | 'cookies'>) {
  const paths = Object.entries(cookies ? PATHS_OF_COOKIE_MODE : PATHS)
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
      schemas: SCHEMAS,
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
