import { readBrandFile } from '../brand/index.ts'
import type { Answer, Call } from './command.ts'

/** Reads a brand file as the service does at its start, and says every fault. */
export async function brandCheck({ given }: Call): Promise<Answer> {
  const read = readBrandFile(given.operand('file'))
  if (!read.ok) return { json: { faults: read.refusal }, lines: read.refusal, exitCode: 1 }
  const { name, logo, colours, links, contact } = read.value
  const set = {
    name: name ?? null,
    logo: logo?.extension ?? null,
    colours: colours ?? null,
    links,
    contact: contact ?? null,
  }
  return { json: { faults: [], ...set }, lines: ['The file is good. Name it in PORTICO_BRAND_FILE.'] }
}
