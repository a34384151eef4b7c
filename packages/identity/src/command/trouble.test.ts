import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import { sayWhy } from './trouble.ts'

const outage = (message: string) =>
  new DatabaseUnavailable('The database cannot be reached', { cause: new Error(message) })

test('a server of Citus that another one does not reach is named, and no setting is blamed', () => {
  const said =
    'connection to the remote node portico@10.0.0.3:5432 failed with the following error: fe_sendauth: no password supplied'
  const why = sayWhy(outage(said))
  expect(why).toContain('names does not reach 10.0.0.3:5432 (')
  expect(why).toContain('fe_sendauth')
  expect(why).toContain('portico doctor')
  expect(why).not.toContain('check that')
})

test('any other outage is one of the server that the setting names', () => {
  expect(sayWhy(outage('connect ECONNREFUSED'))).toMatch(
    /\(connect ECONNREFUSED\).*PORTICO_DATABASE_URL names it/,
  )
})
