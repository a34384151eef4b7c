import { revalidatePath } from 'next/cache'
import { actionCitizen, pageCitizen } from '../../lib/sso'

/** The plates of each account. A program has a table for them. */
const plates = new Map<string, string[]>()

async function apply(form: FormData) {
  'use server'
  const { accountId } = await actionCitizen('/permits')
  plates.set(accountId, [...(plates.get(accountId) ?? []), String(form.get('plate'))])
  revalidatePath('/permits')
}

export default async function Permits() {
  const { account } = await pageCitizen('/permits')
  return (
    <form action={apply}>
      <h1>Permits of {account.name}</h1>
      <p>{(plates.get(account.id) ?? []).join(', ')}</p>
      <input name="plate" /> <button>Apply</button>
    </form>
  )
}
