import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readYaml } from '../../packages/identity/testing/read-yaml.ts'
import { CHART, helm, KUBERNETES, needsHelm, template } from './chart.ts'
import { faultsOf, hasConsole, secretFor } from './read-settings.ts'
import { findTool, runTool } from './tools.ts'

const CONSOLE = {
  enabled: true,
  baseUrl: 'https://console.example.org',
  clientId: 'console-1',
  existingSecret: 'portico-console',
}
const INGRESS = { enabled: true, className: 'nginx', tlsSecret: 'console-tls' }

type Labels = Readonly<Record<string, string>>

interface Container {
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly livenessProbe: { readonly httpGet: object }
  readonly readinessProbe: { readonly httpGet: object }
  readonly [field: string]: unknown
}

/** A manifest; what a kind does not have is undefined. */
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Labels }
  readonly spec: {
    readonly selector: Labels & { readonly matchLabels: Labels }
    readonly podSelector: { readonly matchLabels: Labels }
    readonly rules: readonly { readonly host: string }[]
    readonly ingress: readonly {
      readonly from: readonly object[]
      readonly ports: readonly { port: string }[]
    }[]
    readonly template: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: {
        readonly containers: readonly [Container]
        readonly volumes: readonly unknown[]
        readonly [field: string]: unknown
      }
    }
  }
}

async function manifests(changes: object = {}): Promise<readonly Manifest[]> {
  const { code, out, err } = await template(changes)
  expect([code, err]).toEqual([0, ''])
  return readYaml(out) as readonly Manifest[]
}

