import type { CDPSession, Page } from 'playwright-core'

/** A device with a lock, in Chromium itself (Chrome DevTools Protocol, domain WebAuthn). It says yes at once. */
export interface VirtualAuthenticator {
  /** How many passkeys it has. */
  count(): Promise<number>
  /** The person at the device passes its lock, or fails. */
  setVerified(isVerified: boolean): Promise<void>
  /** The person touches the device when it asks, or does nothing. */
  setPresence(isPresent: boolean): Promise<void>
}

/** Gives a page a device that can make passkeys. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setVerified: async (isUserVerified) =>
      void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    setPresence: async (enabled) =>
      void (await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
  }
}
