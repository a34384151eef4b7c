import { basic } from '../../../packages/identity/testing/people.ts'
import type { Day } from '../day.ts'
import { ADMINISTRATOR } from '../people/operators.ts'
import { postAsProgram } from '../traffic/program-requests.ts'

/** Whoever found the secret comes from here. */
const FINDER = '198.51.100.7'

/** The secret of a program is found in a repository: it gets another one, and the old one is retired. */
export async function secretLeaks(day: Day): Promise<string> {
  const [, program] = day.programs
  if (!program) throw new Error('There is no such program')
  const old = { secretId: program.secretId, basic: basic(program.clientId, program.secret), address: FINDER }
  const ask = async () =>
    (await postAsProgram(day, old, '/api/integrations/introspect/', { token: 'found' })).status
  if ((await ask()) !== 200) throw new Error('The secret did not work before it was retired')
  const { command } = day.stage
  const reason = `The secret of ${program.name} was found in a repository`
  const added = await command<{ client_secret: string; secret_id: string }>({
    ...{ words: ['client', 'secret', 'add', program.clientId, '--label', 'after the leak'] },
    ...{ as: ADMINISTRATOR, reason },
  })
  program.secret = added.client_secret
  program.secretId = added.secret_id
  const retired = ['client', 'secret', 'retire', program.clientId, old.secretId]
  await command({ words: retired, as: ADMINISTRATOR, reason })
  const after = await ask()
  if (after !== 401) throw new Error(`A retired secret was answered ${after}`)
  return `the secret of ${program.name} leaked: replaced and retired`
}
