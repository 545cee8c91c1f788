/** QR codes. Loaded on demand, for the first one. */
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

export interface QrCode {
  /** The `viewBox` of its SVG. */
  readonly viewBox: string;
  /** Its dark modules, as the `d` of an SVG path. */
  readonly path: string;
}

/** The width of the empty border around a code, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** Encodes a text as a QR code. Returns undefined if it's too long, such as a URL of more than 2,953 characters. */
export function qrCode(text: string): QrCode | undefined {
  let code;
  try {
    code = generate(text);
  } catch {
    return undefined;
  }
  const size = code.size + 2 * quietZone;
  return { viewBox: `${-quietZone} ${-quietZone} ${size} ${size}`, path: toSvgPath(code) };
}
