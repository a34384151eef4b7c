import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endServer, startIdentity } from '../../kit/identity-process.ts'
import { until } from '../../kit/until.ts'
import { addCitizen, addProgram } from '../../../packages/identity/testing/people.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import { introspectShot, PATHS, refreshShot } from '../ground/paper.ts'
import { jsonShot, loaded, openWire, type Shot, Unanswered } from '../ground/salvo.ts'
import { stranger } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

const [MOUNT, UNMOUNT] = ['mount', 'umount']
const CLAIM =
  'a full disk under the embedded server: 503 or the truth, and well again by itself when there is room'

/** The disk of the embedded server is full. */
export const disk: Stage = {
  name: 'disk',
  about: 'the disk under the embedded server is full',
  async run(siege) {
    const folder = mkdtempSync(join(tmpdir(), 'portico-siege-disk-'))
    chmodSync(folder, 0o711)
    siege.closings.add(async () => rmSync(folder, { recursive: true, force: true }))
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
  siege.closings.add(async () => void execFileSync(UNMOUNT, ['-l', folder]))
  return undefined
}

async function fillUp(siege: Siege, folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  const identity = await startIdentity({ dataDir, environment: { PORTICO_DATABASE_DEADLINE_MS: '' } })
  siege.closings.add(() => endServer(dataDir))
  siege.closings.add(() => identity.close())
  const program = await addProgram(identity.service)
  let { tokens } = await enterProgram(identity.service, program, await addCitizen(identity.service))
  const send = async (shot: Shot) => {
    const wire = await openWire(identity.port)
    return wire.fire(loaded(shot)).finally(() => wire.close())
  }
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const register = async (index: number) => {
    const email = `fills.${index}@example.test`
    const hit = await send(jsonShot(PATHS.register, { full_name: 'Ana', email }, stranger()))
    statuses.set(hit.status, (statuses.get(hit.status) ?? 0) + 1)
    if (![202, 503].includes(hit.status)) faults.push(`a registration was answered ${hit.status}`)
    if (hit.milliseconds > 3_000) faults.push(`a registration took ${Math.round(hit.milliseconds)} ms`)
    return hit.status
  }
  const filler = join(folder, 'filler')
  fill(filler)
  for (let index = 0; index < siege.count(150, 1_000); index += 1) await register(index)
  const asked = await send(introspectShot(program, tokens.access_token))
  if (asked.body.includes('"active":false')) faults.push('a living token was called inactive')
  rmSync(filler)
  await until('registrations are accepted again', async () =>
    (await register(-1)) === 202 ? true : undefined,
  ).catch(() => void faults.push('it is not well again although there is room'))
  const rotated = await until('a rotation is answered', async () => {
    try {
      const hit = await send(refreshShot(program, tokens.refresh_token))
      return hit.status === 503 ? undefined : hit
    } catch (error) {
      if (error instanceof Unanswered) return undefined
      throw error
    }
  })
  if (rotated.status !== 200) faults.push(`afterwards a rotation is answered ${rotated.status}`)
  else tokens = JSON.parse(rotated.body) as typeof tokens
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  siege.judge(CLAIM, faults, `registrations: ${answers}`)
}

/** Takes every byte that is left. */
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
