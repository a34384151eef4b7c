import { expect, test } from 'vitest'
import { serverWords } from './postgres-server.ts'

test('a server is described by its version and the last level of optimisation that it was compiled with', () => {
  expect(serverWords('18.4', '-Wall -fwrapv -Os -DMAP=0x4')).toBe('PostgreSQL 18.4 built with -Os')
  expect(serverWords('15.14 (Debian 15.14-0)', '-O0 -g -O2')).toBe('PostgreSQL 15.14 built with -O2')
  expect(serverWords('17.2', '-Wall -D-Oops')).toBe('PostgreSQL 17.2')
})
