const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON. Returns undefined if the text isn't JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses JSON in UTF-8. Returns undefined for any other bytes. */
export function tryParseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Calls `visit` with each bracket, comma, and colon of a JSON text, except within strings. Stops when `visit` returns false, so
 * that rejecting a text doesn't take long.
 */
export function visitStructure(text: string, visit: (character: string) => boolean): void {
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (isStructural(character) && !visit(character)) return;
  }
}

/** True for the characters between values. Comparing them one by one is several times faster than `includes`. */
function isStructural(character: string): boolean {
  return (
    character === ',' ||
    character === ':' ||
    character === '{' ||
    character === '}' ||
    character === '[' ||
    character === ']'
  );
}

/** True if the lists and objects of a JSON text are nested more than `maxDepth` levels deep. */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  visitStructure(text, (character) => {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    return depth <= maxDepth;
  });
  return depth > maxDepth;
}
