import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDatabaseServer } from '@portico/identity/parts'

const PREFIX = 'portico-dev-'
/** The file with the process that uses the folder. */
const OWNER = 'owner'

/**
 * Makes the folder of one run. Where root starts the simulator, PostgreSQL runs as another user, who has to reach its own
 * folder in this one.
 */
export async function makeOwnFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  await chmod(folder, 0o711)
  await writeFile(join(folder, OWNER), String(process.pid))
  return folder
}

/** Deletes a folder with everything in it. */
export function deleteFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}

/** Ends what simulators left that were killed: their PostgreSQL servers and their folders. `say` hears of each. */
export async function endLeftovers(say: (line: string) => void): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(PREFIX) || !(await isLeft(folder))) continue
    say(`A simulator that was killed left ${folder}. It is ended and deleted.`)
    // Another simulator that starts at the same time may be faster.
    await endLeftover(folder).catch((error: unknown) =>
      say(`It could not be deleted: ${error instanceof Error ? error.message : 'unknown'}`),
    )
  }
}

async function endLeftover(folder: string): Promise<void> {
  const place = { dataDir: folder, database: { kind: 'embedded' }, secretKeys: [] } as const
  const server = await makeDatabaseServer(place, () => undefined)
  await server.close()
  await deleteFolder(folder)
}

/** Whether the folder is this user's, and the process that used it is gone. */
async function isLeft(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  const owner = await readFile(join(folder, OWNER), 'utf8').catch(() => '')
  return found?.uid === process.getuid?.() && /^\d+$/.test(owner) && !isRunning(Number(owner))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
