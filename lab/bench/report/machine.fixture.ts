import type { Machine } from './results.ts'

/** The machine of invented figures. */
export const MACHINE: Machine = {
  processor: 'P',
  cores: 2,
  memoryGibibytes: 8,
  system: 'linux x64',
  node: 'v24',
  postgres: 'PostgreSQL 18',
  pinned: true,
}
