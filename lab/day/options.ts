import { readWords, UsageError } from '../kit/command-line.ts'

/** The options of the command line. */
export interface Options {
  /** How many citizens are brought in the morning. */
  readonly citizens: number
  /** The folder for the pictures of the console; undefined for none. */
  readonly pictures: string | undefined
}

const CITIZENS = 100_000
const LEAST = 300
const MOST = 2_000_000

/** Where the pictures are, unless another folder is named. It is not tracked. */
const PICTURES = 'coverage/day'

const USAGE = `npm run day -- [--citizens N] [--pictures DIR | --no-pictures]

  --citizens N     how many citizens are brought in the morning (${CITIZENS}); fewer come the fewer there are
  --pictures DIR   where the pictures of the console go (${PICTURES})
  --no-pictures    does not start the console`

/** Reads the command line. Throws UsageError about the first word that is wrong. */
export function readOptions(words: readonly string[]): Options {
  const given = readWords(words, {
    flags: ['--no-pictures'],
    withValue: ['--citizens', '--pictures'],
    usage: USAGE,
  })
  const citizens = given.value('--citizens') ?? String(CITIZENS)
  const isNumber = /^\d{1,7}$/.test(citizens) && Number(citizens) >= LEAST && Number(citizens) <= MOST
  if (!isNumber) throw new UsageError(`--citizens takes a number from ${LEAST} to ${MOST}.\n${USAGE}`)
  const folder = given.value('--pictures') ?? PICTURES
  if (folder === '') throw new UsageError(`--pictures takes a folder.\n${USAGE}`)
  return { citizens: Number(citizens), pictures: given.has('--no-pictures') ? undefined : folder }
}
