import { stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { readSecretKey, secretKeyPath } from '../secret-key-file.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'
import { sayWhy } from './trouble.ts'

const OTHERS_READ_OR_WRITE = 0o066
const ANYTHING_FOR_OTHERS = 0o077

/** Checks that the files of the data directory exist, and that other users cannot read them. */
export async function examineFiles(config: Config): Promise<readonly Finding[]> {
  if (config.database.kind === 'url')
    return [ok('Data directory', 'not used for keys: they are in PORTICO_SECRET_KEY')]
  return [await examineFolder(config.dataDir), await examineKey(config)]
}

async function examineFolder(dataDir: string): Promise<Finding> {
  const check = 'Data directory'
  const mode = await modeOf(dataDir)
  if (mode === undefined) return idle(check, `${dataDir} is made at the first start`)
  if ((mode & OTHERS_READ_OR_WRITE) === 0) return ok(check, `${dataDir} cannot be read or written by others`)
  return wrong(
    check,
    `others may read or write in ${dataDir} (mode ${octal(mode)})`,
    `chmod go-rw ${dataDir}`,
  )
}

async function examineKey(config: Config): Promise<Finding> {
  const check = 'Secret key'
  if (config.secretKeys.length > 0) return ok(check, `${config.secretKeys.length} in PORTICO_SECRET_KEY`)
  const path = secretKeyPath(config.dataDir)
  try {
    if ((await readSecretKey(path)) === undefined)
      return idle(check, `${path} is made when it is first needed`)
    const mode = (await modeOf(path)) ?? 0
    if ((mode & ANYTHING_FOR_OTHERS) === 0) return ok(check, `${path} can be read only by its owner`)
    return wrong(check, `others may read ${path} (mode ${octal(mode)})`, `chmod 600 ${path}`)
  } catch (error) {
    return wrong(check, sayWhy(error), 'see above')
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => mode & 0o777,
    () => undefined,
  )
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0')
}
