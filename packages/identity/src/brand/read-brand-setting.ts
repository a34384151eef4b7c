import { accepted, type Result, refused } from '../platform/result.ts'
import type { Brand } from './brand.ts'
import { readBrandFile } from './read-brand.ts'

/**
 * Reads the file that `PORTICO_BRAND_FILE` names; `''` names none. Where a setting names the service (`named`, else `''`), the look has no name: the setting's counts. Refuses the file with a sentence for each
 * fault, which says the setting and the file.
 */
export function readBrandSetting(path: string, named: string): Result<Brand | undefined, readonly string[]> {
  if (path === '') return accepted(undefined)
  const read = readBrandFile(path)
  if (!read.ok) return refused(read.refusal.map((fault) => `PORTICO_BRAND_FILE ${path}: ${fault}`))
  return accepted(named === '' ? read.value : withoutName(read.value))
}

function withoutName({ name: _, ...look }: Brand): Brand {
  return look
}
