import type { Operation } from '../operation.ts'

const described = (audience: Operation['audience']): Operation => ({
  ...{ operationId: audience, summary: '', tag: 'About the service', audience, proof: 'none', responses: {} },
})

/** Something that the routes of a test say about themselves. */
export const API = described('api')

/** The same, for routes that answer OAuth errors. */
export const OAUTH = described('oauth')
