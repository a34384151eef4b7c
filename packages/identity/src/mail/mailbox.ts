import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseOwnJson } from '../platform/own-json.ts'

/** A mail in the development mailbox. `at` is in seconds since 1970. */
export interface StoredMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly at: number
  readonly text: string
  readonly html: string
  /** The web addresses in the text, in order. */
  readonly links: readonly string[]
}

/** The folder of the mailbox in a data directory. */
export function mailboxFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** The mails of the development mailbox, the newest first. */
export async function listMailbox(dataDir: string, most = 200): Promise<readonly StoredMail[]> {
  const folder = mailboxFolder(dataDir)
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json'))
  const newest = names.sort().reverse().slice(0, most)
  const texts = await Promise.all(newest.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text) => parseOwnJson<StoredMail>(text))
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
