import { executeServerCommand } from '@web/test-runner-commands';

/** Returns how dark each place of the viewport is painted, from 0 (white) to 1 (black), in CSS pixels. */
export async function takePicture() {
  const png = await executeServerCommand<string, undefined>('screenshot');
  const file = await fetch(`data:image/png;base64,${png}`);
  const image = await createImageBitmap(await file.blob());
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const scale = image.width / innerWidth;
  return {
    /** Returns the sum of the darkness in a box whose edges are whole CSS pixels. */
    inkIn({ left, top, width, height }: Box): number {
      const box = [left, top, width, height].map((length) => Math.round(length * scale));
      const { data } = context.getImageData(...(box as [number, number, number, number]));
      let ink = 0;
      for (let index = 0; index < data.length; index += 4) {
        ink += 1 - (data[index]! + data[index + 1]! + data[index + 2]!) / 765;
      }
      return ink / scale ** 2;
    },
  };
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;
