/** The snippets of the playground: the code to copy into a page or a component. */
import { productCss, productOf, type Product } from './product.js';
import { styleSheetOf, type Framework, type PlaygroundState } from './state.js';

/** A file of a snippet. */
export interface SnippetFile {
  readonly name: string;
  readonly code: string;
}

/** Returns the files of a snippet. The first file contains the elements. */
export function snippetOf(state: PlaygroundState, framework: Framework): readonly SnippetFile[] {
  return writers[framework]({
    product: productOf(state),
    css: [productCss, styleSheetOf(state).trim()].filter(Boolean).join('\n'),
    configuration: configurationOf(state),
  });
}

interface Parts {
  readonly product: Product;
  readonly css: string;
  /** The call that replaces texts, or an empty string if no text is replaced. */
  readonly configuration: string;
}

const writers: Readonly<Record<Framework, (parts: Parts) => readonly SnippetFile[]>> = {
  html: ({ product, css, configuration }) => [
    {
      name: 'index.html',
      code: `<link rel="stylesheet" href="/financing/elements.css" />
<script type="module" src="/financing/elements.js"></script>
${configuration && inScript(`import { configure } from '/financing/elements.js';\n\n${configuration}`)}<style>
${indent(css)}
</style>

${markupOf(product, inHtml)}
`,
    },
  ],

  react: ({ product, css, configuration }) => [
    {
      name: 'Financing.tsx',
      code: `${imports(configuration, 'react')}
import './financing.css';
${configuration && `\n${configuration}\n`}
export function Financing() {
  return (
${indent(markupOf(product, inJsx), 4)}
  );
}
`,
    },
    { name: 'financing.css', code: `${css}\n` },
  ],

  vue: ({ product, css, configuration }) => [
    {
      name: 'Financing.vue',
      code: `<script setup lang="ts">
${imports(configuration, 'vue')}
${configuration && `\n${configuration}\n`}</script>

<template>
${indent(markupOf(product, inHtml))}
</template>

<style>
${css}
</style>
`,
    },
  ],

  svelte: ({ product, css, configuration }) => [
    {
      name: 'Financing.svelte',
      code: `<script lang="ts">
${indent(imports(configuration, 'svelte'))}
${configuration && `\n${indent(configuration)}\n`}</script>

${markupOf(product, inSvelte)}

<style>
  :global {
${indent(css, 4)}
  }
</style>
`,
    },
  ],
};

function imports(configuration: string, framework: Exclude<Framework, 'html'>): string {
  return `${configuration ? `import { configure } from 'financing-elements'` : `import 'financing-elements'`}; // registers the tags
import type {} from 'financing-elements/${framework}'; // their types in templates
import 'financing-elements/elements.css'; // reserves their space`;
}

function inScript(code: string): string {
  return `<script type="module">\n${indent(code)}\n</script>\n`;
}

/** Returns the call of `configure` that replaces the texts of a state, or an empty string if there are none. */
function configurationOf({ texts, language }: PlaygroundState): string {
  if (Object.keys(texts).length === 0) return '';
  // Escape `<`, because `</script>` would end the script.
  const literal = JSON.stringify({ text: { [language]: texts } }, null, 2);
  return `configure(${literal.replaceAll('<', '\\u003c')});`;
}

/** The syntax of a template language for an attribute and a text. */
interface Notation {
  attribute(name: string, value: string): string;
  text(value: string): string;
}

function markupOf({ attributes, elements }: Product, notation: Notation): string {
  const tag = (name: string, of: Readonly<Record<string, string>>) =>
    [name, ...Object.entries(of).map(([key, value]) => notation.attribute(key, value))].join(' ');
  const children = elements.map(
    ({ tag: name, attributes: own, content }) =>
      `<${tag(name, own)}>${notation.text(content)}</${name}>`,
  );
  return `<${tag('div', attributes)}>\n${indent(children.join('\n'))}\n</div>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  '{': '&#123;',
  '}': '&#125;',
};

const inHtml: Notation = {
  attribute: (name, value) => `${name}="${value.replace(/[&"<>]/g, entityOf)}"`,
  // Vue reads braces in a text as an expression.
  text: (value) => value.replace(/[&<>{}]/g, entityOf),
};

const inSvelte: Notation = {
  attribute: (name, value) => `${name}="${value.replace(/[&"<>{}]/g, entityOf)}"`,
  text: (value) => value.replace(/[&<>{}]/g, entityOf),
};

const inJsx: Notation = {
  attribute: (name, value) => {
    const property = name === 'class' ? 'className' : name;
    return /["&{}<>\\]/.test(value)
      ? `${property}={${JSON.stringify(value)}}`
      : `${property}="${value}"`;
  },
  text: (value) => value.replace(/[&<>{}]/g, entityOf),
};

function entityOf(character: string): string {
  return entities[character] ?? character;
}

function indent(text: string, by = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
