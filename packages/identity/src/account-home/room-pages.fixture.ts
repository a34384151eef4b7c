import { programsGlance } from '../pages/index.ts'
import type { ChosenTexts, SamplePage } from '../pages/sample-page.fixture.ts'
import { html } from '../platform/html.ts'
import { homePage, securityPage } from './pages/home.ts'

/** The home and the page of signing in, with much and with nothing to tell. */
export function samplePages({ name, email, program }: ChosenTexts): readonly SamplePage[] {
  const ways = [
    { title: 'Keys', state: '1', advice: 'Add another one.', path: '/account/keys/' },
    { title: 'Codes', state: '2', path: '/account/codes/' },
  ]
  const waits = [html`<section class="apart" aria-labelledby="w"><h2 id="w">Something waits</h2></section>`]
  const none = { ways: [], waits: [], sections: [] }
  const programs = [
    { name: program, home: 'https://permits.example.test/' },
    { name, home: undefined },
  ]
  const citizen = { fullName: name, email, phoneNumber: '+44 20 7946 0000' }
  const home = { ways, waits, sections: [], citizen }
  return [
    {
      name: 'home',
      render: (frame) => homePage(frame, { ...home, sections: [programsGlance(frame, programs)] }),
    },
    {
      name: 'home-none',
      render: (frame) => homePage(frame, { ...none, citizen: { ...citizen, phoneNumber: '' } }),
    },
    {
      name: 'home-no-program',
      render: (frame) => homePage(frame, { ...home, sections: [programsGlance(frame, [])] }),
    },
    { name: 'security', render: (frame) => securityPage(frame, { ways, waits }) },
    { name: 'security-none', render: (frame) => securityPage(frame, none) },
  ]
}
