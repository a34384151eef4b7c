import { momentWords, UTC } from '../src/platform/date-words.ts'
import type { Caller, Finding } from '../src/platform/room/explains.ts'
import { HEADS } from '../src/room-heads.ts'
import { CONTRACT_LIMITS } from './contract-limits.ts'
import type { TestService } from './test-service.ts'

/** An instant in the words of a supporter. */
export const inWords = momentWords({ language: 'en', timeZone: UTC })

/** What all rooms tell about somebody who cannot get in, by the names of the findings. */
export async function explained(
  { foundation }: Pick<TestService, 'foundation'>,
  caller: Caller,
): Promise<ReadonlyMap<string, Finding>> {
  const needs = { ...foundation, limits: CONTRACT_LIMITS, when: inWords }
  const told = await Promise.all(Object.values(HEADS).map(({ explains }) => explains?.(needs, caller) ?? []))
  return new Map(told.flat().map((finding) => [finding.name, finding]))
}
