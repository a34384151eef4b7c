import { findPasswordProblem } from '../../packages/identity/src/passwords/check-new-password.ts'
import { listedWords } from '../../packages/identity/src/passwords/listed-words.ts'
import { table } from '../kit/markdown.ts'
import type { Options } from './options.ts'
import { aboutMachine, publishReport, runFigures } from './report/results.ts'
import type { Testbed } from './testbed.ts'

const OWNER = {
  minLength: 15,
  email: 'ana.muster-berg@stadtwerke.example.org',
  fullName: 'Ana María O’Connor-Muster',
  phoneNumber: '+44 20 7946 0123',
  namesHere: ['Portico', 'Parking permits'],
}

const MOST_CHARACTERS = 256
const long = (unit: string): string => [...unit.repeat(MOST_CHARACTERS)].slice(0, MOST_CHARACTERS).join('')

/** Usual passwords, and those of 256 characters that took the longest in a search. */
const PASSWORDS: Readonly<Record<string, string>> = {
  'four words': 'otter walnut canal brick',
  'a sentence': 'Grandma burnt 40 pancakes!',
  'by machine': 'Zw_8-qLr0TfYk3Vx',
  'refused: decorated': 'sunshinedragon2019!',
  'one character, 256': long('1'),
  'walks over keys, 256': long('qwertyuiop][;lkjhgfdsazxcvbnm,./'),
  'look-alikes, 256': long('4@8({[<63#9&1!|0$5+7%2'),
  'a word with separators, 256': long('p.a.s.s.'),
  'characters of eighteen, 256': long('\uFDFA'),
  'emoji, 256': long('🐎🔋🪑'),
  'the own name, 256': long('anamariaoconnormuster'),
}

const [WARM_UPS, JUDGEMENTS] = [300, 500]

/** Measures how long the judge of new passwords takes, after its code is compiled. */
export async function passwords(testbed: Testbed, options: Options): Promise<void> {
  const listed = await listedWords()
  const judge = (password: string, times: number): void => {
    for (let time = 0; time < times; time += 1) findPasswordProblem(password, OWNER, listed)
  }
  const judged = Object.entries(PASSWORDS).map(([name, password]) => {
    judge(password, WARM_UPS)
    const before = process.threadCpuUsage()
    judge(password, JUDGEMENTS)
    const { user, system } = process.threadCpuUsage(before)
    return { name, microseconds: Math.round((user + system) / JUDGEMENTS) }
  })
  const figures = runFigures(testbed, options.pace)
  const rows = judged.map(({ name, microseconds }) => [name, String(microseconds)])
  const report = `${aboutMachine(figures)}.\n\n${table(['password', 'CPU time of a judgement, µs'], rows)}\n`
  publishReport(options, report, { ...figures, judged })
}
