'use client'

/** The digest of a `CitizenRefused` is its status. */
export default function Problem({ error }: { error: Error & { digest?: string } }) {
  if (error.digest === '503')
    return <p>Your sign-in cannot be checked at the moment. You are still signed in.</p>
  return <p>This page does not work at the moment.</p>
}
