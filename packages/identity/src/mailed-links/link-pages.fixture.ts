import { checkEmailPage, linkInvalidPage } from '../pages/index.ts'
import type { ChosenTexts, SamplePage } from '../pages/sample-page.fixture.ts'
import { fixturesOf } from '../platform/room/fixtures.fixture.ts'
import { type AskedLinkRules, LINK_KINDS, type LinkRules } from './link-kinds.ts'

/** What a room with kinds of mailed links brings to the tests of all of them: `room-links.fixture.ts`. */
export interface LinksOfRoom {
  readonly linkRules: readonly (LinkRules | AskedLinkRules)[]
}

const ofRooms = await fixturesOf<LinksOfRoom>('room-links')

/** The rules of every kind of mailed link. */
export const everyLink: readonly (LinkRules | AskedLinkRules)[] = [
  ...Object.values(LINK_KINDS),
  ...ofRooms.flatMap(({ linkRules }) => linkRules),
]

/** What a page after a request shows beside the words of its kind. */
export const sentView = ({ email, token: csrfToken }: Pick<ChosenTexts, 'email' | 'token'>) => ({
  csrfToken,
  email,
  action: '/sent/',
  takesCode: true,
  again: { action: '/again/', waitSeconds: 45 },
  askHref: '/recover/',
})

/** The pages about a mailed link: that it was sent, where somebody asked for it, and that it does not work. */
export function linkSamples(rules: LinkRules | AskedLinkRules, texts: ChosenTexts): readonly SamplePage[] {
  const { kind, invalid } = rules
  const { words, path: againHref, setsPassword = false } = invalid
  const dead = { words, againHref, setsPassword, loginHref: '/login/' }
  return [
    { name: `link-invalid-${kind}`, render: (frame) => linkInvalidPage(frame, dead) },
    ...('sent' in rules
      ? sentSamples(kind, {
          ...sentView(texts),
          words: rules.sent.words,
          loginHref: setsPassword ? '/login/' : undefined,
        })
      : []),
  ]
}

function sentSamples(kind: string, view: Parameters<typeof checkEmailPage>[1]): readonly SamplePage[] {
  const unnamed = { ...view, email: undefined, takesCode: false, again: undefined }
  return [
    { name: `check-email-${kind}`, render: (frame) => checkEmailPage(frame, view) },
    { name: `check-email-${kind}-unnamed`, render: (frame) => checkEmailPage(frame, unnamed) },
  ]
}
