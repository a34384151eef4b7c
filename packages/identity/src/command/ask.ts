import type { Question, Verdict } from '../moments/index.ts'
import type { Finding } from '../platform/room/explains.ts'
import { EXPLAINS, OWN_LINKS } from '../room-heads.ts'
import type { Answer, LookCall } from './command.ts'
import { findingJson, inPlainWords, plainReader, plainText } from './verdict-json.ts'

/** Asks what every room knows about somebody. */
export async function ask({ operand, ask: find }: Question, call: LookCall): Promise<Answer> {
  const { given, config, openDatabase, terminal } = call
  const { limits } = config()
  const database = await openDatabase()
  const needs = {
    ...database,
    limits,
    explains: EXPLAINS,
    ownLinks: OWN_LINKS,
    progress: (line: string) => terminal.err(line),
    stopped: terminal.stopped(),
  }
  return answerOf(await find(needs, given.operand(operand)))
}

const OPERATOR = plainReader('shown')

function answerOf({ as, subject, verdictFor, because, findings }: Verdict): Answer {
  const verdict = plainText(verdictFor(OPERATOR))
  const told = findings.map((finding) => inPlainWords(finding, OPERATOR))
  return {
    json: { as, subject: subject ?? null, verdict, findings: told.map(findingJson) },
    lines: [
      verdict,
      ...(subject === undefined ? [] : ['', `Subject: ${subject}`]),
      ...told.flatMap((each, index) => forPeople(each, findings[index] === because)),
    ],
  }
}

type InWords = ReturnType<typeof inPlainWords>

const WEIGHTS: Readonly<Record<Finding['weight'], string>> = {
  stops: 'Keeps the caller out',
  slows: 'Keeps out some tries',
  waits: 'Not finished yet',
  tells: 'Good to know',
}

const TELL: Readonly<Record<Finding['to'], string>> = {
  anybody: 'Tell the caller',
  owner: 'Tell only whom you have recognised',
}

/** A line for each, so that no command runs into the next sentence. */
function whatHelps(mayDo: InWords['mayDo'] = []): readonly string[] {
  const [only] = mayDo
  if (mayDo.length > 1) return ['  What helps:', ...mayDo.map((way) => `    ${way}`)]
  return only === undefined ? [] : [`  What helps: ${only}`]
}

function forPeople({ weight, found, mayDo, tell, to }: InWords, isSaid: boolean): readonly string[] {
  return [
    '',
    isSaid ? `${WEIGHTS[weight]}, as said above` : `${WEIGHTS[weight]}: ${found}`,
    ...whatHelps(mayDo),
    `  ${TELL[to]}: ${tell}`,
  ]
}
