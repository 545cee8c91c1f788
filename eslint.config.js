import js from '@eslint/js';
import { configs as litConfigs } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wcConfigs } from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Rules that ask for types take a minute for the tests: `npm run test:all` asks them of all, the rest of the sources alone.
const typesTests = process.env.TEST_SCOPE === 'all';
const typed = typesTests ? ['**/*.ts'] : ['src/**/*.ts'];
const project = typesTests ? { projectService: true } : { project: 'src/tsconfig.build.json' };

const testsWithTypes = {
  files: ['test/**/*.ts'],
  rules: {
    // node:test awaits its suites and tests by itself.
    '@typescript-eslint/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', package: 'node:test', name: ['describe', 'it', 'suite', 'test'] },
          // Chai's `equal` is typed by it as a promise that it is not; `accessible` is one.
          { from: 'package', package: '@types/chai', name: ['Equal'] },
        ],
      },
    ],
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  },
};

// What TypeScript finds (unknown names and such) is left to it; layout is prettier's.
export default defineConfig(
  {
    ignores: [
      'dist/',
      'coverage/',
      'site/dist/',
      'site/.vitepress/{cache,.temp}/',
      'test/runtimes/projects/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    rules: {
      'no-undef': 'off',
      eqeqeq: 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  {
    files: typed,
    languageOptions: { parserOptions: project },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**', 'demo/**'],
    rules: {
      'no-console': 'error',
      // Each is a global of the page: a forgotten import or parameter would go unnoticed.
      'no-restricted-globals': ['error', 'location', 'status', 'name', 'event'],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
      ],
    },
  },
  { files: ['src/cli/**', 'demo/**'], rules: { 'no-console': 'off' } },
  // Each element warns its page's author, once, of what it cannot show.
  { files: ['src/{elements,page}/**'], rules: { 'no-console': ['error', { allow: ['warn'] }] } },
  {
    files: ['src/elements/**', 'test/**/*.browser.ts', 'demo/**'],
    extends: [litConfigs['flat/recommended'], wcConfigs['flat/recommended']],
    plugins: { 'lit-a11y': litA11y },
    rules: { ...litA11y.configs.recommended.rules, 'lit/no-classfield-shadowing': 'error' },
  },
  {
    files: ['test/**', 'bench/**'],
    rules: {
      // Assertions read `expect(element).to.be.accessible`; a fixture is known to be there.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  ...(typesTests ? [testsWithTypes] : []),
);
