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

/** Under a path, such as that of a project's pages: `SITE_BASE=/financing-elements/`. */
const base = process.env.SITE_BASE ?? '/';

export default defineConfig({
  title: 'Financing Elements',
  description:
    'Web components that show a truthful monthly payment next to every price, and the proxy behind them.',
  lang: 'en-US',
  base,
  // The guides stay in docs/, where the package has them, too.
  srcDir: root,
  srcExclude: [
    '{.github,bench,build,demo,dist,ops,src,test}/**',
    // The files of a recipe, beside its README.
    'recipes/*/*/**/*',
    'README.md',
  ],
  rewrites: (file) => pageOf(file),
  outDir: join(root, 'site/dist'),
  // Links such as http://localhost:3000 are to what the reader has just started.
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}mark.svg` }]],
  markdown: {
    // In GitHub's default themes, comments have a contrast below 4.5:1 on these backgrounds.
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
  // That of the repository builds the elements.
  vite: {
    configFile: false,
    publicDir: join(root, 'site/public'),
    worker: { format: 'es' },
    // llms.txt, llms-full.txt, and each page as Markdown beside it.
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
        // Old changes would stand before the guide that says what holds now.
        _render: (source, env, markdown) =>
          /changelog\.md$/i.test(env.relativePath) ? '' : markdown.render(source, env),
      },
    },
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT License. Nothing here is legal advice.' },
  },
});
