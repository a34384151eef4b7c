// Takes long, because most tests make a database anew.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, describe, expect, test } from 'vitest'
import { processIdentity } from './processes.ts'
import { type EmbeddedServer, startEmbeddedServer } from './server.ts'

const isRoot = process.getuid?.() === 0
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('the embedded PostgreSQL', () => {
  test('is created at the first start, on a socket that only its user reaches, and keeps its data', async () => {
    const dataDir = newFolder()
    const said: string[] = []
    const first = await start(dataDir, said)
    expect(said).toEqual([`Creating the database in ${join(dataDir, 'postgres')}`])
    expect(statSync(first.socketDir).mode & 0o777).toBe(0o700)
    await ask(first, 'create table kept (word text)')
    await ask(first, "insert into kept values ('here')")
    expect(
      await ask(
        first,
        "select current_database() as database, current_user as user, current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding, lower('ÀÉ') as lower, current_setting('fsync') as fsync",
      ),
    ).toEqual([{ database: 'portico', user: 'portico', tcp: '', encoding: 'UTF8', lower: 'àé', fsync: 'on' }])
    await first.stop()
    expect(postmasterPid(dataDir)).toBeUndefined()

    const second = await start(dataDir, said)
    expect(await ask(second, 'select word from kept')).toEqual([{ word: 'here' }])
    expect(said).toHaveLength(1)
  })

  // proves: threat-kill-9
  test('keeps every acknowledged write and starts again after it was killed', async () => {
    const dataDir = newFolder()
    const first = await start(dataDir)
    await ask(first, "create table kept as select 'here' as word")
    process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL')
    const second = await start(dataDir)
    expect(await ask(second, 'select word from kept')).toEqual([{ word: 'here' }])
    await first.stop()
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts although its old process number belongs to another program by now', async () => {
    const dataDir = newFolder()
    const first = await start(dataDir)
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    await first.stop()
    writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
    expect(await ask(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('recovers from a first start that was killed in the middle', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres-incoming-dead'))
    writeFileSync(join(dataDir, 'postgres-incoming-dead', 'PG_VERSION'), '18\n')
    writeFileSync(join(dataDir, 'postgres.lock'), `${await deadPid()}:1`)
    const server = await start(dataDir)
    await ask(server, 'select 1')
    expect(readdirSync(dataDir).filter((name) => name.includes('incoming'))).toEqual([])
    await ask({ ...server, database: 'postgres' }, 'drop database portico')
    await server.stop()
    expect(await ask(await start(dataDir), 'select current_database() as name')).toEqual([
      { name: 'portico' },
    ])
  })

  test('is shared by starts at the same moment, and the last one stops it', async () => {
    const dataDir = newFolder()
    const others = [startElsewhere(dataDir), startElsewhere(dataDir)]
    const mine = await start(dataDir)
    await Promise.all(others.map(nextLine))
    const pid = postmasterPid(dataDir)
    await mine.stop()
    expect(postmasterPid(dataDir)).toBe(pid)
    others[0]?.stdin?.end()
    await once(others[0] as ChildProcess, 'exit')
    expect(postmasterPid(dataDir)).toBe(pid)
    others[1]?.stdin?.end()
    await once(others[1] as ChildProcess, 'exit')
    expect(postmasterPid(dataDir)).toBeUndefined()
  })

  test('outlives a process that is killed, and the next one joins and stops it', async () => {
    const dataDir = newFolder()
    const other = startElsewhere(dataDir)
    await nextLine(other)
    other.kill('SIGKILL')
    await once(other, 'exit')
    const pid = postmasterPid(dataDir)
    const mine = await start(dataDir)
    expect(postmasterPid(dataDir)).toBe(pid)
    await mine.stop()
    expect(postmasterPid(dataDir)).toBeUndefined()
  })

  test('is left running for a session that it knows nothing of', async () => {
    const dataDir = newFolder()
    const server = await start(dataDir)
    const stranger = connect(server)
    await stranger`select 1`
    await server.stop()
    expect(await stranger`select 1 as one`).toEqual([{ one: 1 }])
    await stranger.end()
    await (await start(dataDir)).stop()
    expect(postmasterPid(dataDir)).toBeUndefined()
  })

  test('takes a data folder whose name is too long or too odd for a socket', async () => {
    const dataDir = join(newFolder(), 'a "folder", it\'s'.padEnd(120, 'g'))
    const server = await start(dataDir)
    expect(Buffer.byteLength(server.socketDir)).toBeLessThan(80)
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
    if (!server.socketDir.startsWith(dataDir))
      cleanups.unshift(() => rmSync(server.socketDir, { recursive: true, force: true }))
  })

  // proves: threat-stored-secrets
  test('lets nothing of a failing statement into its log', async () => {
    const dataDir = newFolder()
    const server = await start(dataDir)
    await ask(server, 'create table people (address text primary key)')
    await ask(server, "insert into people values ('ines@example.org')")
    await expect(ask(server, "insert into people values ('ines@example.org')")).rejects.toThrow(
      'duplicate key',
    )
    await expect(ask(server, "select 'ines@example.org'::int")).rejects.toThrow('invalid input syntax')
    await server.stop()
    const folder = join(dataDir, 'postgres', 'log')
    const log = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toMatch(/ines|duplicate|select|insert/)
  })

  test('refuses the data of another version in one sentence', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(
      /made by PostgreSQL 17 and this release brings PostgreSQL 18: back it up/,
    )
  })

  test('refuses a data folder that is a file in one sentence', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    await expect(start(file)).rejects.toThrow(/^Portico cannot use .*file \((EEXIST|ENOTDIR)\): move away/)
  })
})

describe.runIf(isRoot)('the embedded PostgreSQL of root', () => {
  // proves: design-9-root-moves-data
  test('moves to where nobody reaches it, says so once, and is found again', async () => {
    const parent = newFolder()
    const dataDir = join(parent, 'data')
    chmodSync(parent, 0o700)
    const said: string[] = []
    const first = await start(dataDir, said)
    const home = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim()
    cleanups.unshift(() => rmSync(home, { recursive: true, force: true }))
    expect(said[0]).toBe(
      `The database goes to ${home}, because PostgreSQL runs as "nobody" and ${parent} does not let this user in.`,
    )
    await ask(first, "create table kept as select 'here' as word")
    await first.stop()
    said.length = 0
    expect(await ask(await start(dataDir, said), 'select word from kept')).toEqual([{ word: 'here' }])
    expect(said).toEqual([])
  })

  test('is not replaced by an empty one when its folder is closed or gone', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres'))
    chmodSync(dataDir, 0o700)
    await expect(start(dataDir)).rejects.toThrow(`run chmod o+x ${dataDir}`)
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres-location'), '/var/lib/portico/gone\n')
    await expect(start(dataDir)).rejects.toThrow('is not in /var/lib/portico/gone any more')
  })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-embedded-'))
  chmodSync(folder, 0o755)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string, said: string[] = []): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir, progress: (line) => said.push(line) })
  cleanups.push(() => server.stop())
  return server
}

/** Another process that uses the server until its standard input ends. */
function startElsewhere(dataDir: string): ChildProcess {
  const program = `
    const { startEmbeddedServer } = await import(${JSON.stringify(new URL('./server.ts', import.meta.url).href)})
    const server = await startEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, progress: () => {} })
    console.log('started')
    for await (const _ of process.stdin);
    await server.stop()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  return child
}

async function nextLine(child: ChildProcess): Promise<void> {
  if (child.stdout) await once(child.stdout, 'data')
}

function connect({ socketDir, port, user, database }: Address): postgres.Sql {
  return postgres({
    path: join(socketDir, `.s.PGSQL.${port}`),
    user,
    database,
    max: 1,
    onnotice: () => undefined,
  })
}

type Address = Pick<EmbeddedServer, 'socketDir' | 'port' | 'user'> & { readonly database: string }

async function ask(server: Address, statement: string): Promise<unknown[]> {
  const sql = connect(server)
  try {
    return [...(await sql.unsafe(statement))]
  } finally {
    await sql.end()
  }
}

function postmasterPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/** The pid of a process that has ended and was reaped. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  while (processIdentity(child.pid ?? 0) !== undefined) await wait(10)
  return child.pid ?? 0
}
