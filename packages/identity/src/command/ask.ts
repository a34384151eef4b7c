import type { Question, Verdict } from '../moments/index.ts'
import { html, textOf } from '../platform/html.ts'
import type { Finding, Reader, Said } from '../platform/room/explains.ts'
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
  }
  return answerOf(await find(needs, given.operand(operand)))
}

/** The command speaks English. */
const OPERATOR: Reader = {
  language: 'en',
  when: (at) => html`${plainTime(at)}`,
  name: (text) => html`${text}`,
  reason: (text) => html`${text}`,
  exact: (text) => html`${text}`,
}

const textOfAll = (said: Said): string =>
  said.map((sentence) => (typeof sentence === 'string' ? sentence : textOf(sentence))).join(' ')

function answerOf({ as, subject, verdictFor, because, findings }: Verdict): Answer {
  const verdict = textOfAll(verdictFor(OPERATOR))
  const told = findings.map((finding) => inWords(finding))
  return {
    json: { as, subject: subject ?? null, verdict, findings: told.map(forPrograms) },
    lines: [
      verdict,
      ...(subject === undefined ? [] : ['', `Subject: ${subject}`]),
      ...told.flatMap((each, index) => forPeople(each, findings[index] === because)),
    ],
  }
}

type InWords = ReturnType<typeof inWords>

function inWords({ name, weight, to, tellTo }: Finding) {
  const { found, mayDo, tell } = tellTo(OPERATOR)
  return {
    ...{ name, weight, to, found: textOfAll(found), tell: textOfAll(tell) },
    mayDo: mayDo && textOfAll(mayDo),
  }
}

function forPrograms({ name, weight, found, mayDo, tell, to }: InWords) {
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

function forPeople({ weight, found, mayDo, tell, to }: InWords, isSaid: boolean): readonly string[] {
  return [
    '',
    isSaid ? `${WEIGHTS[weight]}, as said above` : `${WEIGHTS[weight]}: ${found}`,
    ...(mayDo === undefined ? [] : [`  You may: ${mayDo}`]),
    `  ${TELL[to]}: ${tell}`,
  ]
}
