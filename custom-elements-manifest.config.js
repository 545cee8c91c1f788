/**
 * Makes dist/custom-elements.json of the elements' own documentation, and of that the data from which editors
 * complete and explain the tags: VS Code's custom data, JetBrains' web types.
 */
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration';
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';

const outdir = 'dist';

export default {
  globs: ['src/elements/element.ts', 'src/elements/**/*-element.ts'],
  outdir,
  packagejson: false,
  litelement: true,
  plugins: [
    publicInterface(),
    customElementVsCodePlugin({ outdir, hideLogs: true }),
    customElementJetBrainsPlugin({ outdir, hideLogs: true, packageJson: false }),
  ],
};

/** What a page may rely on: the three tags alone, their attributes by their names in HTML, and no internals. */
function publicInterface() {
  return {
    name: 'public-interface',
    packageLinkPhase({ customElementsManifest: manifest }) {
      for (const module of manifest.modules) {
        const isOfTag = ({ name }) => module.declarations.some((kept) => kept.name === name);
        module.declarations = module.declarations.filter(({ tagName }) => tagName);
        module.exports = module.exports.filter(({ declaration }) => isOfTag(declaration));
        module.declarations.forEach(keepPublic);
        module.path = module.path.replace(/^src\/(.*)\.ts$/, 'dist/$1.js');
        for (const { declaration } of module.exports) declaration.module = module.path;
      }
      // Always in one order: the files are found in the order in which the disk answers.
      manifest.modules = manifest.modules
        .filter(({ declarations }) => declarations.length)
        .sort((one, other) => (one.path < other.path ? -1 : 1));
    },
  };
}

function keepPublic(element) {
  element.members = element.members.filter(
    ({ privacy, static: isStatic, name }) =>
      !isStatic && (privacy ?? 'public') === 'public' && name !== 'click',
  );
  for (const attribute of element.attributes) {
    // The analyzer gives an attribute and its property the same object.
    attribute.type = { ...attribute.type, text: typeInMarkup(attribute.type.text) };
  }
  // The analyzer lists each event that is constructed besides.
  element.events = element.events.filter(({ name }) => name?.startsWith('financing-'));
  // Which internal class declares a member is no part of the public interface.
  delete element.superclass;
  const { members, attributes, events, slots, cssParts, cssProperties, cssStates } = element;
  for (const list of [members, attributes, events, slots, cssParts, cssProperties, cssStates]) {
    for (const each of list) delete each.inheritedFrom;
  }
}

/** What an editor offers for an attribute: its values by name, where it has some, and never the lack of one. */
function typeInMarkup(type) {
  const values = type.split(' | ').filter((value) => !/^(null|undefined)$/.test(value));
  return values.includes('string') ? 'string' : values.join(' | ');
}
