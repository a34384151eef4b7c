/** Type tests of `@portico/program/command`: what must compile, and what must not. */
import { type CommandAdditions, type CommandOutput, runCommand } from '@portico/program/command'
import { expectTypeOf } from 'vitest'

const output: CommandOutput = { line: () => undefined, fault: () => undefined }
expectTypeOf(runCommand(['doctor', '--json'], output)).resolves.toEqualTypeOf<0 | 1 | 2>()
expectTypeOf(runCommand(['keygen'], output, { NODE_ENV: 'test' })).resolves.toEqualTypeOf<0 | 1 | 2>()
const additions: CommandAdditions = { checks: async () => [{ id: 'own', ok: true, message: 'Well.' }] }
expectTypeOf(runCommand(['doctor'], output, {}, additions)).resolves.toEqualTypeOf<0 | 1 | 2>()
// @ts-expect-error A command writes its lines somewhere.
void runCommand(['keygen'], {})
