/**
 * `createServer` of `node:http`, without an import. An import reads every export once, and one of them loads the HTTP
 * client behind `fetch`, which this service never uses. It took a tenth of the start.
 */
export const { createServer } = process.getBuiltinModule('node:http')
