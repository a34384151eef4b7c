import { expect, test } from 'vitest'
import { commandTable } from './commands.ts'

const run = (name: string, commandSeconds: number, postgresSeconds: number) => ({
  ...{ name, commandSeconds, postgresSeconds },
  ...{ seconds: commandSeconds, mebibytes: [80, 100, 90] },
})

test('the table has the median of each command, and what it costs beside that of PostgreSQL', () => {
  const runs = [
    ...[run('portico backup /tmp/one', 2, 4), run('pg_dump', 4, 1)],
    ...[run('portico backup /tmp/two', 3, 3), run('pg_dump', 8, 4)],
  ]
  const [, , backup, dump] = commandTable(runs).split('\n')
  expect(backup).toMatch(/^\| portico backup \| .* \| 0\.85x \(0\.50 to 1\.20\) of pg_dump \| 100 \|$/)
  expect(dump).toMatch(/^\| pg_dump \| 6\.00 \(4\.00 to 8\.00\) \|/)
})
