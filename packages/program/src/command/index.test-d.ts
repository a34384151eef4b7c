/** Type tests of `@portico/program/command`: what must compile, and what must not. */
import {
  type Answer,
  type Command,
  type CommandAdditions,
  type CommandFrame,
  type CommandLine,
  type CommandOption,
  type CommandOptions,
  type CommandOutput,
  CommandRefused,
  type Environment,
  endUncaught,
  type Given,
  type ProgramCommandNeeds,
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
const needs: ProgramCommandNeeds = { environment }
expectTypeOf(programCommands(needs)).toEqualTypeOf<readonly Command[]>()
const option: CommandOption = { value: 'FILE', meaning: 'where it is' }
const options: CommandOptions = { file: option }
const answer: Answer = { lines: [], json: {}, exitCode: 0 }
// @ts-expect-error Code 2 is for a wrong command line alone.
const wrong: Answer = { ...answer, exitCode: 2 }
const frame: CommandFrame = { name: 'show', summary: 'show it' }
const answers: Command = { ...frame, options, answers: true, run: async () => answer }
const line: CommandLine = { name: 'own', version: () => '1.0.0', commands: [answers] }
expectTypeOf(runCommandLine(['show'], line, output)).resolves.toEqualTypeOf<0 | 1 | 2>()
// @ts-expect-error A command that answers has something for people and for --json.
const silent: Command = { ...answers, run: async () => 0 }
endUncaught([], (text) => expectTypeOf(text).toEqualTypeOf<string>())
expectTypeOf(new CommandRefused('No.').because).toEqualTypeOf<string>()
expectTypeOf(new UsageFault('No.')).toExtend<Error>()
void [silent, wrong]
