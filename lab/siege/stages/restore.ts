import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Citizen } from '../../../packages/identity/src/citizens/index.ts'
import { TEST_PASSWORD } from '../../../packages/identity/testing/people.ts'
import { enterProgram, newAttempt, obtainCode } from '../../../packages/identity/testing/program-flow.ts'
import type { Environment } from '../../kit/child-process.ts'
import { openFolder } from '../../kit/folder.ts'
import { sendOnce } from '../../kit/http/connection.ts'
import { cookieHeader, getRequest, type HttpRequest } from '../../kit/http/request.ts'
import { runPortico } from '../../kit/identity-process.ts'
import { linkPath } from '../../kit/mail-server.ts'
import {
  codeRequest,
  introspectionRequest,
  refreshRequest,
  revocationRequest,
  type Tokens,
} from '../../kit/oauth-requests.ts'
import { formAt } from '../../kit/page-forms.ts'
import { withClient } from '../../kit/postgres-server.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, openDeployment, recovery, registration, SUBJECTS } from '../targets/deployment.ts'
import type { SiegeDatabase } from '../targets/postgres.ts'

/** Restores an older state of the database. */
export const restore: Stage = {
  name: 'restore',
  about: 'which values become valid again after the restore of an older dump and of an older backup',
  async run(siege) {
    const folder = openFolder()
    siege.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
    const backup = join(folder, 'backup')
    const deployment = await openDeployment(siege, { processes: 1 })
    const { environment } = deployment.at(0)
    const past = await liveAWhile(deployment)
    await runCommand(['backup', backup], environment)
    const dump = await dumpPlainly(siege, deployment)
    await endEverything(deployment, past)
    await deployment.at(0).stop()
    const plain = await revived(siege, deployment, { past, database: dump })
    siege.measure(
      'after pg_restore of a plain dump, its values are valid again',
      plain.length === 0 ? 'nothing' : `${plain.join(', ')}: use portico backup and portico restore instead`,
    )
    const restored = await siege.postgres.createDatabase()
    siege.cleanup.add(() => restored.drop())
    await runCommand(['restore', backup], { ...environment, PORTICO_DATABASE_URL: restored.url })
    const back = await revived(siege, deployment, { past, database: restored })
    const alive = back.filter((what) => what !== OLD_PASSWORD)
    siege.judge(
      'after portico restore no token, code, session or link is valid again',
      alive.map((what) => `${what} lives again`),
      back.includes(OLD_PASSWORD)
        ? 'the password of that time is valid again, as the command says'
        : 'nothing came back',
    )
  },
}

const OLD_PASSWORD = 'the old password'
const NEW_PASSWORD = 'five otters under an old mill'

/** The values at the time of the dump. */
interface Past {
  readonly citizen: Citizen
  readonly tokens: Tokens
  readonly code: HttpRequest
  readonly cookie: string
  readonly signOut: HttpRequest
  readonly recovery: string
  readonly registration: string
}

async function runCommand(args: readonly string[], environment: Environment): Promise<void> {
  const { code, output } = await runPortico(args, environment).ended
  if (code !== 0) throw new Error(`portico ${args[0]} ended with ${code}: ${output}`)
}

async function liveAWhile({ at, mail, program, ...deployment }: Deployment): Promise<Past> {
  const citizen = await deployment.newCitizen()
  const { browser, tokens } = await enterProgram(at(0).service, program, citizen)
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  const registers = 'registers@example.test'
  await deployment.send(recovery(citizen.email))
  await deployment.send(registration(registers))
  return {
    ...{ citizen, tokens },
    code: codeRequest(program, { ...attempt, code }),
    cookie: cookieHeader(browser.cookies),
    signOut: await formAt(browser, '/logout/'),
    recovery: linkPath(await mail.mailTo(citizen.email, SUBJECTS.recover)),
    registration: linkPath(await mail.mailTo(registers, SUBJECTS.register)),
  }
}

/** A copy of the whole database as it is at this moment; the service is stopped meanwhile. */
async function dumpPlainly({ postgres, cleanup }: Siege, deployment: Deployment): Promise<SiegeDatabase> {
  const { name } = deployment.database
  await deployment.at(0).stop()
  const statement = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  await withClient(postgres, undefined, (client) => client.query(statement, [name]))
  const dump = await postgres.createDatabase(name)
  cleanup.add(() => dump.drop())
  await deployment.at(0).start()
  return dump
}

async function endEverything({ at, program, send }: Deployment, past: Past): Promise<void> {
  const requests = [past.code, revocationRequest(program, past.tokens.refresh_token), past.signOut]
  const statuses: number[] = []
  for (const request of requests) statuses.push((await send(request)).status)
  for (const link of [past.recovery, past.registration]) {
    const browser = at(0).browser()
    const used = await browser.submit(await browser.get(link), { password: NEW_PASSWORD }, { follow: false })
    statuses.push(used.status)
  }
  if (statuses.some((status) => status >= 400))
    throw new Error(`Ending everything was answered ${statuses.join(' ')}`)
}

/** The old values that are valid at a service on this database. */
async function revived(
  siege: Siege,
  { program, another }: Deployment,
  { past, database }: { readonly past: Past; readonly database: SiegeDatabase },
): Promise<readonly string[]> {
  const identity = await another({ PORTICO_DATABASE_URL: database.url })
  const { access_token, refresh_token } = past.tokens
  const send = (request: HttpRequest) => sendOnce(identity.port, request)
  const isThere = async (link: string) => (await identity.browser().get(link)).status === 200
  const works = async (request: HttpRequest, status = 200) => (await send(request)).status === status
  const fields = { email: past.citizen.email, password: TEST_PASSWORD }
  const alive: Readonly<Record<string, () => Promise<boolean>>> = {
    'an access token': async () =>
      (await send(introspectionRequest(program, access_token))).holds('"active":true'),
    'a code': () => works(past.code),
    'a refresh token': () => works(refreshRequest(program, refresh_token)),
    'a session': () => works(getRequest('/account/', { cookie: past.cookie })),
    'a recovery link': () => isThere(past.recovery),
    'a registration link': () => isThere(past.registration),
    [OLD_PASSWORD]: async () => works(await formAt(identity.browser(), '/login/', fields), 303),
  }
  const found: string[] = []
  for (const [what, isAlive] of Object.entries(alive)) if (await isAlive()) found.push(what)
  await identity.stop()
  siege.say(`alive on ${database.name}: ${found.join(', ') || 'nothing'}`)
  return found
}
