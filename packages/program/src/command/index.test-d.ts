/** Type tests of `@portico/program/command`: what must compile, and what must not. */
import {
  type Command,
  type CommandAdditions,
  type CommandOutput,
  CommandRefused,
  type Environment,
  endUncaught,
  type Given,
  programCommands,
  runCommand,
  runCommandLine,
  UsageFault,
} from '@portico/program/command'
import { expectTypeOf } from 'vitest'

const output: CommandOutput = { line: () => undefined, fault: () => undefined }
expectTypeOf(runCommand(['doctor', '--json'], output)).resolves.toEqualTypeOf<0 | 1 | 2>()
expectTypeOf(runCommand(['keygen'], output, { NODE_ENV: 'test' })).resolves.toEqualTypeOf<0 | 1 | 2>()
const additions: CommandAdditions = { checks: async () => [{ id: 'own', ok: true, message: 'Well.' }] }
expectTypeOf(runCommand(['doctor'], output, {}, additions)).resolves.toEqualTypeOf<0 | 1 | 2>()
// @ts-expect-error A command writes its lines somewhere.
void runCommand(['keygen'], {})

const environment = (given: Given): Environment => ({ FILE: given.text('settings') })
expectTypeOf(programCommands({ environment })).toEqualTypeOf<readonly Command[]>()
const answers: Command = {
  ...{ name: 'show', summary: 'show it', options: {}, answers: true },
  run: async () => ({ lines: [], json: {}, exitCode: 0 }),
}
const line = { name: 'own', version: () => '1.0.0', commands: [answers] }
expectTypeOf(runCommandLine(['show'], line, output)).resolves.toEqualTypeOf<0 | 1 | 2>()
// @ts-expect-error A command that answers has something for people and for --json.
const silent: Command = { ...answers, run: async () => 0 }
endUncaught([], (text) => expectTypeOf(text).toEqualTypeOf<string>())
expectTypeOf(new CommandRefused('No.').because).toEqualTypeOf<string>()
expectTypeOf(new UsageFault('No.')).toExtend<Error>()
void silent
