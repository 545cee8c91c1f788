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

  it('does without directives, values in text that is no HTML, and SVG', () => {
    assert.match('lit/directives/live.js', leftOut.modules);
    assert.match('lit-html/async-directive.js', leftOut.modules);
    for (const markup of ['<textarea>', '<svg viewBox', '<!-- a -->']) {
      assert.match(markup, leftOut.markup);
    }
    assert.doesNotMatch('<titles></titles><span>', leftOut.markup);
  });
});
