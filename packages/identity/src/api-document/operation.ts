import { jsonAnswer, type Operation, textSchema } from '../platform/operation.ts'

const ETAG = {
  ETag: {
    required: true,
    description: 'Changes with the document.',
    schema: textSchema('A strong validator.'),
  },
} as const

/** `GET /api/openapi.json`. */
export const DOCUMENT_OPERATION: Operation = {
  operationId: 'getApiDocument',
  summary: 'Read this document',
  description: 'OpenAPI 3.1. The page /api/reference/ shows the same for people.',
  tag: 'About the service',
  audience: 'api',
  proof: 'none',
  worksAlone: true,
  parameters: [
    {
      name: 'If-None-Match',
      in: 'header',
      description: 'The ETag of the document that you have.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: jsonAnswer('The document.', { type: 'object' }, ETAG),
    304: { description: 'The document that you have is the newest.', headers: ETAG },
  },
}
