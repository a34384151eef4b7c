import { layout, type PageFrame } from '../../pages/index.ts'
import { type Html, html, type PageDocument } from '../../platform/html.ts'

/** A request as a command line, and its answer. */
export interface ReferenceExample {
  readonly title: string
  readonly curl: string
  readonly answer: string
  /** It is shown at once. */
  readonly isOpen: boolean
}

/** A field of a body, or a parameter. */
export interface ReferenceField {
  readonly name: string
  readonly isRequired: boolean
  /** What it may be, in a few words. */
  readonly rules: string
  readonly description: string
  /** The name of the body that it has the form of. */
  readonly bodyName?: string | undefined
}

/** A body by its media type, with the names of its forms. */
export interface ReferenceContent {
  readonly type: string
  readonly bodyNames: readonly string[]
}

/** An answer with one status. */
export interface ReferenceAnswer {
  readonly status: string
  readonly description: string
  readonly content?: ReferenceContent | undefined
  readonly examples: readonly ReferenceExample[]
}

/** A method of an address. */
export interface ReferenceOperation {
  readonly id: string
  readonly address: string
  readonly summary: string
  readonly description: string
  readonly proof: string
  readonly parameters: readonly ReferenceField[]
  readonly content?: ReferenceContent | undefined
  readonly answers: readonly ReferenceAnswer[]
}

/** Operations that belong together. */
export interface ReferenceGroup {
  readonly name: string
  readonly description: string
  readonly operations: readonly ReferenceOperation[]
}

/** A body that has a name. */
export interface ReferenceBody {
  readonly name: string
  readonly description: string
  /** The names of the bodies of which it is one. */
  readonly oneOf: readonly string[]
  readonly fields: readonly ReferenceField[]
}

/** The API document for people. */
export interface ApiReferenceView {
  readonly introduction: readonly string[]
  readonly documentHref: string
  readonly scriptHref: string
  readonly groups: readonly ReferenceGroup[]
  readonly bodies: readonly ReferenceBody[]
}

const bodyLink = (name: string): Html => html`<a href="#body-${name}">${name}</a>`

const oneOf = (names: readonly string[]): Html =>
  html`${names.map((name, index) => html`${index > 0 && ' or '}${bodyLink(name)}`)}`

const content = ({ type, bodyNames }: ReferenceContent): Html =>
  html`<code>${type}</code>${bodyNames.length > 0 && html`: ${oneOf(bodyNames)}`}`

const field = ({ name, isRequired, rules, description, bodyName }: ReferenceField): Html =>
  html`<div><dt><code>${name}</code></dt>
<dd>${isRequired ? 'Required' : 'Optional'}: ${rules}${bodyName !== undefined && bodyLink(bodyName)}. ${description}</dd></div>`

const example = ({ title, curl, answer: shown, isOpen }: ReferenceExample): Html =>
  html`<details${isOpen && html` open`}><summary>Example: ${title}</summary>
<pre><code>${curl}</code></pre>
<pre><code>${shown}</code></pre></details>`

const answer = ({ status, description, content: body, examples }: ReferenceAnswer): Html =>
  html`<div><dt>${status}</dt>
<dd>${description}${body && html` ${content(body)}`}${examples.map(example)}</dd></div>`

const operation = (
  shown: ReferenceOperation,
): Html => html`<article class="card" aria-labelledby="${shown.id}">
<h3 id="${shown.id}">${shown.summary}</h3>
<p><code>${shown.address}</code></p>
<p>${shown.description}</p>
<dl>
<div><dt>Who asks</dt><dd>${shown.proof}</dd></div>
${shown.content && html`<div><dt>Body</dt><dd>${content(shown.content)}</dd></div>`}
</dl>
${
  shown.parameters.length > 0 &&
  html`<h4>Parameters</h4>
<dl>${shown.parameters.map(field)}</dl>`
}
<h4>Answers</h4>
<dl>${shown.answers.map(answer)}</dl>
</article>`

const group = ({ name, description, operations }: ReferenceGroup): Html => html`<section>
<h2>${name}</h2>
<p>${description}</p>
${operations.map(operation)}
</section>`

const body = (shown: ReferenceBody): Html => html`<article class="card" aria-labelledby="body-${shown.name}">
<h3 id="body-${shown.name}">${shown.name}</h3>
${shown.description !== '' && html`<p>${shown.description}</p>`}
${shown.oneOf.length > 0 && html`<p>${oneOf(shown.oneOf)}</p>`}
${shown.fields.length > 0 && html`<dl>${shown.fields.map(field)}</dl>`}
</article>`

const entry = (id: string, label: string): Html => html`<li><a href="#${id}"><code>${label}</code></a></li>`

const contents = ({ groups, bodies }: ApiReferenceView): Html => html`<nav aria-label="Contents">
<details open><summary>Contents</summary>
${groups.map(
  ({ name, operations }) => html`<div><p>${name}</p>
<ul>${operations.map(({ id, address }) => entry(id, address))}</ul></div>`,
)}
<div><p>Bodies</p>
<ul>${bodies.map(({ name }) => entry(`body-${name}`, name))}</ul></div>
</details>
</nav>`

/** The API document as a page. Its words are English in every frame, as the document is. */
export function apiReferencePage(frame: PageFrame, view: ApiReferenceView): PageDocument {
  const title = 'Interface for programs'
  const main = html`<div lang="en" dir="ltr">
<h1>${title}</h1>
${view.introduction.map((paragraph) => html`<p>${paragraph}</p>`)}
<p>The same for tools: <a href="${view.documentHref}">${view.documentHref}</a> (OpenAPI 3.1).</p>
<p>The examples are what a service answered in a test. A word such as <code>$CLIENT_ID</code> is a variable of your shell, and … stands for a long random value.</p>
<div class="api">
${contents(view)}
<div>
${view.groups.map(group)}
<section>
<h2>Bodies</h2>
${view.bodies.map(body)}
</section>
</div>
</div>
</div>
<script src="${view.scriptHref}" defer></script>`
  return layout(frame, { title, main, wide: true })
}
