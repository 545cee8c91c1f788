import { fileURLToPath } from 'node:url';
import { parseSync, Visitor, type Plugin } from 'vite';
import { hole, leanLitHtml, leftOut, litHtml } from './lean-lit-html.js';

const lean = fileURLToPath(new URL('../src/elements/lean/', import.meta.url));

/** Builds the elements on src/elements/lean/lit.ts in place of lit, their templates without what nobody sees. */
export function leanScript(): Plugin {
  return {
    name: 'lean-script',
    enforce: 'pre',
    config: () => ({ resolve: { conditions: ['browser', 'development'] } }), // finds `litHtml`
    resolveId(source) {
      if (leftOut.modules.test(source)) this.error(`the script's lit-html is without ${source}`);
      if (/^\.\/(hydration|estimate-line)\.js$/.test(source))
        return lean + source.replace('.js', '.ts');
      return source === 'lit' ? `${lean}lit.ts` : null;
    },
    transform(code, id) {
      if (id.endsWith(litHtml)) return leanLitHtml(code, `${lean}policy.ts`);
      return id.includes('/src/elements/') ? shortenTemplates(code, id) : null;
    },
  };
}

const shorten: Record<string, (text: string) => string> = { html: shortHtml, css: shortCss };

function shortenTemplates(code: string, file: string): string {
  const edits: { start: number; end: number; text: string }[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      const shortenText = tag.type === 'Identifier' ? shorten[tag.name] : undefined;
      if (!shortenText) return;
      if (shortenText === shortHtml) {
        const [unfit] =
          leftOut.markup.exec(quasi.quasis.map(({ value }) => value.raw).join(hole)) ?? [];
        if (unfit) throw new Error(`the script's lit-html is without ${unfit}`);
      }
      for (const { start, end } of quasi.quasis) {
        edits.push({ start, end, text: shortenText(code.slice(start, end)) });
      }
    },
  }).visit(parseSync(file, code).program);
  // From the end, so that the places of the others stay as they are.
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((c, { start, end, text }) => c.slice(0, start) + text + c.slice(end), code);
}

function shortHtml(html: string): string {
  // One space stays: between words it is seen.
  return html
    .replace(/\s*\n\s*(\/?>)?/g, (_, end?: string) => (end ? '>' : ' '))
    .replace(/="([\w-]+)"(?=[\s>])/g, '=$1');
}

function shortCss(css: string): string {
  return css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,<>!`]|: ) ?/g, (_, mark: string) => mark.trim())
    .replace(/;}/g, '}')
    .replace(/\b0(?=\.\d)/g, '')
    .replace(/='([\w-]+)'/g, '=$1')
    .replace(/\\u(\w{4})/g, (_, code: string) => String.fromCodePoint(Number(`0x${code}`)));
}
