import { jsonAnswer, type Operation, objectSchema, textSchema } from '../platform/operation.ts'

/** `GET /api/health/` (contract section 2.13). */
export const HEALTH_OPERATION: Operation = {
  operationId: 'getHealth',
  summary: 'Ask whether the process answers',
  description:
    'It answers also while its database is away. Load balancers use /readyz on the port of the metrics.',
  tag: 'About the service',
  audience: 'api',
  proof: 'none',
  worksAlone: true,
  responses: {
    200: jsonAnswer(
      'The process answers.',
      objectSchema('Health', {
        status: { type: 'string', const: 'ok' },
        service: textSchema('The name of the service.'),
      }),
    ),
  },
}
