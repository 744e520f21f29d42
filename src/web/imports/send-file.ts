import { buildUrl } from '#shared/core/endpoint.ts';
import { pageUserHeader } from '#shared/core/user.ts';
import {
  postUpload,
  type Upload,
  uploadContentType,
  uploadSchema,
} from '#shared/imports/wizard.ts';
import { readRejection } from '#web/core/api.ts';
import { pageUserHeaders } from '#web/core/page-session.ts';

/**
 * Uploads a file and reports the progress, 0–1. It uses XMLHttpRequest, because `fetch` doesn't
 * report upload progress.
 */
export async function uploadFile(
  file: File,
  uploadId: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Upload> {
  const text = await new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', buildUrl(postUpload.path, { uploadId }, { name: file.name }));
    const headers = { 'content-type': uploadContentType, ...pageUserHeaders() };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.responseText);
      else
        reject(
          readRejection(
            request.status,
            request.responseText || request.statusText,
            request.getResponseHeader(pageUserHeader),
          ),
        );
    });
    request.addEventListener('error', () =>
      reject(new Error('The connection was lost during the upload. Send the file again.')),
    );
    request.addEventListener('abort', () => reject(new Error('The file was not sent. Try again.')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
  return uploadSchema.parse(JSON.parse(text));
}
