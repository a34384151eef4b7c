import Link from 'next/link'
import { optionalCitizen } from '../lib/sso'

export default async function Start() {
  const citizen = await optionalCitizen()
  return (
    <main>
      <Link href="/permits">My permits</Link>
      {citizen ? (
        <form method="post" action="/api/v1/sso/logout?return_to=/">
          Hello {citizen.account.name} <button type="submit">Sign out</button>
        </form>
      ) : (
        <a href="/api/v1/sso/login?return_to=/permits">Sign in</a>
      )}
    </main>
  )
}
