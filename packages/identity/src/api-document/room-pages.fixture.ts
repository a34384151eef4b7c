import type { ChosenTexts, SamplePage } from '../pages/sample-page.fixture.ts'
import { type ApiReferenceView, apiReferencePage } from './pages/api-reference.ts'

const SCRIPT = '/api/reference/search.js'

/** The page of the API document. */
export const samplePages = ({ token }: ChosenTexts): readonly SamplePage[] => [
  { name: 'api-reference', script: SCRIPT, render: (frame) => apiReferencePage(frame, referenceOf(token)) },
]

/** A view of the page with every part, and with one text in every place. */
function referenceOf(token: string): ApiReferenceView {
  const field = { name: 'token', isRequired: true, rules: `pattern ^${token}$`, description: token }
  const content = { type: 'application/json', bodyNames: ['Tokens', 'OAuthError'] }
  const example = { title: '200', curl: `curl ${token}`, answer: token, isOpen: false }
  const operation = {
    ...{ id: 'issueTokens', address: 'POST /o/token/', summary: 'Trade a code', description: token },
    ...{ proof: token, parameters: [field, { ...field, isRequired: false }], content },
    answers: [
      { status: '200', description: token, content, examples: [{ ...example, isOpen: true }, example] },
      { status: '304', description: token, examples: [] },
    ],
  }
  return {
    introduction: [token],
    documentHref: '/api/openapi.json',
    scriptHref: SCRIPT,
    groups: [{ name: 'Tokens', description: token, operations: [operation] }],
    bodies: [
      { name: 'Tokens', description: token, oneOf: ['OAuthError'], fields: [] },
      { name: 'OAuthError', description: '', oneOf: [], fields: [{ ...field, bodyName: 'Tokens' }] },
    ],
  }
}
