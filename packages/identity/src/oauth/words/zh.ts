import { type Html, html } from '../../platform/html.ts'
import { spacedBefore } from '../../platform/spaced.ts'
import type { OAuthWords } from './en.ts'

/** The endpoints of programs, in Chinese. */
export const zh: OAuthWords = {
  events: {
    cancelled: (program: Html) => html`没有继续前往${spacedBefore(program)}`,
    accessEnded: (program: Html) =>
      html`已退出${spacedBefore(program)}，因为可能有人复制了它对您账号的访问权限`,
    programSignedOut: (program: Html) => html`已退出${spacedBefore(program)}`,
  },
}
