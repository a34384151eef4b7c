import { access, constants, statfs } from 'node:fs/promises'
import { type Finding, ok, wrong } from './finding.ts'

const CHECK = 'Disk'
const GIBIBYTE = 2 ** 30
const MEBIBYTE = 2 ** 20

/** With less, a night of sign-ins or one backup may fill the disk. */
const LEAST_BYTES = GIBIBYTE
const LEAST_PART = 0.05

/** The room on a disk, in bytes. `free`: what somebody without privileges may use. */
export interface Room {
  readonly free: number
  readonly whole: number
}

/** Whether the embedded server can go on writing in its folder. Nothing where there is no such folder yet. */
export async function examineDisk(folder: string): Promise<readonly Finding[]> {
  const room = await roomAt(folder)
  if (!room) return []
  if (await isReadOnly(folder))
    return [
      wrong(
        CHECK,
        `nothing can be written in ${folder}`,
        'mount it so that it can be written, and see who owns it',
      ),
    ]
  return [roomFinding(folder, room)]
}

/** What there is to say of the room on a disk. */
export function roomFinding(folder: string, { free, whole }: Room): Finding {
  const says = `${sizeOf(free)} of ${sizeOf(whole)} are free at ${folder}`
  if (free >= LEAST_BYTES && free >= whole * LEAST_PART) return ok(CHECK, says)
  return wrong(
    CHECK,
    `only ${says}`,
    'make room, or move the folder: without room the database stops, and every sign-in with it',
  )
}

async function roomAt(folder: string): Promise<Room | undefined> {
  return statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, whole: blocks * bsize }),
    () => undefined,
  )
}

async function isReadOnly(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => false,
    () => true,
  )
}

/** In MiB where a number of GiB with one digit would say too little. */
function sizeOf(bytes: number): string {
  if (bytes >= GIBIBYTE) return `${(bytes / GIBIBYTE).toFixed(1)} GiB`
  return `${Math.floor(bytes / MEBIBYTE)} MiB`
}
