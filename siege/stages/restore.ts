import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IdentityProcess, runPortico } from '../../journeys/identity-process.ts'
import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { enterProgram, newAttempt, obtainCode } from '../../packages/identity/testing/program-flow.ts'
import {
  codeShot,
  filledForm,
  introspectShot,
  linkPath,
  PATHS,
  refreshShot,
  revokeShot,
} from '../ground/paper.ts'
import type { SiegeDatabase } from '../ground/postgres-ground.ts'
import { jsonShot, loaded, openWire, type Shot } from '../ground/salvo.ts'
import { openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** An older state of the database comes back. */
export const restore: Stage = {
  name: 'restore',
  about: 'what an older dump and an older backup bring back to life',
  async run(siege) {
    const folder = mkdtempSync(join(tmpdir(), 'portico-siege-backup-'))
    siege.closings.add(async () => rmSync(folder, { recursive: true, force: true }))
    const town = await openTown(siege, { processes: 1 })
    const past = await liveAWhile(town)
    await runCommand(['backup', join(folder, 'backup')], town.at(0).environment)
    const dump = await dumpPlainly(siege, town)
    await endEverything(town, past)
    await town.at(0).stop()
    const plain = await revived(siege, town, { past, database: dump })
    siege.measure(
      'a plain dump (what PostgreSQL itself restores) brings back what it held',
      plain.length === 0 ? 'nothing' : `${plain.join(', ')}: use portico backup and portico restore instead`,
    )
    const restored = await siege.ground.createDatabase()
    await runCommand(['restore', join(folder, 'backup')], {
      ...town.at(0).environment,
      PORTICO_DATABASE_URL: restored.url,
    })
    const back = await revived(siege, town, { past, database: restored })
    const alive = back.filter((what) => what !== OLD_PASSWORD)
    siege.judge(
      'portico restore revives no token, code, session or link',
      alive.map((what) => `${what} lives again`),
      back.includes(OLD_PASSWORD)
        ? 'the password of that time opens again, as the command says'
        : 'nothing came back',
    )
    await town.close()
    for (const database of [dump, restored]) await database.drop()
  },
}

const OLD_PASSWORD = 'the old password'
const NEW_PASSWORD = 'five otters under an old mill'

/** What there was when the dump was made. */
interface Past {
  readonly citizen: Citizen
  readonly access: string
  readonly refresh: string
  readonly code: Shot
  readonly cookie: string
  readonly signOut: Shot
  readonly recovery: string
  readonly registration: string
}

async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const { code, output } = await runPortico(args, environment).ended
  if (code !== 0) throw new Error(`portico ${args[0]} ended with ${code}: ${output}`)
}

async function liveAWhile(town: Town): Promise<Past> {
  const citizen = await town.newCitizen()
  const { service } = town.at(0)
  const { browser, tokens } = await enterProgram(service, town.program, citizen)
  const attempt = newAttempt(town.program)
  const code = await obtainCode(browser, attempt)
  const registers = 'registers@example.test'
  await fire(town.at(0), jsonShot(PATHS.recover, { email: citizen.email }, stranger()))
  await fire(town.at(0), jsonShot(PATHS.register, { full_name: 'Ana', email: registers }, stranger()))
  return {
    citizen,
    access: tokens.access_token,
    refresh: tokens.refresh_token,
    code: codeShot(town.program, { ...attempt, code }),
    cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    signOut: filledForm(browser, await browser.get('/logout/'), {}),
    recovery: linkPath(await town.post.mailTo(citizen.email, 'Choose a new password')),
    registration: linkPath(await town.post.mailTo(registers, 'Confirm your email address')),
  }
}

async function fire(identity: IdentityProcess, shot: Shot) {
  const wire = await openWire(identity.port)
  const hit = await wire.fire(loaded(shot))
  wire.close()
  return hit
}

/** A copy of the whole database as it is at this moment, with nobody in it. */
async function dumpPlainly(siege: Siege, town: Town): Promise<SiegeDatabase> {
  await town.at(0).stop()
  const admin = await siege.ground.openAdmin()
  await admin.query`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${town.database.name}`
  await admin.close()
  const dump = await siege.ground.createDatabase(town.database.name)
  await town.at(0).start()
  return dump
}

async function endEverything(town: Town, past: Past): Promise<void> {
  const identity = town.at(0)
  const statuses = [
    (await fire(identity, past.code)).status,
    (await fire(identity, revokeShot(town.program, past.refresh))).status,
    (await fire(identity, past.signOut)).status,
  ]
  for (const link of [past.recovery, past.registration]) {
    const browser = identity.browser()
    const used = await browser.submit(await browser.get(link), { password: NEW_PASSWORD }, { follow: false })
    statuses.push(used.status)
  }
  if (statuses.some((status) => status >= 400))
    throw new Error(`Ending everything was answered ${statuses.join(' ')}`)
}

/** Everything of the past that works at a service on this database. */
async function revived(
  siege: Siege,
  town: Town,
  { past, database }: { readonly past: Past; readonly database: SiegeDatabase },
): Promise<readonly string[]> {
  const identity = await town.another({ PORTICO_DATABASE_URL: database.url })
  const alive: string[] = []
  const note = (what: string, isAlive: boolean) => void (isAlive && alive.push(what))
  note(
    'an access token',
    (await fire(identity, introspectShot(town.program, past.access))).body.includes('"active":true'),
  )
  note('a code', (await fire(identity, past.code)).status === 200)
  note('a refresh token', (await fire(identity, refreshShot(town.program, past.refresh))).status === 200)
  const account: Shot = { method: 'GET', path: '/account/', headers: { cookie: past.cookie } }
  note('a session', (await fire(identity, account)).status === 200)
  note('a recovery link', (await identity.browser().get(past.recovery)).status === 200)
  note('a registration link', (await identity.browser().get(past.registration)).status === 200)
  const browser = identity.browser()
  const fields = { email: past.citizen.email, password: TEST_PASSWORD }
  note(
    OLD_PASSWORD,
    (await browser.submit(await browser.get('/login/'), fields, { follow: false })).status === 303,
  )
  await identity.stop()
  siege.say(`alive on ${database.name}: ${alive.join(', ') || 'nothing'}`)
  return alive
}
