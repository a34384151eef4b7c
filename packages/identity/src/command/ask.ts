import type { Question } from '../moments/index.ts'
import type { Finding } from '../platform/room/explains.ts'
import { EXPLAINS } from '../room-heads.ts'
import type { Answer, LookCall } from './command.ts'
import { plainTime } from './present.ts'

/** Asks what every room knows about somebody. */
export async function ask({ operand, ask: find }: Question, call: LookCall): Promise<Answer> {
  const { given, config, openDatabase, terminal } = call
  const { limits } = config()
  const database = await openDatabase()
  const needs = {
    ...database,
    limits,
    explains: EXPLAINS,
    progress: (line: string) => terminal.err(line),
    stopped: terminal.stopped(),
    when: plainTime,
  }
  const { as, subject, verdict, findings } = await find(needs, given.operand(operand))
  return {
    json: { as, subject: subject ?? null, verdict, findings: findings.map(forPrograms) },
    lines: [
      verdict,
      ...(subject === undefined ? [] : ['', `Subject: ${subject}`]),
      ...findings.flatMap((finding) => forPeople(finding, verdict)),
    ],
  }
}

function forPrograms({ name, weight, found, mayDo, tell, to }: Finding) {
  return { name, weight, found, may_do: mayDo ?? null, tell, tell_to: to }
}

const WEIGHTS: Readonly<Record<Finding['weight'], string>> = {
  stops: 'Keeps the caller out',
  slows: 'Keeps out some tries',
  waits: 'Will happen',
  tells: 'Good to know',
}

const TELL: Readonly<Record<Finding['to'], string>> = {
  anybody: 'Tell the caller',
  owner: 'Tell only whom you have recognised',
}

function forPeople({ weight, found, mayDo, tell, to }: Finding, verdict: string): readonly string[] {
  return [
    '',
    verdict.endsWith(found) ? `${WEIGHTS[weight]}, as said above` : `${WEIGHTS[weight]}: ${found}`,
    ...(mayDo === undefined ? [] : [`  You may: ${mayDo}`]),
    `  ${TELL[to]}: ${tell}`,
  ]
}
