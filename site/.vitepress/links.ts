/**
 * Rewrites the links in the guides. They're relative to the repository, so that they work there and in the package. On the site,
 * they lead to its pages.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Returns the path of a page on the site, such as `operating.md`, for a file such as `docs/operating.md`. A README is the page
 * of its folder.
 */
export function pageOf(file: string): string {
  if (file === 'README.md') return 'quick-start.md'; // which includes its first page
  const page = file.replace(/^(docs|site)\//, '').replace(/\/README\.md$/, '.md');
  return page === file ? file.toLowerCase() : page;
}

/** True if a file in the repository is a page of the site. */
export function isPage(file: string): boolean {
  return /^(docs\/.*|site\/[^/]*|recipes\/(.*\/)?README|README|CONTRIBUTING|SECURITY|CHANGELOG)\.md$/.test(
    file,
  );
}

/**
 * Turns relative links between files into links between pages. A link to a file that isn't on the site, such as a source, becomes
 * plain text. A link to a file that doesn't exist stays, so that VitePress fails the build with its name.
 */
export function linkPages(markdown: MarkdownRenderer, root: string): void {
  markdown.core.ruler.push('link-pages', ({ tokens, env }) => {
    const { path, realPath = path } = env as { path: string; realPath?: string };
    for (const { children } of tokens) {
      let isText = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          if (/^([a-z]+:|#|\/)/.test(href)) continue;
          const [, target = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
          const file = findFile(target, realPath, root);
          if (file === undefined) continue;
          if (isPage(file)) token.attrSet('href', `/${pageOf(file)}${hash}`);
          else isText = true;
        }
        if (!isText || !/^link_(open|close)$/.test(token.type)) continue;
        token.tag = 'span';
        token.attrs = null;
        if (token.type === 'link_close') isText = false;
      }
    }
  });
}

/**
 * Does the same in the Markdown next to each guide, and in the file with the text of all pages. Removes markup that only this
 * site uses.
 */
export function linkMarkdown(
  pages: readonly string[],
  { root, outDir, base }: { root: string; outDir: string; base: string },
): void {
  const whole = join(outDir, 'llms-full.txt');
  let all = readFileSync(whole, 'utf8');
  for (const page of pages) {
    const file = join(outDir, pageOf(page));
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    const linked = text
      .replaceAll(/\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)/g, (link, words, target, hash = '') => {
        const found = /^([a-z]+:|\/)/.test(target)
          ? undefined
          : findFile(target, join(root, page), root);
        if (found === undefined) return link;
        const name = found.startsWith('site/')
          ? pageOf(found).replace('.md', '.html')
          : pageOf(found);
        return isPage(found) ? `[${words}](${base}${name}${hash})` : words;
      })
      .replaceAll(/^( *```html) live$/gm, '$1');
    writeFileSync(file, linked);
    all = all.replace(text.trim(), () => linked.trim());
  }
  writeFileSync(whole, all);
}

/** Returns the file that a link leads to. Links in a part of README.md that a guide includes start at the root. */
function findFile(target: string, from: string, root: string): string | undefined {
  const places = [resolve(dirname(from), target), join(root, target)];
  const found = places.find((place) => existsSync(place));
  return found && relative(root, found).replaceAll('\\', posix.sep);
}
