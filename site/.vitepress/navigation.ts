import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pageOf } from './links.js';

const docs = join(import.meta.dirname, '../../docs');
const recipes = join(docs, '../recipes');

export const nav: DefaultTheme.NavItem[] = [
  { text: 'Quick start', link: '/quick-start' },
  { text: 'For retailers', link: '/for-retailers' },
  { text: 'Gallery', link: '/gallery' },
  { text: 'Playground', link: '/playground' },
  { text: 'Reference', link: '/reference-elements', activeMatch: '^/(reference-|errors)' },
];

/** The guides by group: the name of each file in docs/, without the extension. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: ['quick-start', 'for-retailers', 'platforms', 'privacy'],
  // oxfmt-ignore
  'On the page': [
    'elements', 'financing-estimate', 'buttons', 'styling', '../site/gallery', 'events', 'texts',
    'frameworks', 'server-rendering', 'display-and-law', 'accessibility',
  ],
  // oxfmt-ignore
  'On the server': [
    'server', 'serverless', 'purchase-token', 'webhooks', 'testing', 'without-elements',
    'agents-and-feeds', 'migrating',
  ],
  Recipes: ['../recipes/README', ...recipeFiles()],
  // oxfmt-ignore
  'In production': [
    'going-live', 'payment-page', 'deploying', 'operating', 'redis', 'runbook', 'scaling',
    'locations', 'brands', '../SECURITY',
  ],
  // oxfmt-ignore
  Reference: [
    'reference-elements', 'reference-settings', 'reference-http', 'reference-texts',
    'reference-logs-and-metrics', 'errors',
  ],
  Project: ['../CONTRIBUTING', '../CHANGELOG'],
};

export const sidebar: DefaultTheme.SidebarItem[] = Object.entries(groups).map(([text, files]) => ({
  text,
  items: files.map(itemOf),
}));

function itemOf(file: string): DefaultTheme.SidebarItem {
  return {
    text: headingOf(`${file}.md`),
    link: `/${pageOf(posix.join('docs', `${file}.md`)).replace(/\.md$/, '')}`,
  };
}

/** Returns the paths of the recipes' READMEs, relative to docs/ and without the extension. */
function recipeFiles(): string[] {
  return readdirSync(recipes, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `../recipes/${name}/README`)
    .sort();
}

/** Returns the heading of a guide as HTML, with its tags escaped. */
function headingOf(file: string): string {
  const [, heading] = /^# (.*)$/m.exec(readFileSync(join(docs, file), 'utf8')) ?? [];
  if (heading === undefined) throw new Error(`docs/${file} has no heading`);
  return heading.replaceAll('`', '').replaceAll('<', '&lt;');
}
