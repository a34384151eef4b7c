import { VALIDATION_ERRORS } from '../citizens/index.ts'
import {
  DETAIL,
  jsonAnswer,
  type Operation,
  objectSchema,
  RETRY_AFTER,
  type Schema,
  textSchema,
} from '../platform/operation.ts'

/** What the API document says about one of the requests for a link. */
export type DescribedRequest = Pick<Operation, 'operationId' | 'summary' | 'description'> & {
  /** The only fields of the body. */
  readonly body: Schema
}

/** What all requests for a link answer (contract section 4.1). */
export function requestOperation({ body, ...words }: DescribedRequest): Operation {
  return {
    ...words,
    tag: 'Accounts',
    audience: 'api',
    proof: 'none',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { ...body, additionalProperties: false } } },
    },
    responses: {
      202: jsonAnswer(
        'Accepted. The answer is the same for every address, and does not say that a mail arrives.',
        objectSchema('EnrollmentAccepted', {
          detail: textSchema('A sentence for people. It may change.'),
          verification_required: { type: 'boolean', const: true },
        }),
      ),
      400: jsonAnswer('The body is not one JSON object of at most 8 KiB, or a field is not valid.', {
        oneOf: [DETAIL, VALIDATION_ERRORS],
      }),
      429: jsonAnswer(
        'Too many requests: 10 per address and hour, or 3 per e-mail and hour.',
        DETAIL,
        RETRY_AFTER,
      ),
      503: jsonAnswer(
        'Mail cannot be sent now, or the database is away. Nothing was done.',
        DETAIL,
        RETRY_AFTER,
      ),
    },
  }
}
