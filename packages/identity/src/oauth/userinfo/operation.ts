import {
  CHALLENGE,
  DETAIL,
  jsonAnswer,
  type Operation,
  objectSchema,
  textSchema,
} from '../../platform/operation.ts'
import { OAUTH_ERROR } from '../oauth-schemas.ts'

/** What the scope allows (contract section 2.11). */
const CLAIMS = objectSchema(
  'UserinfoClaims',
  {
    sub: textSchema('The citizen. It never changes.'),
    name: textSchema('The full name, with the scope profile.'),
    email: textSchema('The verified address, with the scope email.', { format: 'email', maxLength: 320 }),
    email_verified: { type: 'boolean', const: true },
    sid: textSchema('The central session.'),
    security_version: {
      type: 'integer',
      minimum: 1,
      description: 'It rises when all sessions of the citizen end.',
    },
  },
  ['name', 'email', 'email_verified'],
)

const USERINFO = {
  summary: 'Read the claims of the citizen',
  description: 'OpenID Connect Core section 5.3. GET and POST answer the same.',
  tag: 'Tokens',
  audience: 'oauth',
  proof: 'access-token',
  responses: {
    200: jsonAnswer('The claims that the scope of the token allows.', CLAIMS),
    401: jsonAnswer(
      'The token is invalid, expired or revoked; or there is none, and then no error code either.',
      { title: 'UserinfoRefusal', oneOf: [OAUTH_ERROR, DETAIL] },
      CHALLENGE,
    ),
  },
} as const satisfies Omit<Operation, 'operationId'>

/** `GET /o/userinfo/`. */
export const GET_USERINFO: Operation = { operationId: 'getUserinfo', ...USERINFO }

/** `POST /o/userinfo/`. */
export const POST_USERINFO: Operation = { operationId: 'postUserinfo', ...USERINFO }
