import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a new file, which only its owner may read: `FILE.part` first, which gets its name when every byte is on the disk. So whoever is killed
 * never leaves half a file under the name, and what fails or is stopped leaves nothing, and throws. Every byte goes through the file that
 * was opened here, so nobody can put another one in its place. False where one of the names is taken, or the file cannot be made: then nothing was asked for.
 */
export async function writeNewFile(
  file: string,
  parts: AsyncIterable<string>,
  stopped?: AbortSignal,
): Promise<boolean> {
  const part = `${file}.part`
  if (await isThere(file)) return false
  const handle = await open(part, 'wx', 0o600).catch(() => undefined)
  if (!handle) return false
  try {
    await pipeline(Readable.from(parts), handle.createWriteStream({ flush: true }), { signal: stopped })
    await rename(part, file)
    return true
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Whether something has this name. */
export function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** Why there is no new file: one of its names is taken, or it cannot be made. A sentence. */
export async function whyNoNewFile(file: string): Promise<string> {
  for (const name of [file, `${file}.part`])
    if (file !== '' && (await isThere(name))) return `${name} exists already: name another file.`
  return `${file || 'A file without a name'} cannot be made: name a file in a folder that is there and may be written.`
}
