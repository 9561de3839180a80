/** What leaves the page: texts as files, and through the clipboard. */
import { downloadBlob } from './charts/export-chart.ts';
import { showToast } from './widgets/toasts.ts';

export function saveText(name: string, text: string, type: string): void {
  downloadBlob(fileName(name), new Blob([text], { type: `${type};charset=utf-8` }));
}

/** `remark`: what else is to be known of it. */
export async function copyText(text: string, remark?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied', tone: 'good', ...(remark !== undefined && { description: remark }) });
  } catch {
    showToast({ title: 'The browser did not allow copying' });
  }
}

/** Without what file systems do not take. */
export const fileName = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 120);
