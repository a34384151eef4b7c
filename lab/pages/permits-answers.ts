import type { Route } from 'playwright-core'

/** The response of the program to a request of its page. */
export type Answer = (route: Route) => object

/** The number plate of every permit. */
export const PLATE = 'PO 1234'

const permit = { permit_id: 'p1', plate: PLATE, zone: 'harbour', applied_at: '2026-03-01T09:00:00Z' }
const refusal = (status: number, code: string, errors: object = {}) => ({ status, json: { code, errors } })
const blank = (...names: readonly string[]) =>
  refusal(400, 'invalid_fields', Object.fromEntries(names.map((name) => [name, [{ code: 'blank' }]])))

const sent = (route: Route, name: string): unknown => route.request().postDataJSON()?.[name]

/** The answer of a program in which something failed. */
export const failed: Answer = () => refusal(500, 'failed')

/** The answers of the program, by method and path. A field that is empty is refused, and nobody can begin to sign in. */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  'GET /api/v1/sso/config/': () => ({ json: { account_url: 'https://id.example/account/' } }),
  'GET /api/v1/sso/status/': () => ({ json: { linked: true, account_url: 'https://id.example/account/' } }),
  'POST /api/v1/sso/begin/': () => refusal(503, 'identity_unavailable'),
  'GET /api/v1/me/': () => ({ json: { name: 'Ada Lovelace', roles: ['permit_officer'] } }),
  'GET /api/v1/permits/': () => ({
    json: {
      permits: ['applied', 'granted', 'refused'].map((status) => ({ ...permit, permit_id: status, status })),
    },
  }),
  'GET /api/v1/devices/': () => ({
    json: {
      devices: [
        { browser: 'Firefox', system: 'Android', signed_in_at: '2026-02-27T18:05:00Z', this_device: false },
        { browser: 'Chrome', system: 'Linux', signed_in_at: '2026-03-01T08:55:00Z', this_device: true },
        { browser: null, system: null, signed_in_at: '2026-01-10T07:30:00Z', this_device: false },
      ],
    },
  }),
  'GET /api/v1/officer/permits/': () => ({
    json: {
      permits: ['Grace Hopper', 'محمد بن موسى الخوارزمي'].map((applicant, index) => ({
        ...permit,
        ...{ permit_id: `p${index + 1}`, status: 'applied', applicant },
      })),
    },
  }),
  'POST /api/v1/officer/permits/p1/decision/': () => ({ json: {} }),
  'POST /api/v1/permits/': (route) => (sent(route, 'plate') ? { json: permit } : blank('plate')),
  'POST /api/v1/auth/login/': (route) =>
    sent(route, 'password') ? { json: { access_token: 'old' } } : blank('email', 'password'),
}
