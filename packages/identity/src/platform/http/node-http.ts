/**
 * `createServer` of `node:http`, fetched without importing the module: an import reads every export of it once, and one
 * of them loads the HTTP client behind `fetch`, which this service never calls. That was a tenth of a start.
 */
export const { createServer } = process.getBuiltinModule('node:http')
