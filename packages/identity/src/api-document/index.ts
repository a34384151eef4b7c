/**
 * What the service answers, as a document of OpenAPI 3.1 and as a page. Each route describes itself beside its code, with
 * the patterns that its reader validates with. This room puts the descriptions together. It decides nothing, and knows
 * no route by name.
 */
export { API_DOCUMENT } from './room.ts'
