import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import llmsText from 'vitepress-plugin-llms';
import { galleryPlugins, writeGallery } from '../gallery.js';
import { isPage, linkMarkdown, linkPages, pageOf } from './links.js';
import { nav, sidebar } from './navigation.js';
import { switchPictures } from './pictures.js';
import { stackTables } from './tables.js';
import { runLiveFences } from './theme/live/live-fence.js';

const root = join(import.meta.dirname, '../..');

/** The path of the site, such as `SITE_BASE=/financing-elements/` for a project's pages. */
const base = process.env.SITE_BASE ?? '/';

export default defineConfig({
  title: 'Financing Elements',
  description:
    'Web components that show a truthful monthly payment next to every price, and the proxy behind them.',
  lang: 'en-US',
  base,
  // The guides stay in docs/, because the package has them there, too.
  srcDir: root,
  srcExclude: [
    '{.github,bench,build,demo,dist,ops,src,test}/**',
    // The files next to a recipe's README.
    'recipes/*/*/**/*',
    'README.md',
  ],
  rewrites: (file) => pageOf(file),
  outDir: join(root, 'site/dist'),
  // Links such as http://localhost:3000 lead to servers that the reader has just started.
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}mark.svg` }]],
  markdown: {
    // With GitHub's default themes, comments would have a contrast below 4.5:1 on these backgrounds.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      linkPages(markdown, root);
      runLiveFences(markdown);
      switchPictures(markdown);
      stackTables(markdown);
    },
  },
  vue: {
    template: {
      compilerOptions: { isCustomElement: (tag) => /^(financing|prequal|pay-over)-/.test(tag) },
    },
  },
  // The repository's own configuration builds the elements.
  vite: {
    configFile: false,
    publicDir: join(root, 'site/public'),
    worker: { format: 'es' },
    // llms.txt, llms-full.txt, and each page as Markdown next to it.
    plugins: [...galleryPlugins, llmsText({ ignoreFiles: ['README.md', 'site/**'] })],
  },
  buildEnd({ outDir, pages }) {
    writeGallery(outDir);
    linkMarkdown(pages, { root, outDir, base });
  },
  transformPageData({ filePath }) {
    if (!isPage(filePath)) throw new Error(`${filePath} is no page of the site`);
  },
  themeConfig: {
    logo: '/mark.svg',
    nav,
    sidebar,
    search: {
      provider: 'local',
      options: {
        // Otherwise, old changes would be found before the current guide.
        _render: (source, env, markdown) =>
          /changelog\.md$/i.test(env.relativePath) ? '' : markdown.render(source, env),
      },
    },
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT License. Nothing here is legal advice.' },
  },
});
