import { createSsoClient, type SsoClient } from '@portico/app'

/** The functions of a mobile app that its web view can call. Your app may have other names for them. */
export interface Shell {
  /** Opens the system browser: Custom Tabs, ASWebAuthenticationSession. Not a web view of the app. */
  openBrowser(url: string): Promise<void>
  closeBrowser(): Promise<void>
  onLink(listener: (url: string) => void): void
  /** The keychain or keystore of the system. */
  readonly vault: {
    get(key: string): Promise<string | null>
    set(key: string, value: string): Promise<void>
    remove(key: string): Promise<void>
  }
}

/** Starts a client in a web view. It opens the system browser for the sign-in, and an app link returns from it. */
export async function startInShell(shell: Shell): Promise<SsoClient> {
  const sso = createSsoClient({
    programBaseUrl: 'https://permits.example.org',
    returnUri: 'https://permits.example.org/app/signed-in',
    navigate: (url) => shell.openBrowser(url),
    storage: shell.vault,
  })
  shell.onLink((url) => void sso.handleCallback(url).then(() => shell.closeBrowser()))
  await sso.start()
  return sso
}
