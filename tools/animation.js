// Animated WebP from pictures of the browser: https://developers.google.com/speed/webp/docs/riff_container

import { Buffer } from 'node:buffer';

/** @import { Page } from 'playwright-core' */

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/**
 * The picture as the chunk `VP8 ` of a WebP file, encoded by the browser.
 * @param {Page} page
 * @param {Buffer} png
 */
async function encode(page, png) {
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.6);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  const file = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const at = file.indexOf('VP8 ');
  return file.subarray(at, at + 8 + file.readUInt32LE(at + 4));
}

/**
 * @param {Page} page a blank one, which encodes
 * @param {Buffer[]} frames PNG pictures of the same size
 * @param {{ width: number, height: number, durationMs: number }} options in pixels; of each frame
 * @returns {Promise<Buffer>} a file that repeats for ever
 */
export async function animation(page, frames, { width, height, durationMs }) {
  const canvas = Buffer.alloc(10);
  canvas[0] = 2; // animated
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const parts = [chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6))];
  for (const png of frames) {
    const head = Buffer.alloc(16);
    head.writeUIntLE(width - 1, 6, 3);
    head.writeUIntLE(height - 1, 9, 3);
    head.writeUIntLE(durationMs, 12, 3);
    head[15] = 2; // does not blend with the frame before
    parts.push(chunk('ANMF', Buffer.concat([head, await encode(page, png)])));
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}
