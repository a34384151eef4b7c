import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHART, helm, KUBERNETES, needsHelm, template, VALUES } from './chart.ts'
import { findTool, ROOT, runTool } from './tools.ts'

const validate = findTool('kubernetes-validate')
const kubeconform = findTool('kubeconform')
/** Where kubeconform finds the schemas, in its own notation. Without it, it asks a server. */
const schemas = process.env['PORTICO_KUBERNETES_SCHEMAS']

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-chart-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The manifest of one kind. */
const manifestOf = (out: string, kind: string) =>
  out.split(/^---$/m).find((part) => new RegExp(`^kind: ${kind}$`, 'm').test(part)) ?? ''

// proves: threat-image
describe('the Helm chart', () => {
  test('has the version of the service', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/identity/package.json'), 'utf8')) as {
      version: string
    }
    const chart = readFileSync(join(CHART, 'Chart.yaml'), 'utf8')
    expect(chart).toContain(`version: ${version}\n`)
    expect(chart).toContain(`appVersion: "${version}"\n`)
  })

  test('has a line in its page for each further secret, with its key', () => {
    const page = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8')
    const helpers = readFileSync(join(CHART, 'templates/_helpers.tpl'), 'utf8')
    const further = [...helpers.matchAll(/if \.Values\.secrets\.(\w+) \}\}\n +- \{ key: ([\w-]+)/g)]
    expect(further.length).toBeGreaterThan(2)
    for (const [, value, key] of further) expect(page).toContain(`| \`secrets.${value}\` | \`${key}\` |`)
  })

  test.skipIf(!helm)(needsHelm('has no finding of helm lint'), async () => {
    const values = join(folder, 'lint.json')
    await writeFile(values, JSON.stringify(VALUES))
    const { code, out } = await runTool(helm ?? '', ['lint', '--strict', '-f', values, CHART])
    expect([code, out]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  test.skipIf(!helm || !validate)(
    validate
      ? needsHelm('makes what Kubernetes accepts')
      : 'makes what Kubernetes accepts (kubernetes-validate is missing)',
    async () => {
      const file = join(folder, 'made.yaml')
      await writeFile(file, (await template()).out)
      const { code, out, err } = await runTool(validate ?? '', [
        '--strict',
        '-k',
        KUBERNETES.slice(0, 4),
        file,
      ])
      expect([code, `${out}${err}`.match(/passed/g)?.length]).toEqual([0, 6])
    },
  )

  test.skipIf(!helm || !kubeconform || !schemas)(
    kubeconform && schemas
      ? needsHelm('has no finding of kubeconform')
      : 'has no finding of kubeconform (kubeconform or PORTICO_KUBERNETES_SCHEMAS is missing)',
    async () => {
      const file = join(folder, 'conform.yaml')
      await writeFile(file, (await template()).out)
      const args = ['-strict', '-summary', '-schema-location', schemas ?? '', file]
      expect(await runTool(kubeconform ?? '', args)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Valid: 6, Invalid: 0, Errors: 0, Skipped: 0'),
      })
    },
  )

  test.skipIf(!helm)(
    needsHelm('runs the service without rights, and gives it secrets as files'),
    async () => {
      const { out } = await template()
      for (const kind of ['Deployment', 'Job']) {
        const made = manifestOf(out, kind)
        for (const line of [
          'runAsNonRoot: true',
          'runAsUser: 1000',
          'readOnlyRootFilesystem: true',
          'allowPrivilegeEscalation: false',
          'drop: [ALL]',
          'type: RuntimeDefault',
          'automountServiceAccountToken: false',
          'value: /run/secrets/portico/database-url',
          'defaultMode: 0440',
        ])
          expect(made).toContain(line)
        expect(made).not.toContain('secretKeyRef')
      }
      expect(out).not.toMatch(/^kind: Secret$/m)
    },
  )

  test.skipIf(!helm)(
    needsHelm('asks for readiness where the service tells it, and migrates before an update'),
    async () => {
      const { out } = await template()
      expect(manifestOf(out, 'Deployment')).toContain('httpGet: { path: /readyz, port: metrics }')
      expect(manifestOf(out, 'Job')).toContain('helm.sh/hook: pre-install,pre-upgrade')
      expect(manifestOf(out, 'Job')).toContain('args: [migrate]')
    },
  )

  test.skipIf(!helm).each([
    [
      'a grace period that is not longer than the drain',
      { drainSeconds: 30, terminationGracePeriodSeconds: 50 },
      'terminationGracePeriodSeconds must be more',
    ],
    ['http', { baseUrl: 'http://id.example.org' }, 'baseUrl'],
    ['the tag latest', { image: { repository: 'portico', tag: 'latest' } }, 'tag'],
    ['a secret among the settings', { settings: { PORTICO_SECRET_KEY: 'x' } }, 'PORTICO_SECRET_KEY'],
    ['a misspelt value', { replica: 2 }, 'replica'],
    [
      'an ingress without TLS',
      { ingress: { enabled: true, host: 'id.example.org', tlsSecret: '' } },
      'tlsSecret',
    ],
  ])(needsHelm('refuses %s'), async (_name, changes, says) => {
    const { code, err } = await template(changes)
    expect([code === 0, err]).toEqual([false, expect.stringContaining(says)])
  })
})
