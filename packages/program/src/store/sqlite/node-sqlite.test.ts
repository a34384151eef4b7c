import { expect, test } from 'vitest'
import { nodeSqlite } from './node-sqlite.ts'

test.each([
  ['has the function that finds modules', { getBuiltinModule: () => undefined }],
  ['is older than this function', {}],
])('a Node without node:sqlite that %s is told which one to use', (_name, found) => {
  expect(() => nodeSqlite({ version: 'v20.11.0', ...found })).toThrow(
    'This is Node v20.11.0, which has no node:sqlite. Use Node 22.13 or newer (22.5 to 22.12 with --experimental-sqlite), or postgresStore or mysqlStore.',
  )
})
