import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { leanLitHtml, leftOut, litHtml } from '../../build/lean-lit-html.js';

const source = readFileSync(join(import.meta.dirname, '../../node_modules', litHtml), 'utf8');

describe('lit-html as the script has it', () => {
  it('is shorter than its source', () => {
    assert.ok(leanLitHtml(source, 'policy.ts').length < source.length);
  });

  it('takes its Trusted Types policy from the module that is named', () => {
    const code = leanLitHtml(source, 'policy.ts');
    assert.match(code, /^import \{ policy \} from "policy\.ts";$/m);
    assert.doesNotMatch(code, /createPolicy/);
  });

  for (const line of ["createPolicy('lit-html'", 'polyfillSupport?.(', 'rawTextElement.test(']) {
    it(`cannot be made of a source without ${line}`, () => {
      const changed = source.replaceAll(line, 'changed(');
      assert.throws(() => leanLitHtml(changed, 'policy.ts'), /has changed: there is no /);
    });
  }

  it('does without directives', () => {
    assert.match('lit/directives/live.js', leftOut.modules);
    assert.match('lit-html/async-directive.js', leftOut.modules);
  });

  const unfit = {
    'text that is no HTML': ['<textarea>', '<svg viewBox', '<!-- a -->'],
    'a value that is a part of an attribute': [
      '<p lang="a-${}">',
      '<p lang="${}">',
      '<p lang=${}-a>',
    ],
    'a value of a property or of an attribute without one': ['<p .lang=${}>', '<p ?hidden=${}>'],
    'an attribute whose name is not in lower case': ['<p Lang=${}>'],
    'a value in place of an attribute': ['<p ${}>', '<p lang=${} ${}>'],
    'a text that ends like an attribute': ['a =${}', '<p>a=${}</p>'],
  };
  for (const [kind, templates] of Object.entries(unfit)) {
    it(`does without ${kind}`, () => {
      for (const template of templates) assert.match(template, leftOut.markup);
    });
  }

  it('has the rest', () => {
    for (const template of ['<titles></titles>', '<p lang=${} @click=${}>${} a ${}</p>']) {
      assert.doesNotMatch(template, leftOut.markup);
    }
  });
});
