import type { TestProject } from 'vitest/node'
import type {} from '../../../packages/identity/testing/global-setup.ts'

/** Global set-up of a test host: its tests use the PostgreSQL that the command has started. */
export function setup(project: TestProject): void {
  const { testServer, testKeys } = JSON.parse(process.env['MUTANTS_PROVIDED'] ?? '{}')
  project.provide('testServer', testServer)
  project.provide('testKeys', testKeys)
}
