import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder } from '../../../journeys/kit/folder.ts'
import { sendOnce, Unanswered } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import { type HttpResponse, statusesOf } from '../../../journeys/kit/http/response.ts'
import { endServer, startIdentity } from '../../../journeys/kit/identity-process.ts'
import { introspectionRequest, refreshRequest } from '../../../journeys/kit/oauth-requests.ts'
import { until } from '../../../journeys/kit/until.ts'
import { addCitizen, addProgram } from '../../../packages/identity/testing/people.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import type { Siege, Stage } from '../stage.ts'
import { registration } from '../targets/deployment.ts'

const [MOUNT, UNMOUNT] = ['mount', 'umount']
const CLAIM =
  'a full disk under the embedded server: 503 or a correct answer, and recovery by itself when there is space'

/** The disk of the embedded server is full. */
export const disk: Stage = {
  name: 'disk',
  about: 'the disk under the embedded server is full',
  async run(siege) {
    const folder = openFolder()
    siege.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
    const why = mountSmallDisk(siege, folder)
    if (why === undefined) await fillUp(siege, folder)
    else siege.skip(CLAIM, why)
  },
}

/** A small disk needs root. */
function mountSmallDisk(siege: Siege, folder: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount a small disk'
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=160m,mode=0711', 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return 'this machine lets nobody mount a small disk'
  }
  siege.cleanup.add(() => execFileSync(UNMOUNT, ['-l', folder]))
  return undefined
}

async function fillUp(siege: Siege, folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  const identity = await startIdentity({ dataDir, environment: { PORTICO_DATABASE_DEADLINE_MS: '' } })
  siege.cleanup.add(() => endServer(dataDir))
  siege.cleanup.add(() => identity.close())
  const program = await addProgram(identity.service)
  const { tokens } = await enterProgram(identity.service, program, await addCitizen(identity.service))
  const send = (request: HttpRequest) => sendOnce(identity.port, request)
  const faults: string[] = []
  const registered: HttpResponse[] = []
  const register = async (index: number) => {
    const response = await send(registration(`fills.${index}@example.test`))
    registered.push(response)
    const { status, milliseconds } = response
    if (![202, 503].includes(status)) faults.push(`a registration was answered ${status}`)
    if (milliseconds > 3_000) faults.push(`a registration took ${Math.round(milliseconds)} ms`)
    return status
  }
  const filler = join(folder, 'filler')
  fill(filler)
  for (let index = 0; index < siege.count(150, 1_000); index += 1) await register(index)
  const asked = await send(introspectionRequest(program, tokens.access_token))
  if (asked.holds('"active":false')) faults.push('a living token was called inactive')
  rmSync(filler)
  await until(
    'registrations are accepted again',
    async () => (await register(-1)) === 202 || undefined,
  ).catch(() => void faults.push('it did not recover although there is space'))
  const rotated = await until('a rotation is answered', async () => {
    try {
      const response = await send(refreshRequest(program, tokens.refresh_token))
      return response.status === 503 ? undefined : response
    } catch (error) {
      if (error instanceof Unanswered) return undefined
      throw error
    }
  })
  if (rotated.status !== 200) faults.push(`afterwards a rotation is answered ${rotated.status}`)
  siege.judge(CLAIM, faults, `registrations: ${statusesOf(registered)}`)
}

/** Fills the disk. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  for (const size of [1_048_576, 65_536, 4_096]) {
    const block = Buffer.alloc(size)
    while (fits(descriptor, block));
  }
  closeSync(descriptor)
}

function fits(descriptor: number, block: Buffer): boolean {
  try {
    return writeSync(descriptor, block) === block.length
  } catch {
    return false
  }
}
