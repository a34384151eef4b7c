import type { Told } from '../moments/index.ts'
import { type Ask, CommandRefused } from './command.ts'
import { harmless } from './present.ts'

/** What somebody answers who wants the act. */
const ANSWER = 'yes'

/** Says what would happen, and asks. Throws CommandRefused unless the answer is yes. */
export async function requireYes(
  lines: readonly string[],
  { err, ask }: { err(line: string): void; readonly ask: Ask },
  told?: readonly Told[],
): Promise<void> {
  for (const line of lines) err(harmless(line))
  const answer = await ask(`Do it? Type ${ANSWER}: `, told)
  if (answer.trim().toLowerCase() !== ANSWER) throw new CommandRefused('Nothing was changed.', 'no-yes')
}
