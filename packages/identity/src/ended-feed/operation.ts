import { INVALID_CLIENT, NO_NUL, OAUTH_ERROR } from '../oauth/index.ts'
import { jsonAnswer, type Operation, objectSchema, RETRY_AFTER, textSchema } from '../platform/operation.ts'

const CURSOR = textSchema('Where the program is in the feed. Send it with the next request.')

const ENDED = objectSchema(
  'Ended',
  {
    sub: textSchema('The citizen.'),
    sid: textSchema('The central session. Without it, all sessions of the citizen.'),
  },
  ['sid'],
)

/** `GET /api/integrations/ended/`. */
export const ENDED_FEED_OPERATION: Operation = {
  operationId: 'hearEnded',
  summary: 'Hear which sessions have ended',
  description:
    'Beside the contract. The request waits up to ten seconds until something ends. A program that hears nothing introspects each token every 30 seconds.',
  tag: 'Tokens',
  audience: 'oauth',
  proof: 'client',
  parameters: [
    {
      name: 'since',
      in: 'query',
      description: 'The cursor of the last answer. Without it, the feed begins now.',
      schema: textSchema('A cursor. One that cannot be read gives check_all.', { pattern: NO_NUL }),
    },
  ],
  responses: {
    200: jsonAnswer('What ended since then.', {
      ...objectSchema('EndedSessions', {
        cursor: CURSOR,
        since: { oneOf: [textSchema('The cursor of the request.'), { type: 'null' }] },
        check_all: {
          type: 'boolean',
          description: 'The feed cannot say what ended since the cursor: introspect every token.',
        },
        ended: { type: 'array', items: ENDED },
        waited_ms: {
          type: 'integer',
          minimum: 0,
          description: 'How long the request waited before it was read.',
        },
      }),
    }),
    400: jsonAnswer('The query is not readable.', OAUTH_ERROR),
    401: INVALID_CLIENT,
    404: jsonAnswer(
      'There is no feed on a distributed database that does not number its events.',
      OAUTH_ERROR,
    ),
    429: jsonAnswer('Too many requests, or too many of them wait.', OAUTH_ERROR, RETRY_AFTER),
  },
}
