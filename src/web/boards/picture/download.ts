import type { BoardAnswer } from '#shared/boards/boards.ts';
import { boardPictureHeight, boardPictureWidth, drawBoard } from './draw.ts';

/** Number of pixels of the picture per unit of its layout. */
const scale = 2;

/** Draws a board and downloads the drawing as a PNG file. Throws when the browser can’t draw. */
export async function downloadBoardPicture(answer: BoardAnswer): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = boardPictureWidth * scale;
  canvas.height = boardPictureHeight(answer) * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser can’t draw pictures.');
  context.scale(scale, scale);
  drawBoard(context, answer);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (picture === null) throw new Error('This browser can’t draw pictures of this size.');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = `${answer.board.name}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}
