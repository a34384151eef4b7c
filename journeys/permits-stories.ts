import { expect } from 'vitest'
import {
  applied,
  at,
  begun,
  connected,
  decided,
  ended,
  failing,
  fillInPermit,
  isAtAccount,
  isAtLogin,
  isAtRegistration,
  isIn,
  linked,
  noticeIs,
  oldSessions,
  type Story,
  saved,
  sessions,
  signInAnew,
  twoApplications,
} from './permits-steps.ts'
import { addPermit, atThePage, fillInOldForm, isInTheOldWay } from './permits-visits.ts'

/** Every act of the page. */
export const STORIES: readonly Story[] = [
  {
    what: 'begin to sign in',
    controls: ['index.html button#sign-in'],
    opens: 'stranger',
    slow: /sso\/begin\//,
    done: isAtLogin,
    effects: begun,
    again: { effects: 2 },
  },
  {
    what: 'begin to make an account',
    controls: ['index.html button#create-account'],
    opens: 'stranger',
    slow: /sso\/begin\//,
    done: isAtRegistration,
    effects: begun,
    again: { effects: 2 },
  },
  {
    what: 'sign in, with a centre that is slow',
    controls: ['index.html button#sign-in'],
    opens: 'signed-out',
    slow: /\/o\/authorize\//,
    done: isIn,
    effects: sessions,
    again: 'gone',
  },
  {
    what: 'try again after an outage',
    controls: ['index.html button#notice-button'],
    opens: 'signed-out',
    arrive: async (visit) => {
      await failing('/sso/begin/', 503, 'identity_unavailable')(visit)
      await visit.guest.pressOnPage('Sign in')
      await noticeIs(/not available right now/)(visit)
    },
    slow: /sso\/begin\//,
    done: isIn,
    effects: sessions,
    again: 'gone',
    refusals: /^status: 503 .*begin\/$/,
  },
  {
    what: 'sign in after a cancelled sign-in',
    controls: ['index.html button#notice-button'],
    opens: 'signed-out',
    arrive: (visit) => atThePage(visit, '/signed-in?sso_error=cancelled'),
    slow: /sso\/exchange\//,
    done: isIn,
    effects: sessions,
    again: 'gone',
  },
  {
    what: 'open the form for the old account from the notice',
    controls: ['index.html button#notice-button'],
    opens: 'stranger',
    arrive: (visit) => atThePage(visit, '/signed-in?sso_error=existing_account'),
    done: at('#old-sign-in-title:focus'),
    again: { effects: 0 },
  },
  {
    what: 'load the page again after a failure',
    controls: ['index.html button#notice-button'],
    opens: 'citizen',
    arrive: async (visit) => {
      await failing('/api/v1/devices/', 500, 'failed')(visit)
      await visit.guest.page.reload()
      await noticeIs(/Something went wrong here/)(visit)
    },
    slow: /api\/v1\/me\//,
    done: ({ guest: { page } }) => page.locator('#notice').waitFor({ state: 'hidden' }),
    again: 'gone',
    refusals: /^status: 500 .*devices\/$/,
  },
  {
    what: 'open the form for the old account',
    controls: ['index.html summary {{oldSummary}}'],
    opens: 'stranger',
    // Two Enters open it and close it again, as everywhere. A double click opens it.
    done: at('#old summary'),
    clicked: at('#old-sign-in'),
    again: { effects: 0 },
  },
  {
    what: 'sign in the old way',
    controls: ['index.html form#old-sign-in', 'index.html button {{oldSignIn}}'],
    opens: 'stranger',
    arrive: fillInOldForm,
    enterOn: '#old-sign-in-password',
    slow: /auth\/login\//,
    done: isInTheOldWay,
    effects: oldSessions,
    again: { effects: 2 },
  },
  {
    what: 'connect the old account',
    controls: ['index.html button#connect-button'],
    opens: 'old',
    slow: /sso\/begin\//,
    done: isAtLogin,
    effects: begun,
    again: { effects: 1, of: linked, arrive: isInTheOldWay, done: connected },
  },
  {
    what: 'apply for a permit',
    controls: ['index.html form#apply', 'index.html button {{apply}}'],
    opens: 'citizen',
    arrive: fillInPermit,
    enterOn: '#apply-plate',
    slow: /POST .*api\/v1\/permits\//,
    done: async ({ guest: { page }, plate }) => {
      await page.locator('#applied', { hasText: `You have applied for a permit for ${plate}.` }).waitFor()
      expect(await page.locator('#apply .form-error').isVisible()).toBe(false)
    },
    effects: applied,
    again: {
      effects: 1,
      done: at('#apply .form-error:has-text("You have already applied for this car in this zone.")'),
    },
    refusals: /^status: 409 .*permits\/$/,
  },
  {
    what: 'go to a field with a problem',
    controls: ['form.ts a'],
    opens: 'citizen',
    arrive: async (visit) => {
      await visit.guest.pressOnPage('Apply')
      await at('.form-error a')(visit)
    },
    // The second Enter is in the field, where it sends the form.
    done: at('#apply-plate:focus, #apply .form-error:focus'),
    clicked: at('#apply-plate:focus'),
    again: { effects: 0 },
    refusals: /^status: 400 .*permits\/$/,
  },
  {
    what: 'download a permit',
    controls: ['permits.ts button', 'visitor-page.ts a'],
    opens: 'citizen',
    arrive: async (visit) => {
      await addPermit(visit, visit.accountId, visit.plate, 'granted')
      await atThePage(visit)
    },
    slow: /sso\/ticket\//,
    done: async (visit) => {
      await expect.poll(() => saved(visit)).toBeGreaterThan(0)
      await at('#permits-list button:enabled')(visit)
    },
    effects: saved,
    again: { effects: 2, arrive: at('#permits-list button') },
  },
  {
    what: 'decide on an application',
    controls: ['officer.ts button'],
    opens: 'officer',
    arrive: twoApplications,
    slow: /\/decision\//,
    done: at('#decided:has-text("Granted: DP")'),
    effects: decided,
    again: { effects: 2, arrive: at('#officer-list button') },
  },
  {
    what: 'sign out',
    controls: ['index.html button#sign-out'],
    opens: 'signed-out',
    arrive: signInAnew,
    slow: /sso\/logout\//,
    done: ({ guest }) => guest.isTold(/^You are signed out here\./),
    effects: ended,
    again: 'gone',
  },
  {
    what: 'sign out of the old account',
    controls: ['index.html button#sign-out'],
    opens: 'old',
    slow: /sso\/logout\//,
    done: ({ guest }) => guest.isTold('You are signed out.'),
    effects: async (visit) => 1 - (await oldSessions(visit)),
    again: 'gone',
  },
  {
    what: 'open the central account after a sign-out',
    controls: ['index.html a#notice-link'],
    opens: 'signed-out',
    arrive: async (visit) => {
      await signInAnew(visit)
      await visit.guest.signOut()
      await at('#notice-link')(visit)
    },
    slow: /\/account\//,
    done: isAtAccount,
    again: 'gone',
  },
  {
    what: 'open the central account',
    controls: ['index.html a {{account}}'],
    opens: 'citizen',
    slow: /\/account\//,
    done: isAtAccount,
    again: { effects: 0 },
  },
  {
    what: 'change the language, signed in the old way',
    controls: ['page-in-language.ts a'],
    opens: 'old',
    target: '.languages a[lang=de]',
    slow: /\/language\//,
    done: async (visit) => {
      await at('html[lang=de]')(visit)
      await isInTheOldWay(visit)
    },
    again: 'gone',
  },
  {
    what: 'skip to the content',
    controls: ['index.html a {{skip}}'],
    opens: 'citizen',
    arrive: ({ guest: { page } }) => page.locator('a.skip').focus(),
    done: at('#main'),
    again: { effects: 0 },
  },
]