const named = (all: readonly Manifest[], kind: string, name: string): Manifest => {
  const [found] = all.filter((one) => one.kind === kind && one.metadata.name === name)
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`)
  return found
}

const selects = (labels: Labels, selector: Labels) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-chart-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const validate = findTool('kubernetes-validate')

// proves: threat-image
describe('the console in the Helm chart', () => {
  test('has a schema that knows each of its values, and no other', () => {
    const [values] = readYaml(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as [{ console: object }]
    const schema: { properties: { console: object } } = JSON.parse(
      readFileSync(join(CHART, 'values.schema.json'), 'utf8'),
    )
    expect(namesOfValues(values.console)).toEqual(namesOfSchema(schema.properties.console))
  })

  test.skipIf(!helm)(needsHelm('is not there unless somebody wants it'), async () => {
    for (const changes of [{}, { console: { ...CONSOLE, enabled: false, ingress: INGRESS } }]) {
      const { code, out } = await template(changes)
      expect([code, readYaml(out)]).toEqual([0, expect.objectContaining({ length: 6 })])
      expect(out).not.toMatch(/console/i)
    }
  })

  test.skipIf(!helm)(needsHelm('leaves what the chart makes of the service as it is'), async () => {
    const all = await manifests({ console: { ...CONSOLE, ingress: INGRESS } })
    const [own, others] = [true, false].map((isOwn) =>
      all.filter(({ metadata }) => (metadata.name === 'p-console') === isOwn),
    )
    expect(others).toEqual(await manifests())
    expect(own?.map(({ kind }) => kind).toSorted()).toEqual([
      ...['Deployment', 'Ingress', 'NetworkPolicy', 'Service'],
    ])
  })

  test.skipIf(!helm || !validate)(
    validate
      ? needsHelm('is what Kubernetes accepts')
      : 'is what Kubernetes accepts (kubernetes-validate is missing)',
    async () => {
      const file = join(folder, 'made.yaml')
      writeFileSync(file, (await template({ console: { ...CONSOLE, ingress: INGRESS } })).out)
      const args = ['--strict', '-k', KUBERNETES.slice(0, 4), file]
      const { code, out, err } = await runTool(validate ?? '', args)
      expect([code, `${out}${err}`.match(/passed/g)?.length]).toEqual([0, 10])
    },
  )

  test.skipIf(!helm)(
    needsHelm('runs with the rights that the service has, from the same image'),
    async () => {
      const all = await manifests({ console: CONSOLE })
      const [own, service] = ['p-console', 'p'].map(
        (name) => named(all, 'Deployment', name).spec.template.spec,
      )
      expect(own?.containers).toHaveLength(1)
      expect(own?.containers[0].args).toEqual(['console'])
      for (const field of ['image', 'imagePullPolicy', 'securityContext'])
        expect([field, own?.containers[0][field]]).toEqual([field, service?.containers[0][field]])
      for (const field of ['securityContext', 'automountServiceAccountToken', 'enableServiceLinks'])
        expect([field, own?.[field]]).toEqual([field, service?.[field]])
      // Otherwise the Service of the console would become settings that the console refuses.
      expect(own?.['enableServiceLinks']).toBe(false)
    },
  )

  test.skipIf(!helm)(
    needsHelm('gets no setting of the service, and its secrets as files of another Secret'),
    async () => {
      const all = await manifests({ console: CONSOLE })
      const { containers, volumes } = named(all, 'Deployment', 'p-console').spec.template.spec
      const [{ env, volumeMounts }] = containers
      for (const { name } of env) expect(name).toMatch(/^PORTICO_CONSOLE_/)
      expect(JSON.stringify(env)).not.toContain('valueFrom')
      const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value)
      const keys = ['database-url', 'client-secret', 'key']
      expect(files).toEqual(keys.map((key) => `/run/secrets/console/${key}`))
      expect(volumeMounts).toEqual([{ name: 'secrets', mountPath: '/run/secrets/console', readOnly: true }])
      const items = keys.map((key) => ({ key, path: key }))
      expect(volumes).toEqual([
        { name: 'secrets', secret: { secretName: 'portico-console', defaultMode: 0o440, items } },
      ])
    },
  )

  test.skipIf(!helm || !hasConsole)(
    needsHelm('has every setting that is needed, and none that is unknown'),
    async () => {
      const settings = { PORTICO_CONSOLE_LOOKS_PER_HOUR: 30, PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR: 7 }
      const trustedProxies = ['10.0.0.0/16']
      const all = await manifests({ console: { ...CONSOLE, settings, trustedProxies } })
      const [{ env }] = named(all, 'Deployment', 'p-console').spec.template.spec.containers
      const here = env.map(({ name, value }) => {
        if (!name.endsWith('_FILE')) return [name, value]
        writeFileSync(join(folder, basename(value)), secretFor(basename(value)))
        return [name, join(folder, basename(value))]
      })
      expect(here).toContainEqual(['PORTICO_CONSOLE_LOOKS_PER_HOUR', '30'])
      expect(await faultsOf('console', Object.fromEntries(here))).toBe('')
      for (const [missing] of here.filter(([name]) => /_(?:URL|ID|KEY|SECRET)(?:_FILE)?$/.test(name ?? ''))) {
        const rest = here.filter(([name]) => name !== missing)
        expect(await faultsOf('console', Object.fromEntries(rest))).toContain(missing?.replace('_FILE', ''))
      }
    },
  )

  test.skipIf(!helm)(needsHelm('asks for readiness and for life where the console tells them'), async () => {
    const [made] = named(await manifests({ console: CONSOLE }), 'Deployment', 'p-console').spec.template.spec
      .containers
    expect(made.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'metrics' })
    expect(made.livenessProbe.httpGet).toEqual({ path: '/metrics', port: 'metrics' })
    const told = Object.fromEntries(made.env.map(({ name, value }) => [name, value]))
    expect(made.ports).toEqual([
      { name: 'http', containerPort: Number(told['PORTICO_CONSOLE_PORT']) },
      { name: 'metrics', containerPort: Number(told['PORTICO_CONSOLE_METRICS_PORT']) },
    ])
  })

  test.skipIf(!helm)(needsHelm('is selected by what is its own, and by nothing of the service'), async () => {
    const all = await manifests({ console: CONSOLE })
    const { labels } = named(all, 'Deployment', 'p-console').spec.template.metadata
    const ofService = named(all, 'Deployment', 'p').spec.template.metadata.labels
    for (const { kind, metadata, spec } of all.filter(({ kind }) => kind !== 'Ingress' && kind !== 'Job')) {
      const selector = spec.podSelector?.matchLabels ?? spec.selector.matchLabels ?? spec.selector
      const isOwn = metadata.name === 'p-console'
      expect([kind, selects(labels, selector), selects(ofService, selector)]).toEqual([kind, isOwn, !isOwn])
    }
  })

  test.skipIf(!helm)(needsHelm('is reached by nobody until somebody says by whom'), async () => {
    const from = [{ podSelector: { matchLabels: { app: 'vpn' } } }]
    const sources = async (changes: object) =>
      named(await manifests(changes), 'NetworkPolicy', 'p-console').spec.ingress
    const closed = await sources({ console: CONSOLE })
    expect(closed.map(({ ports }) => ports[0]?.port)).toEqual(['metrics'])
    for (const [changes, who] of [
      [{ networkPolicy: { from } }, from],
      [
        { ingress: INGRESS },
        [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
      ],
    ] as const) {
      const [first] = await sources({ console: { ...CONSOLE, ...changes } })
      expect(first).toEqual({ from: who, ports: [{ port: 'http', protocol: 'TCP' }] })
    }
  })

  test.skipIf(!helm)(
    needsHelm('has an ingress only where somebody wants one, for its own host'),
    async () => {
      const kinds = (await manifests({ console: CONSOLE })).filter(({ kind }) => kind === 'Ingress')
      expect(kinds.map(({ metadata }) => metadata.name)).toEqual(['p'])
      const open = await manifests({ console: { ...CONSOLE, ingress: INGRESS } })
      expect(named(open, 'Ingress', 'p-console').spec.rules[0]?.host).toBe('console.example.org')
    },
  )

  test.skipIf(!helm).each([
    ['no address', { baseUrl: '' }, 'console.baseUrl is not set: where operators open the console'],
    ['no client', { clientId: '' }, 'console.clientId is not set: portico console prepare prints it'],
    ['no Secret', { existingSecret: '' }, 'console.existingSecret is not set: the Secret with'],
    ['the Secret of the service', { existingSecret: 'portico' }, 'is the Secret of the service'],
    ['the address of the service', { baseUrl: 'https://id.example.org/' }, 'is the address of the service'],
    ['http', { baseUrl: 'http://console.example.org' }, 'baseUrl'],
    ['a secret among the settings', { settings: { PORTICO_CONSOLE_KEY: 'x' } }, 'PORTICO_CONSOLE_KEY'],
    ['a setting of the service', { settings: { PORTICO_SECRET_KEY: 'x' } }, 'PORTICO_SECRET_KEY'],
    ['a misspelt value', { replica: 2 }, 'replica'],
    ['no replica', { replicas: 0 }, 'replicas'],
    ['an ingress without TLS', { ingress: { enabled: true, tlsSecret: '' } }, 'tlsSecret'],
  ])(needsHelm('is refused with %s'), async (_name, changes, says) => {
    const { code, err } = await template({ console: { ...CONSOLE, ...changes } })
    expect([code === 0, err]).toEqual([false, expect.stringContaining(says)])
  })
})

/** Values whose names are theirs who deploy. */
const OPEN = ['settings', 'resources', 'annotations']

function namesOfValues(values: object): readonly string[] {
  return Object.entries(values)
    .flatMap(([name, value]: [string, unknown]) =>
      isMap(value) && !OPEN.includes(name) ? namesOfValues(value).map((one) => `${name}.${one}`) : [name],
    )
    .toSorted()
}

/** The names that a closed schema allows; '(open)' below one that allows others, too. */
function namesOfSchema(schema: object): readonly string[] {
  const { properties, additionalProperties }: { properties?: object; additionalProperties?: unknown } = schema
  const closed = additionalProperties === false ? [] : ['(open)']
  return Object.entries(properties ?? {})
    .flatMap(([name, value]: [string, unknown]) =>
      isMap(value) && value['type'] === 'object' && !OPEN.includes(name)
        ? namesOfSchema(value).map((one) => `${name}.${one}`)
        : [name],
    )
    .concat(closed)
    .toSorted()
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
