/**
 * Generates dist/custom-elements.json from the elements' docstrings, and from it the data that editors use for completion and
 * hints: VS Code's custom data and JetBrains' web types.
 */
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration';
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';

const outdir = 'dist';

export default {
  globs: ['src/elements/**/*-element.ts'],
  outdir,
  packagejson: false,
  litelement: true,
  plugins: [
    publicInterface(),
    customElementVsCodePlugin({ outdir, hideLogs: true }),
    customElementJetBrainsPlugin({ outdir, hideLogs: true, packageJson: false }),
  ],
};

/** Reduces the manifest to the public interface: the three elements, without internal members. */
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
      // The order in which the analyzer finds the files depends on the disk.
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
    // The analyzer uses the same object for an attribute and its property.
    attribute.type = { ...attribute.type, text: typeInMarkup(attribute.type.text) };
  }
  // The analyzer also lists every event that the code constructs.
  element.events = element.events.filter(({ name }) => name?.startsWith('financing-'));
  // The internal class that declares a member isn't part of the public interface.
  delete element.superclass;
  const { members, attributes, events, slots, cssParts, cssProperties, cssStates } = element;
  for (const list of [members, attributes, events, slots, cssParts, cssProperties, cssStates]) {
    for (const each of list) delete each.inheritedFrom;
  }
}

/** Returns the type of an attribute as editors show it: its named values, or else `string`, without null and undefined. */
function typeInMarkup(type) {
  const values = type.split(' | ').filter((value) => !/^(null|undefined)$/.test(value));
  return values.includes('string') ? 'string' : values.join(' | ');
}
