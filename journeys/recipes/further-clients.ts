import { globSync } from 'node:fs'
import { join } from 'node:path'
import { hasPackage, type Program, RECIPES, TOOLS } from './stage.ts'

/** Where the settings of the further clients are. */
export const FURTHER = join(RECIPES, 'further-clients')

const SITES = new URL('further/', import.meta.url).pathname
const python = join(TOOLS, 'python/bin/python')
const hasPython = ['mozilla_django_oidc', 'social_django', 'oic'].every(
  (name) => globSync(join(TOOLS, 'python/lib/python3*/site-packages', name)).length > 0,
)

/** A line of the settings, and the error without it: at the callback, in the output, or at the refresh. */
export interface NeededLine {
  readonly file: string
  readonly line: string
  readonly says: string
  readonly at?: 'refresh'
}

/** A client, and what happens without a line of its settings. */
export interface FurtherClient {
  readonly name: string
  readonly isThere: boolean
  readonly program: Program
  readonly callback: string
  readonly refreshes?: boolean
  readonly needed: readonly NeededLine[]
}

const NO_CHALLENGE = 'code_challenge is missing (PKCE is required).'
const NO_NONCE = 'nonce is missing.'
const NO_BASIC = 'Authenticate by HTTP Basic'

const OWN_REFRESH = `    # By itself, the library sends the secret of a refresh in the body.
    def refresh_token_auth(self):
        return HTTPBasicAuth(*self.get_key_and_secret())

    def refresh_token_params(self, token, *args, **kwargs):
        return {'grant_type': 'refresh_token', 'refresh_token': token}
`

const pythonSite = (file: string, ...args: readonly string[]): Program => ({
  command: python,
  args: [join(SITES, file), ...args],
})

export const CLIENTS: readonly FurtherClient[] = [
  {
    name: 'mozilla-django-oidc',
    isThere: hasPython,
    program: pythonSite('django_site.py', 'mozilla'),
    callback: '/oidc/callback/',
    needed: [
      { file: 'mozilla_settings.py', line: 'OIDC_USE_PKCE = True', says: NO_CHALLENGE },
      { file: 'mozilla_settings.py', line: 'OIDC_TOKEN_USE_BASIC_AUTH = True', says: NO_BASIC },
    ],
  },
  {
    name: 'social-auth-core',
    isThere: hasPython,
    program: pythonSite('django_site.py', 'social'),
    callback: '/complete/oidc/',
    refreshes: true,
    needed: [
      { file: 'social_settings.py', line: 'SOCIAL_AUTH_OIDC_USE_PKCE = True', says: NO_CHALLENGE },
      { file: 'social_backend.py', line: OWN_REFRESH, says: '401 Client Error', at: 'refresh' },
    ],
  },
  {
    name: 'pyoidc',
    isThere: hasPython,
    program: pythonSite('pyoidc_site.py'),
    callback: '/callback',
    needed: [
      { file: 'pyoidc_client.py', line: '        **challenge,\n', says: NO_CHALLENGE },
      { file: 'pyoidc_client.py', line: "        'nonce': kept['nonce'],\n", says: NO_NONCE },
    ],
  },
  {
    name: 'next-auth 4',
    isThere: hasPackage('next-auth'),
    program: { node: join(SITES, 'next-auth-site.mjs') },
    callback: '/api/auth/callback/portico',
    needed: [{ file: 'next-auth.mjs', line: "checks: ['pkce', 'state', 'nonce'],", says: NO_NONCE }],
  },
  {
    name: 'better-auth',
    isThere: hasPackage('better-auth'),
    program: { node: join(SITES, 'better-auth-site.mjs') },
    callback: '/api/auth/callback/portico',
    refreshes: true,
    needed: [{ file: 'better-auth.mjs', line: "authentication: 'basic',", says: NO_BASIC }],
  },
]
