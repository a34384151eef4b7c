import tseslint from 'typescript-eslint'

const ambient = [
  { object: 'Date', property: 'now', message: 'Time is handed in: take a Clock (rule 5).' },
  { object: 'Math', property: 'random', message: 'Randomness is handed in: take a Random (rule 5).' },
  { object: 'crypto', property: 'getRandomValues', message: 'Randomness is handed in (rule 5).' },
  { object: 'process', property: 'env', message: 'Settings are read once, in config.ts (rule 13).' },
]

const shapes = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Time is handed in: take a Clock (rule 5).',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only (rule 1).' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of words (rule 10).' },
]

const slowToLoad = ['node:http', 'http'].map((name) => ({
  name,
  allowTypeImports: true,
  message:
    'An import of it loads an HTTP client that the service never calls: see platform/http/node-http.ts.',
}))

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '.runtime/**',
      '.portico/**',
      'coverage/**',
      '**/*.mjs',
      '**/*.js',
      // Next.js checks its types when a test builds it; it is not installed here.
      'docs/integrate/samples/next/**',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-properties': ['error', ...ambient],
      'no-restricted-syntax': ['error', ...shapes],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'max-depth': ['error', 2],
      complexity: ['error', 10],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['packages/identity/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.fixture.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: slowToLoad }] },
  },
  {
    files: ['**/platform/system-*.ts', '**/src/config.ts', '**/src/main.ts', 'examples/*/server/main.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': ['error', ...shapes.slice(1)] },
  },
  {
    files: [
      '**/*.test.ts',
      '**/*.test-d.ts',
      'packages/*/testing/**',
      'examples/*/testing/**',
      'journeys/**',
      'lab/**',
      'scripts/**',
      'docs/integrate/**',
      '*.config.ts',
    ],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
)
