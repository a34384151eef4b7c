import { userInfo } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { readAddress } from './address.ts'

afterEach(() => void vi.unstubAllEnvs())

const read = (url: string) => readAddress({ kind: 'url', url })

test.each([
  ['postgres://db.example/portico', ['db.example:5432']],
  ['postgresql://u:p@db.example:6543/portico', ['db.example:6543']],
  ['postgres://u@a:1,b,c:3/portico', ['a:1', 'b:5432', 'c:3']],
  ['postgres://u@a,b/portico?port=7', ['a:7', 'b:7']],
  ['postgres://u@[::1]:6543,[2001:db8::2]/portico', ['::1:6543', '2001:db8::2:5432']],
  ['postgres://localhost/portico?host=/run/pg&port=7', ['/run/pg:7']],
  ['postgres://%2Frun%2Fpg:7/portico', ['/run/pg:7']],
])('the servers of %s', (url, places) => {
  expect(read(url).servers.map(({ host, port }) => `${host}:${port}`)).toEqual(places)
})

test('user, password and database are decoded, whatever the hosts are called', () => {
  expect(read('postgres://portico%40x:p%40%2Fw%3A@portico/portico%20db')).toMatchObject({
    servers: [{ host: 'portico', port: 5432 }],
    user: 'portico@x',
    password: 'p@/w:',
    database: 'portico db',
  })
})

test('what a URL leaves out comes from the environment, and else from the machine', () => {
  for (const name of ['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGDATABASE', 'PGSSLMODE'])
    vi.stubEnv(name, undefined)
  const user = userInfo().username
  expect(read('postgres://')).toMatchObject({
    servers: [{ host: 'localhost', port: 5432 }],
    user,
    password: '',
    database: user,
    sslMode: 'disable',
  })
  vi.stubEnv('PGHOST', 'db.example')
  vi.stubEnv('PGPORT', '6543')
  vi.stubEnv('PGUSER', 'ana')
  vi.stubEnv('PGPASSWORD', 'secret')
  vi.stubEnv('PGSSLMODE', 'require')
  expect(read('postgres://')).toMatchObject({
    servers: [{ host: 'db.example', port: 6543 }],
    user: 'ana',
    password: 'secret',
    database: 'ana',
    sslMode: 'require',
  })
})

test('TLS is asked for as libpq does, and never on a Unix socket', () => {
  expect(read('postgres://a/b?sslmode=verify-full').sslMode).toBe('verify-full')
  expect(read('postgres://a/b?sslrootcert=system').sslMode).toBe('verify-full')
  expect(read('postgres://a/b?host=/run/pg&sslmode=require').sslMode).toBe('disable')
})

test('other parameters are settings of the session', () => {
  const { settings } = read(
    'postgres://a/b?sslmode=require&target_session_attrs=read-write&search_path=own,public',
  )
  expect(settings).toEqual({ search_path: 'own,public' })
})
