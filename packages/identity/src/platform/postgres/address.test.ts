import { describe, expect, test } from 'vitest'
import { atServer, readAddress } from './address.ts'

const read = (url: string) => readAddress({ kind: 'url', url })

test.each([
  ['postgres://db.example/portico', ['db.example:undefined']],
  ['postgresql://u:p@db.example:6543/portico', ['db.example:6543']],
  ['postgres://u@a:1,b,c:3/portico', ['a:1', 'b:undefined', 'c:3']],
  ['postgres://u@a,b/portico?port=7', ['a:7', 'b:7']],
  ['postgres://u@[::1]:6543,[2001:db8::2]/portico', ['::1:6543', '2001:db8::2:undefined']],
  ['postgres://localhost/portico?host=/run/pg&port=7', ['/run/pg:7']],
  ['postgres://%2Frun%2Fpg:7/portico', ['/run/pg:7']],
])('the servers of %s', (url, places) => {
  expect(read(url).servers.map(({ host, port }) => `${host}:${port}`)).toEqual(places)
})

test('user, password and database are decoded, whatever the hosts are called', () => {
  expect(read('postgres://portico%40x:p%40%2Fw%3A@portico/portico%20db')).toMatchObject({
    servers: [{ host: 'portico', port: undefined }],
    user: 'portico@x',
    password: 'p@/w:',
    database: 'portico db',
  })
})

test('what a URL leaves out is left to the driver, which asks the environment', () => {
  expect(read('postgres://')).toEqual({
    servers: [{ host: undefined, port: undefined }],
    user: undefined,
    password: undefined,
    database: undefined,
    sslMode: 'disable',
    settings: {},
  })
})

test('TLS is asked for as libpq does, and never on a Unix socket', () => {
  expect(read('postgres://a/b?sslmode=verify-full').sslMode).toBe('verify-full')
  expect(read('postgres://a/b?sslrootcert=system').sslMode).toBe('verify-full')
  expect(read('postgres://a/b?sslmode=require&sslrootcert=/etc/ca.pem').sslMode).toBe('verify-full')
  expect(read('postgres://a/b?host=/run/pg&sslmode=require').sslMode).toBe('disable')
})

test.each([
  ['postgres://u@localhost/b', '10.0.0.5', 'require'],
  ['postgres://u@/b?host=/run/pg', 'db.example', 'require'],
  ['postgres://u@10.0.0.4/b', '2001:db8::2', 'require'],
  ['postgres://u@localhost/b', '127.0.0.1.example', 'require'],
  ['postgres://u@localhost/b', '127.0.0.1', 'disable'],
  ['postgres://u@localhost/b', '::1', 'disable'],
  ['postgres://u@localhost/b', 'localhost', 'disable'],
  ['postgres://u@localhost/b', '/run/other', 'disable'],
  ['postgres://u@localhost/b?sslmode=disable', '10.0.0.5', 'disable'],
  ['postgres://u@/b?host=/run/pg&sslmode=verify-full', '10.0.0.5', 'verify-full'],
  ['postgres://u@localhost/b?ssl=prefer', '10.0.0.5', 'prefer'],
  ['postgres://u@localhost/b?sslrootcert=system', '10.0.0.5', 'verify-full'],
])('another server than the one of %s: %s is asked with sslmode=%s', (url, host, mode) => {
  const there = readAddress(atServer({ kind: 'url', url }, { host, port: 7 }))
  expect([there.servers, there.sslMode]).toEqual([[{ host, port: 7 }], mode])
})

test('other parameters are settings of the session', () => {
  const { settings } = read(
    'postgres://a/b?sslmode=require&target_session_attrs=read-write&search_path=own,public',
  )
  expect(settings).toEqual({ search_path: 'own,public' })
})

describe('the same address at another server', () => {
  const at = (url: string, host = 'worker', port = 5433) =>
    readAddress(atServer({ kind: 'url', url }, { host, port }))

  test.each([
    'postgres://portico:a%2Fb@one:5432,two:5433/central?sslmode=verify-full&search_path=other',
    'postgres://portico:a%2Fb@one/central?host=%2Ftmp&port=1&sslmode=verify-full&search_path=other',
    'postgres://portico:a%2Fb@/central?sslmode=verify-full&search_path=other',
  ])('keeps who connects, to which database and how: %s', (url) => {
    expect(at(url)).toEqual({
      servers: [{ host: 'worker', port: 5433 }],
      user: 'portico',
      database: 'central',
      password: 'a/b',
      sslMode: 'verify-full',
      settings: { search_path: 'other' },
    })
  })

  test.each(['10.0.0.2', '::1', '/var/run/postgresql', 'worker-1.example.test'])('it may be %s', (host) => {
    expect(at('postgres://portico@one/central', host, 6000).servers).toEqual([{ host, port: 6000 }])
  })

  test('a socket is another one', () => {
    const socket = {
      kind: 'socket',
      socketDir: '/tmp',
      port: 1,
      user: 'portico',
      database: 'central',
    } as const
    expect(atServer(socket, { host: '/run', port: 2 })).toEqual({ ...socket, socketDir: '/run', port: 2 })
  })
})
